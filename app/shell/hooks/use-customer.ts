import { ORDER_PLACED } from '#messages';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { parseUserProfile } from '../../../domain/accounts/account.ts';
import { GUEST } from '../../../domain/orders/checkout-state.ts';
import { readStorage } from '../../state/local-storage.ts';
import { useLiveEvent } from '../../state/live/live.ts';
import { finishOrder } from '../../state/order/checkout.ts';
import { orderAttempt, unsettledOrder } from '../../state/order/order-attempt.ts';
import { afterLoad } from '../../state/page-start.ts';
import type { RootData } from '../../state/root-data.ts';
import { customer, endSession, sessionOver, storeCustomer } from '../../state/session/customer.ts';
import { toastSuccess } from '../../state/toasts.ts';

/** Keeps this browser's data of the customer as the session has them (product §4), in all tabs. */
export function useCustomer(root: RootData): void {
  const { signedIn } = root;
  const { revalidate } = useRevalidator();

  const load = async (): Promise<void> => {
    // A visitor may have an order of their own here.
    if (signedIn === false) return customer.get() || !root.shop.guests ? endSession() : undefined;
    try {
      const response = await fetch('/api/profile');
      const profile = response.ok ? parseUserProfile(await response.json()) : null;
      if (profile) storeCustomer(profile);
      else if (response.status === 401) {
        endSession();
        await revalidate();
      }
    } catch {
      // Offline: the stored data still serves.
    }
  };
  useLiveEvent('profile', () => void load());

  useEffect(() => afterLoad(readStorage), []);

  const before = useRef<boolean>(null);
  const onLoaded = useEffectEvent(() => {
    // New data from the server belongs to the current customer.
    sessionOver.set(false);
    if (signedIn !== before.current || !signedIn || !customer.get()) void load();
    before.current = signedIn;
  });
  useEffect(() => onLoaded(), [root]);

  const onOtherCustomer = useEffectEvent((last: string) => {
    if (last !== '') sessionOver.set(true);
    void revalidate();
  });
  useEffect(() => {
    let id = customer.get()?.id ?? '';
    return customer.subscribe((elsewhere) => {
      const last = id;
      id = customer.get()?.id ?? '';
      if (elsewhere && id !== last) onOtherCustomer(last);
    });
  }, []);
}

/** An interrupted order is made and leaves the cart, or its attempt is settled and never sent (product §4). */
export function useUnfinishedOrder(signedIn: boolean, guests: boolean): void {
  const userId = customer.use((user) => user?.id ?? '');
  const { pathname } = useLocation();

  const settle = useEffectEvent(async () => {
    const attempts = [orderAttempt.get(), unsettledOrder.get()];
    // The payment screen does this itself.
    if (pathname === '/payment' || !attempts.some((attempt) => attempt?.state === 'open')) return;
    try {
      const { settleUnfinished } = await import('../../state/order/order-client.ts');
      await settleUnfinished(userId);
      if (guests) await settleUnfinished(GUEST);
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
    if (!(signedIn && userId !== '') && !guests) return;
    const again = (): void => void settle();
    again();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [signedIn, guests, userId, pathname]);
}
