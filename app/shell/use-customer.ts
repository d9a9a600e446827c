import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { parseUserProfile } from '../../domain/accounts/account.ts';
import type { RootData } from '../state/root-data.ts';
import { afterLoad } from '../state/after-load.ts';
import { readStorage } from '../state/local-storage.ts';
import { customer, storeCustomer } from '../state/session/customer.ts';
import { endSession } from '../state/session/end-session.ts';
import { useLiveEvent } from '../state/live/live.ts';
import { sessionOver } from '../state/session/session.ts';

/** Synchronizes this browser's data of the customer with the session (product §4), and with other tabs through storage. */
export function useCustomer(root: RootData): void {
  const { signedIn } = root;
  const { revalidate } = useRevalidator();

  const load = async (): Promise<void> => {
    if (signedIn === false) return endSession();
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
