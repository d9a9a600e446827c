import { useState } from 'react';
import { ORDER_REDIRECT_MS, orderBoundsFault } from '../../domain/checkout.ts';
import { AN_ERROR_OCCURED, ORDER_PLACED, SOMETHING_WRONG } from '../../domain/messages.ts';
import { showBanner } from './banner.ts';
import { cart } from './cart.ts';
import { clearShopping, confirmOrder, resetCheckoutState, shippingInfo } from './checkout.ts';
import { applyProducts } from './fresh-cart.ts';
import { placeOrder } from './place-order.ts';
import { toastError, toastSuccess } from './toasts.ts';

/** The payment screen's one action: place the order and say what came of it. `go` leads to another screen. */
export function usePlaceOrder(userId: string, go: (path: string) => void) {
  const [state, setState] = useState<'idle' | 'placing' | 'placed'>('idle');

  const place = async (): Promise<void> => {
    const items = cart.get();
    const form = shippingInfo.get();
    const fault = form ? orderBoundsFault(items) : SOMETHING_WRONG;
    if (!form || fault !== null) {
      toastError(fault ?? SOMETHING_WRONG);
      return;
    }
    setState('placing');
    const placement = await placeOrder(items, form, userId);
    setState('idle');
    switch (placement.kind) {
      case 'placed':
        setState('placed');
        toastSuccess(ORDER_PLACED);
        confirmOrder();
        showBanner('order');
        setTimeout(() => {
          clearShopping();
          // Who has gone on meanwhile is not called back.
          if (location.pathname === '/payment') go('/');
        }, ORDER_REDIRECT_MS);
        break;
      case 'refused':
        toastError(placement.detail);
        if (placement.changed) {
          applyProducts(placement.products);
          resetCheckoutState();
          go('/cart');
        }
        break;
      case 'signed-out':
        go('/user/login?next=/payment');
        break;
      case 'unknown':
        toastError(AN_ERROR_OCCURED);
    }
  };
  return { place, state };
}
