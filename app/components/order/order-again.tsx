import * as messages from '#messages';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type CartItem, orderAgain } from '../../../domain/orders/cart.ts';
import { formatMessage, productName } from '../../../messages/format.ts';
import { ANSWER_TIMEOUT_MS } from '../../state/forms/form-errors.ts';
import { cart } from '../../state/order/cart.ts';
import { fetchProducts } from '../../state/products/fetch-products.ts';
import { toastError } from '../../state/toasts.ts';

/** Puts what can still be bought into the cart, at today's prices, and says what is gone. */
export function OrderAgain({ ordered, className }: { ordered: readonly CartItem[]; className: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    setBusy(true);
    try {
      const ids = ordered.map(({ id }) => id);
      const current = await fetchProducts(ids, AbortSignal.timeout(ANSWER_TIMEOUT_MS));
      const { items, gone } = orderAgain(cart.get(), ordered, current);
      if (gone.length === ordered.length) return toastError(messages.NOTHING_LEFT_TO_ORDER);
      cart.set(items);
      const names = gone.map(productName).join(', ');
      const missing = gone.length === 0 ? '' : formatMessage(messages.NO_LONGER_AVAILABLE, { names });
      void navigate('/cart', { state: { notice: `${messages.IN_CART_AT_TODAYS_PRICES} ${missing}` } });
    } catch {
      toastError(messages.AN_ERROR_OCCURED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className={`btn ${className}`} disabled={busy} onClick={() => void again()}>
      {messages.ORDER_AGAIN}
    </button>
  );
}
