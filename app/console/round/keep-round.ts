import { LANGUAGE } from '#messages';
import { useEffect } from 'react';
import { BACKGROUND_REQUEST, CONSOLE_PATH, consoleWorkerOf } from '../../../base/console-path.ts';
import { afterLoad } from '../../state/page-start.ts';

/** Has the service worker keep the round for the time without a network (app/console/service-worker.ts). */
export function useKeptRound(): void {
  useEffect(() => afterLoad(() => void keepRound()), []);
}

async function keepRound(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !navigator.onLine) return;
  try {
    const worker = consoleWorkerOf(LANGUAGE);
    await navigator.serviceWorker.register(worker, { scope: CONSOLE_PATH });
    if (!navigator.serviceWorker.controller?.scriptURL.endsWith(worker))
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    // A page that a link has opened has come as data, and one before the service worker past it.
    await fetch(`${CONSOLE_PATH}/round`, { headers: { [BACKGROUND_REQUEST]: '1' } });
  } catch {
    // The network was lost, or the browser forbids it: the round works as long as it is open.
  }
}
