import { useLayoutEffect } from 'react';
import { HYDRATED } from '../../document/hydration.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What was typed before the scripts ran is typed once more when they run: React knows nothing of it, and would show what
 * it has itself with its next change.
 */
export function useTypedEarly(): void {
  useLayoutEffect(() => {
    const fields = [...document.querySelectorAll<Field>('input, textarea, select')];
    // What they have now: by then React may have shown what the browser has stored.
    const early = fields.filter(isTyped).map((field) => [field, hasTick(field) ? field.checked : field.value] as const);
    const typeAgain = (): void => early.forEach(([field, value]) => typeInto(field, value));
    addEventListener(HYDRATED, typeAgain, { once: true });
    return () => removeEventListener(HYDRATED, typeAgain);
  }, []);
}

function hasTick(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

/** Whether a field has something else than the page that it came with. */
export function isTyped(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  return hasTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function typeInto(field: Field, value: string | boolean): void {
  if (!field.isConnected || field.type === 'file') return;
  if (hasTick(field)) {
    field.checked = value === false;
    if (field.checked === false || field.type === 'checkbox') field.click();
    return;
  }
  const isSelect = field instanceof HTMLSelectElement;
  if (!isSelect) field.value = field.defaultValue;
  // React notices only a change that it has not made by this element's own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
}
