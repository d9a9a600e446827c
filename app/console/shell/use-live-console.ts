import { useEffect, useEffectEvent } from 'react';
import { useRevalidator } from 'react-router';
import { OPENS_LATE_MS } from '../../state/live/live-connection.ts';
import { loadInBackground } from '../state/background.ts';

/** At most one refresh in so long, and how long to wait after a refused connection. In ms. */
const PAUSE_MS = 500;
const RETRY_MS = 10_000;
const EVENTS = ['console', 'products', 'profile'] as const;

/**
 * Loads the screen's data again when the shop reports a change: made by a shopper, another operator, the command line. When the session
 * has ended, the refresh leads to the login. `operator`: null while nobody is logged in.
 */
export function useLiveConsole(operator: string | null): void {
  const { revalidate } = useRevalidator();
  const load = useEffectEvent((): Promise<void> => loadInBackground(revalidate));
  useEffect(() => {
    if (operator === null) return;
    let source: EventSource;
    let pause: ReturnType<typeof setTimeout> | undefined;
    let running = false;
    let stale = false;
    const refresh = async (): Promise<void> => {
      stale = true;
      if (running) return;
      running = true;
      stale = false;
      await load();
      pause = setTimeout(() => {
        running = false;
        if (stale) void refresh();
      }, PAUSE_MS);
    };
    let retry: ReturnType<typeof setTimeout> | undefined;
    let lost = false;
    const open = (age: string): void => {
      const asked = Date.now();
      source = new EventSource(`/operator/live${age}`);
      for (const event of EVENTS) source.addEventListener(event, () => void refresh());
      source.addEventListener('open', () => {
        // Something may have changed while there was no connection.
        if (lost || Date.now() - asked > OPENS_LATE_MS) void refresh();
        lost = false;
      });
      source.addEventListener('error', () => {
        lost = true;
        // The browser itself tries again, but never after a refusal.
        if (source.readyState !== EventSource.CLOSED) return;
        retry = setTimeout(() => {
          void refresh();
          open('');
        }, RETRY_MS);
      });
    };
    // What changed since the server made this document.
    open(`?age=${Math.ceil(performance.now())}`);
    return () => {
      clearTimeout(retry);
      clearTimeout(pause);
      source.close();
    };
  }, [operator]);
}
