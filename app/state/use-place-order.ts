import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ORDER_REDIRECT_MS, orderBoundsFault } from '../../domain/checkout.ts';
import { SEE_MY_ORDERS, SOMETHING_WRONG } from '../../domain/messages.ts';
import { totalsOf } from '../../domain/pricing.ts';
import { asRecord } from '../../domain/record.ts';
import { cart } from './cart.ts';
import { announceOrder, checkoutConfirmed, finishOrder, resetCheckoutState, shippingInfo } from './checkout.ts';
import { customer } from './customer.ts';
import { applyProducts } from './fresh-cart.ts';
import { endSession } from './leave.ts';
import { orderConnection } from './order-connection.ts';
import { CALLED_OFF, type Placement, placeOrder, settleUntilKnown } from './place-order.ts';
import { openKey } from './settle-order.ts';
import { closeErrors, toastError } from './toasts.ts';

/**
 * `settling`: what was left open before is asked for; a press may come in between. `unsure`: an answer to this screen's press was lost,
 * and the shop is asked again.
 */
export type PaymentState = 'idle' | 'settling' | 'placing' | 'unsure' | 'placed';

/** The payment screen's one action: place the order and tell what came of it. `leadTo` leads to another screen. */
export function usePlaceOrder(userId: string, leadTo: (path: string) => void) {
  const [state, setState] = useState<PaymentState>(() =>
    openKey(orderConnection, userId) === null ? 'idle' : 'settling',
  );
  /** Why there is no order. An object of its own each time: the same reason twice is told twice. */
  const [fault, setFault] = useState<{ text: string } | null>(null);
  const leaving = useRef<AbortController>(null);
  const settling = useRef<AbortController>(null);
  const unsure = useRef(false);

  /** Who has gone on meanwhile is not called back. */
  const go = (path: string): void => {
    if (!leaving.current?.signal.aborted) leadTo(path);
  };
  const refuse = (text: string): void => {
    closeErrors();
    setFault({ text });
    toastError(text);
  };
  const accept = (): void => {
    closeErrors();
    setFault(null);
  };
  const onUnsure = (): void => {
    unsure.current = true;
    setState('unsure');
  };

  const conclude = (placement: Placement): void => {
    setState(placement.kind === 'placed' ? 'placed' : 'idle');
    switch (placement.kind) {
      case 'placed':
        announceOrder();
        setTimeout(() => {
          finishOrder();
          go('/');
        }, ORDER_REDIRECT_MS);
        return;
      case 'refused':
        if (!placement.changed) return refuse(placement.detail);
        toastError(placement.detail);
        applyProducts(placement.products);
        resetCheckoutState();
        return go('/cart');
      case 'signed-out':
        refuse(SOMETHING_WRONG);
        if (unsure.current) toastError(SEE_MY_ORDERS);
        endSession();
        return go('/user/login?next=%2Fcheckout');
    }
  };

  const place = async (): Promise<void> => {
    const signal = leaving.current?.signal;
    if (!signal) return;
    accept();
    settling.current?.abort();
    settling.current = null;
    unsure.current = false;
    setState('placing');
    if (!(await isSignedIn(userId, signal))) return conclude({ kind: 'signed-out' });
    const items = cart.get();
    const form = shippingInfo.get();
    // Another tab has finished or given up this checkout.
    if (!form || !checkoutConfirmed.get()) return go('/checkout');
    const tooMuch = orderBoundsFault(items);
    if (tooMuch !== null) return conclude({ kind: 'refused', detail: tooMuch, changed: false, products: [] });
    const order = {
      items: items.map(({ id, quantity }) => ({ id, quantity })),
      shippingInfo: form,
      paymentMethod: 'cashon' as const,
      expectedTotal: totalsOf(items).totalCost,
    };
    const placement = await placeOrder(order, { connection: orderConnection, userId, signal, onUnsure });
    if (placement) conclude(placement);
  };

  /** What was left open when this screen was opened anew. */
  const settleFirst = useEffectEvent(async (): Promise<void> => {
    if (state !== 'settling') return;
    unsure.current = true;
    const { signal } = (settling.current = new AbortController());
    const settled = await settleUntilKnown({ connection: orderConnection, userId, signal });
    // A press has taken over.
    if (settling.current === null) return;
    if (settled?.kind === 'made') conclude({ kind: 'placed' });
    else if (settled?.kind === 'void') conclude(CALLED_OFF);
    else if (settled) conclude(settled);
    else setState('idle');
  });
  useEffect(() => {
    leaving.current = new AbortController();
    void settleFirst();
    return () => {
      leaving.current?.abort();
      settling.current?.abort();
    };
  }, []);

  return { place, state, fault, refuse, accept };
}

/** Whether this customer is still the one who is signed in. When the shop does not answer, what this browser knows counts. */
async function isSignedIn(userId: string, signal: AbortSignal): Promise<boolean> {
  const answer = await orderConnection.ask('GET', '/api/profile', undefined, signal);
  if (answer?.status === 401) return false;
  if (answer?.status === 200) return asRecord(answer.body)?.id === userId;
  return customer.get()?.id === userId;
}
