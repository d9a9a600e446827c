import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import type { UserProfile } from '../../domain/account.ts';
import { rememberCustomer } from '../state/customer.ts';
import { endSession } from '../state/leave.ts';
import { useLiveEvent } from '../state/live.ts';

/**
 * Keeps what this browser knows of the customer in step with the session (product §4): fetched after signing in and whenever the
 * shop says that it changed, forgotten when the session has ended, wherever it ended.
 */
export function useCustomer(signedIn: boolean): void {
  const { revalidate } = useRevalidator();
  const load = async (): Promise<void> => {
    if (!signedIn) {
      endSession();
      return;
    }
    try {
      const response = await fetch('/api/profile');
      if (response.ok) rememberCustomer((await response.json()) as UserProfile);
      else if (response.status === 401) {
        endSession();
        await revalidate();
      }
    } catch {
      // Offline: what was known before still serves.
    }
  };
  const onSignedIn = useEffectEvent(load);
  useEffect(() => void onSignedIn(), [signedIn]);
  useLiveEvent('profile', () => void load());
}
