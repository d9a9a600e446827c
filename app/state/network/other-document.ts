import { connection } from './connection.ts';
import { storeTypedFields } from '../forms/typed-fields.ts';
import type { DataRouter } from 'react-router';
import { createValue } from '../value.ts';

/** Whether a page of the other language was asked for and has not come yet. */
export const documentComing = createValue(false);

/**
 * Opens the page at `address`, and takes along what was typed. Without a network or a service worker, this page stays until there is
 * a network (product §10), or until `documentComing` is false again because the shopper goes elsewhere.
 */
export function openDocument(address: string): void {
  const open = async (): Promise<void> => {
    try {
      await fetch(address, { method: 'HEAD' });
    } catch {
      if (!(await navigator.serviceWorker?.getRegistration(address))) return connection.reportFailure();
    }
    if (!documentComing.get()) return;
    storeTypedFields(address);
    location.assign(address);
  };
  documentComing.set(true);
  const stop = connection.onRetry(() => {
    if (documentComing.get()) void open();
    else stop();
  });
  void open();
}

/**
 * Ends the wait for a document when the shopper goes elsewhere: at the press itself, because the network may be back before a busy
 * phone draws anything. Returns a function that stops listening.
 */
export function stopWhenElsewhere(router: Pick<DataRouter, 'state' | 'subscribe'>): () => void {
  let { navigation } = router.state;
  return router.subscribe((state) => {
    if (state.navigation !== navigation && state.navigation.state === 'loading') documentComing.set(false);
    navigation = state.navigation;
  });
}
