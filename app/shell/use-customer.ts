import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { parseUserProfile } from '../../domain/account.ts';
import type { RootData } from '../state/root-data.ts';
import { customer, rememberCustomer } from '../state/customer.ts';
import { endSession } from '../state/leave.ts';
import { useLiveEvent } from '../state/live.ts';
import { setSessionOver } from '../state/session.ts';

/**
 * Keeps what this browser knows of the customer in step with the session (product §4): fetched after signing in and whenever the
 * shop says that it changed, forgotten when the session has ended, wherever it ended. Tabs tell each other through storage:
 * when the customer is another or gone, nothing personal stays on the screen, and the page is loaded anew.
 */
export function useCustomer(root: RootData): void {
  const { signedIn } = root;
  const { revalidate } = useRevalidator();

  const load = async (): Promise<void> => {
    if (!signedIn) {
      endSession();
      return;
    }
    try {
      const response = await fetch('/api/profile');
      const profile = response.ok ? parseUserProfile(await response.json()) : null;
      if (profile) rememberCustomer(profile);
      else if (response.status === 401) {
        endSession();
        await revalidate();
      }
    } catch {
      // Offline: what was known before still serves.
    }
  };
  useLiveEvent('profile', () => void load());

  const before = useRef<boolean>(null);
  const onLoaded = useEffectEvent(() => {
    // Data of now: whatever is shown belongs to whoever is signed in now.
    setSessionOver(false);
    if (signedIn !== before.current || !signedIn || !customer.get()) void load();
    before.current = signedIn;
  });
  useEffect(() => onLoaded(), [root]);

  const onOtherCustomer = useEffectEvent((last: string) => {
    if (last !== '') setSessionOver(true);
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
