import { asRecord } from '../../domain/record.ts';
import { namedFields } from './named-fields.ts';

/** Fills in the fields that `storeTypedFields` has stored, if they are this page's. */
export default function restoreFields(stored: unknown): void {
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
