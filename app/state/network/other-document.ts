/** The same page in another language: a document of its own. */
import type { DataRouter } from 'react-router';
import { splitPath } from '../../../base/language.ts';
import { serviceWorkerOf } from '../../../base/page-copies.ts';
import { asRecord } from '../../../base/record.ts';
import { connection } from './connection.ts';
import { createValue } from '../value.ts';

/** Whether a page of the other language was asked for and has not come yet. */
export const documentComing = createValue(false);

/**
 * Opens the page at `address` with what was typed. Without a network, or copies in that language, this page stays
 * until there is one (product §10), or until `documentComing` is false because the shopper goes elsewhere.
 */
export function openDocument(address: string): void {
  const open = async (): Promise<void> => {
    try {
      await fetch(address, { method: 'HEAD' });
    } catch {
      const worker = await navigator.serviceWorker?.getRegistration(address);
      const { language } = splitPath(address);
      if (!worker?.active?.scriptURL.endsWith(serviceWorkerOf(language))) return connection.reportFailure();
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
 * Ends the wait for a document at the press with which the shopper goes elsewhere: the network may be back before a
 * busy phone draws anything. Returns a function that stops listening.
 */
export function stopWhenElsewhere(router: Pick<DataRouter, 'state' | 'subscribe'>): () => void {
  let { navigation } = router.state;
  return router.subscribe((state) => {
    if (state.navigation !== navigation && state.navigation.state === 'loading') documentComing.set(false);
    navigation = state.navigation;
  });
}

/** What was typed goes along, through the tab's storage. */
const KEY = 'typedFields';

/** Passwords are never stored, and files cannot be. */
function namedFields(): (HTMLInputElement | HTMLSelectElement)[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select[name]');
  // A password that is shown is a text field.
  return [...fields].filter(({ type, autocomplete }) => !/password|hidden|file/.test(type + autocomplete));
}

/** For the page at `address`, which is opened next. */
export function storeTypedFields(address: string): void {
  const typed = namedFields().filter((field) => field.type !== 'radio' || field.matches(':checked'));
  const fields = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, fields }));
  } catch {
    // Without storage the fields are empty again.
  }
}

/** Fills in, once, what was typed on the page before for this one: in the other language, or in another form. */
export function restoreTypedFields(): void {
  let values: Readonly<Record<string, unknown>> | null;
  try {
    const { address, fields } = asRecord(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')) ?? {};
    values = address === location.pathname + location.search + location.hash ? asRecord(fields) : null;
    sessionStorage.removeItem(KEY);
  } catch {
    // No storage, or not what this page has stored.
    return;
  }
  for (const field of values ? namedFields() : []) {
    const value = values?.[field.name];
    if (typeof value !== 'string') continue;
    if (field.type === 'radio') {
      if (field.value === value) field.click();
    } else if (field.value !== value) {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}
