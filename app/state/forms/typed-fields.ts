/** What a shopper has typed into a page goes along to the same page in the other language, through the tab's storage. */
import { asRecord } from '../../../base/record.ts';

const KEY = 'typedFields';

/** Passwords are never stored, and files cannot be. */
function namedFields(): (HTMLInputElement | HTMLSelectElement)[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[name], select[name]');
  // A password that is shown is a text field.
  return [...fields].filter(({ type, autocomplete }) => !/password|hidden|file/.test(type + autocomplete));
}

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
