/** What a shopper has typed into a page goes along to the same page in the other language, which is another document. */
import { asRecord } from '../../domain/record.ts';

const KEY = 'typedFields';

type Field = HTMLInputElement | HTMLSelectElement;

/** Stores the page's fields for the page at `address`. Passwords are never stored, and files cannot be. */
export function storeTypedFields(address: string): void {
  const fields: Record<string, string> = {};
  for (const field of namedFields()) {
    if (field.type !== 'radio' || (field instanceof HTMLInputElement && field.checked))
      fields[field.name] = field.value;
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ address, fields }));
  } catch {
    // Without storage the fields are empty again.
  }
}

/** Fills in what was typed on this page in the other language, once. */
export function restoreTypedFields(): void {
  let stored: unknown;
  try {
    stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
  const { address, fields } = asRecord(stored) ?? {};
  const values = asRecord(fields);
  if (!values || address !== location.pathname + location.search + location.hash) return;
  for (const field of namedFields()) {
    const value = values[field.name];
    if (typeof value !== 'string') continue;
    if (field.type === 'radio') {
      if (field.value === value) field.click();
    } else if (field.value !== value) {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}

function namedFields(): Field[] {
  const fields = document.querySelectorAll<Field>('input[name], select[name]');
  return [...fields].filter(({ type }) => !/password|hidden|file/.test(type));
}
