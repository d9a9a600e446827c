import { useEffect, useEffectEvent } from 'react';
import { showBanner } from '../state/banner.ts';
import { checkoutConfirmed, clearShopping, confirmOrder, orderConfirmed } from '../state/checkout.ts';
import { customer } from '../state/customer.ts';
import { settleOrder } from '../state/place-order.ts';
import { useStored } from '../state/stored.ts';
import { toastError } from '../state/toasts.ts';

/**
 * Finishes what a closed tab or a lost network left open: an order that was placed but whose cart still stands,
 * and a request that nobody answered, which is sent again under its own key (product §4).
 */
export function useUnfinishedOrder(signedIn: boolean): void {
  const userId = useStored(customer, (user) => user?.id ?? '');

  const settle = useEffectEvent(async () => {
    const placement = await settleOrder(userId);
    if (placement?.kind === 'placed') {
      clearShopping();
      confirmOrder();
      showBanner('order');
    }
    if (placement?.kind === 'refused') toastError(placement.detail);
  });

  useEffect(() => {
    // Confirming a checkout resets the order flag, so both together mean: placed, and not yet cleared away.
    if (checkoutConfirmed.get() && orderConfirmed.get()) clearShopping();
  }, []);

  useEffect(() => {
    if (!signedIn || userId === '') return;
    const retry = (): void => void settle();
    retry();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [signedIn, userId]);
}
