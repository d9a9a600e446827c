import { sentenceOf } from '../../../messages/sentence.ts';
import { SEE_MY_ORDERS } from '#messages';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ORDER_REDIRECT_MS, orderBoundsError } from '../../../domain/orders/checkout.ts';
import { asRead } from '../../../domain/orders/cart-refresh.ts';
import { totalsOf } from '../../../domain/orders/pricing.ts';
import { slotIn } from '../../../domain/orders/delivery.ts';
import { cart } from './cart.ts';
import {
  showOrderPlaced,
  checkoutConfirmed,
  deliveryTime,
  finishOrder,
  missing,
  resetCheckoutState,
  shippingInfo,
} from './checkout.ts';
import { customer, endSession } from '../session/customer.ts';
import { applyProducts } from './cart-refresh.ts';
import { useDeliveryFee } from './area.ts';
import { notify } from '../live/live.ts';
import { openKey, orderClient } from './order-client.ts';
import { VOIDED, type PlaceOrderOutcome, placeOrder, settleUntilKnown } from './place-order.ts';
import { closeErrors, toast, toastError } from '../toasts.ts';

/** `settling`: an attempt from before; the shopper can press. `unsure`: the answer was lost, and is asked for. */
type PaymentState = 'idle' | 'settling' | 'placing' | 'unsure' | 'placed';

/** `day`: when an order of now is expected. */
export function usePlaceOrder(userId: string, day: string, navigateTo: (path: string) => Promise<void> | void) {
  const delivery = useDeliveryFee();
  const [state, setState] = useState<PaymentState>(() => (openKey(userId) === null ? 'idle' : 'settling'));
  /** Why there is no order. A new object each time, so that the same reason is announced again. */
  const [error, setError] = useState<{ text: string } | null>(null);
  const leaving = useRef<AbortController>(null);
  const settling = useRef<AbortController>(null);
  const unsure = useRef(false);

  /** Unless the shopper has left the screen. */
  const go = async (path: string): Promise<void> => {
    if (!leaving.current?.signal.aborted) await navigateTo(path);
  };
  const refuse = (text: string): void => {
    closeErrors();
    setError({ text });
    toastError(text);
  };
  const clearError = (): void => {
    closeErrors();
    setError(null);
  };
  const onUnsure = (): void => {
    unsure.current = true;
    setState('unsure');
  };

  const showOutcome = (outcome: PlaceOrderOutcome): void => {
    setState(outcome.kind === 'placed' ? 'placed' : 'idle');
    switch (outcome.kind) {
      case 'placed':
        showOrderPlaced(day);
        setTimeout(() => {
          finishOrder();
          // Home's banner says it.
          toast.set(null);
          void go('/');
        }, ORDER_REDIRECT_MS);
        return;
      case 'refused':
        if (!outcome.changed && !outcome.full) return refuse(outcome.sentence);
        toastError(outcome.sentence);
        if (outcome.full) return void go('/checkout#time');
        applyProducts(outcome.products);
        resetCheckoutState();
        // The delivery may cost something else now, which the cart does not load by itself.
        return void go('/cart').then(() => notify('products'));
      case 'signed-out':
        refuse(sentenceOf({ code: 'something-wrong' }));
        if (unsure.current) toastError(SEE_MY_ORDERS);
        endSession();
        return void go('/user/login?next=%2Fcheckout');
    }
  };

  const place = async (): Promise<void> => {
    const signal = leaving.current?.signal;
    if (!signal) return;
    clearError();
    settling.current?.abort();
    settling.current = null;
    unsure.current = false;
    setState('placing');
    const items = cart.get();
    const form = shippingInfo.get();
    // Another tab has logged out, or has finished or reset this checkout.
    if (!form || !checkoutConfirmed.get())
      return customer.get()?.id === userId ? void go('/checkout') : showOutcome({ kind: 'signed-out' });
    const boundsError = orderBoundsError(items);
    if (boundsError !== null)
      return showOutcome({ kind: 'refused', sentence: sentenceOf(boundsError), changed: false, products: [] });
    const order = {
      items: items.map(({ id, quantity }) => ({ id, quantity })),
      shippingInfo: form,
      paymentMethod: 'cashon' as const,
      expectedTotal: totalsOf(items, delivery).totalCost,
      expectedProducts: asRead(items),
      ...slotIn(deliveryTime.get()),
      missing: missing.get(),
    };
    const outcome = await placeOrder(order, { connection: orderClient, userId, signal, onUnsure });
    if (outcome) showOutcome(outcome);
  };

  const settleFirst = useEffectEvent(async (): Promise<void> => {
    if (state !== 'settling') return;
    unsure.current = true;
    const { signal } = (settling.current = new AbortController());
    const settled = await settleUntilKnown({ connection: orderClient, userId, signal });
    // A press has taken over.
    if (settling.current === null) return;
    if (!settled) setState('idle');
    else if (settled.kind === 'made') showOutcome({ kind: 'placed' });
    else showOutcome(settled.kind === 'void' ? VOIDED : settled);
  });
  useEffect(() => {
    leaving.current = new AbortController();
    void settleFirst();
    return () => {
      leaving.current?.abort();
      settling.current?.abort();
    };
  }, []);

  return { place, state, error, refuse, clearError };
}
