import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { ORDER_NOT_PLACED } from '../../domain/messages.ts';
import { announceOrder, finishOrder } from '../state/checkout.ts';
import { customer } from '../state/customer.ts';
import { orderConnection } from '../state/order-connection.ts';
import { settleOpenOrder } from '../state/settle-order.ts';
import { useStored } from '../state/local-storage.ts';
import { toastError } from '../state/toasts.ts';

/**
 * Finishes what a closed tab, a lost network or a shopper who went on left behind: an order that was made but is still in the cart, and
 * an attempt whose outcome nobody knows, which is settled and never sent (contract 'An order needs a press').
 */
export function useUnfinishedOrder(signedIn: boolean): void {
  const userId = useStored(customer, (user) => user?.id ?? '');
  const { pathname } = useLocation();

  const settle = useEffectEvent(async () => {
    // The payment screen sees to it by itself.
    if (pathname === '/payment') return;
    const settled = await settleOpenOrder(orderConnection, userId);
    if (settled?.kind === 'void') toastError(ORDER_NOT_PLACED);
    if (settled?.kind !== 'made') return;
    announceOrder();
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
