import { createValue } from './value.ts';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
  /** Takes back what was done, or does what its button says. */
  readonly undo?: (() => void) | undefined;
  readonly button?: string | undefined;
}

/** How long a toast is shown, and the delay of a success toast, in ms (product §9). */
const TOAST_MS = 5000;
const SUCCESS_DELAY_MS = 100;

/** What is shown: the next one takes its place. */
export const toast = createValue<Toast | null>(null);
let lastId = 0;

function show(kind: Toast['kind'], text: string, undo?: () => void, button?: string): void {
  const id = (lastId += 1);
  toast.set({ id, kind, text, undo, button });
  setTimeout(closeToast, TOAST_MS, id);
}

export function toastSuccess(text: string, undo?: () => void, button?: string): void {
  setTimeout(() => show('success', text, undo, button), SUCCESS_DELAY_MS);
}

export function toastError(text: string): void {
  show('error', text);
}

export function closeErrors(): void {
  if (toast.get()?.kind === 'error') toast.set(null);
}

export function closeToast(id: number): void {
  if (toast.get()?.id === id) toast.set(null);
}
