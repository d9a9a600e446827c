import { useEffect, useEffectEvent } from 'react';
import { ORDER_PLACED } from '#messages';
import { useLocation, useNavigate } from 'react-router';
import { finishOrder } from '../state/order/checkout.ts';
import { customer } from '../state/session/customer.ts';
import { useStored } from '../state/local-storage.ts';
import { orderAttempt, unsettledOrder } from '../state/order/order-attempt.ts';
import { toastSuccess } from '../state/toasts.ts';

/** An order that was interrupted is made, and leaves the cart, or its attempt is settled but never sent again (product §4). */
export function useUnfinishedOrder(signedIn: boolean): void {
  const userId = useStored(customer, (user) => user?.id ?? '');
  const { pathname } = useLocation();

  const settle = useEffectEvent(async () => {
    const attempts = [orderAttempt.get(), unsettledOrder.get()];
    // The payment screen does this itself.
    if (pathname === '/payment' || !attempts.some((attempt) => attempt?.state === 'open')) return;
    try {
      const { settleUnfinished } = await import('../state/order/settle-unfinished.ts');
      await settleUnfinished(userId);
    } catch {
      // Without a network the attempt stays open, and is settled later.
    }
  });

  const navigate = useNavigate();
  // The page was left or loaded again right after the success.
  const finish = useEffectEvent(() => {
    if (!finishOrder()) return;
    toastSuccess(ORDER_PLACED);
    if (pathname === '/payment') void navigate('/', { replace: true });
  });
  useEffect(() => finish(), []);

  useEffect(() => {
    if (!signedIn || userId === '') return;
    const again = (): void => void settle();
    again();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [signedIn, userId, pathname]);
}
