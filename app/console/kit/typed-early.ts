import { useLayoutEffect } from 'react';
import { HYDRATED } from '../../document/hydration.ts';

type Typed = readonly [field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string | boolean];

/**
 * What was typed before the scripts ran is typed once more when they run: React knows nothing of it, and would show what
 * it has itself with its next change.
 */
export function useTypedEarly(): void {
  useLayoutEffect(() => {
    const fields = document.querySelectorAll<Typed[0]>('input, textarea, select');
    const early = [...fields].filter(isTyped).map((field): Typed => [field, valueOf(field)]);
    const typeAgain = (): void => early.forEach(typeInto);
    addEventListener(HYDRATED, typeAgain, { once: true });
    return () => removeEventListener(HYDRATED, typeAgain);
  }, []);
}

function hasTick(field: Typed[0]): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function valueOf(field: Typed[0]): string | boolean {
  return hasTick(field) ? field.checked : field.value;
}

/** Whether a field has something else than the page that it came with. */
export function isTyped(field: Typed[0]): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, first);
  }
  return hasTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

function typeInto([field, value]: Typed): void {
  if (!field.isConnected || field.type === 'file') return;
  if (hasTick(field)) {
    field.checked = value === false;
    if (field.checked === false || field.type === 'checkbox') field.click();
  } else if (field instanceof HTMLSelectElement) {
    field.value = String(value);
    field.dispatchEvent(new Event('change', { bubbles: true }));
  } else {
    field.value = field.defaultValue;
    // React notices only a change that it has not made by this element's own property.
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
