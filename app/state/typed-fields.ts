/** What a shopper has typed into a page goes along to the same page in the other language, through the tab's storage. */
import { namedFields } from './named-fields.ts';
import script from './restore-fields.ts?late-script';

const KEY = 'typedFields';

export function storeTypedFields(address: string): void {
  const typed = namedFields().filter((field) => field.type !== 'radio' || field.matches(':checked'));
  const fields = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, fields }));
  } catch {
    // Without storage the fields are empty again.
  }
}

/** Fills in what was typed on this page in the other language, once. */
export async function restoreTypedFields(): Promise<void> {
  try {
    const stored = sessionStorage.getItem(KEY);
    if (stored === null) return;
    sessionStorage.removeItem(KEY);
    const { default: restore }: typeof import('./restore-fields.ts') = await import(/* @vite-ignore */ script);
    restore(JSON.parse(stored));
  } catch {
    // No storage, or no network: the fields are empty.
  }
}
