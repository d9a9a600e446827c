import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { ORDER_NOT_PLACED } from '../../domain/messages.ts';
import { showOrderPlaced, finishOrder } from '../state/checkout.ts';
import { customer } from '../state/customer.ts';
import { orderClient } from '../state/order-client.ts';
import { settleOpenOrder } from '../state/settle-order.ts';
import { useStored } from '../state/local-storage.ts';
import { toastError } from '../state/toasts.ts';

/**
 * Finishes an order that a closed tab, a lost network or a leaving shopper interrupted. Either the order was made, and
 * its products are still in the cart; or the outcome of an attempt is unknown, and then it is settled but never sent
 * again (product §4).
 */
export function useUnfinishedOrder(signedIn: boolean): void {
  const userId = useStored(customer, (user) => user?.id ?? '');
  const { pathname } = useLocation();

  const settle = useEffectEvent(async () => {
    // The payment screen does this itself.
    if (pathname === '/payment') return;
    const settled = await settleOpenOrder(orderClient, userId);
    if (settled?.kind === 'void') toastError(ORDER_NOT_PLACED);
    if (settled?.kind !== 'made') return;
    showOrderPlaced();
    finishOrder();
  });

  useEffect(finishOrder, []);

  useEffect(() => {
    if (!signedIn || userId === '') return;
    const again = (): void => void settle();
    again();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [signedIn, userId, pathname]);
}
