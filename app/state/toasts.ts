import { createValue } from './value.ts';

interface Toast {
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

/** The oldest first. */
export const toasts = createValue<readonly Toast[]>([]);
let lastId = 0;

function show(kind: Toast['kind'], text: string, undo?: () => void, button?: string): void {
  const id = (lastId += 1);
  // The same text again replaces its toast; a success removes the errors.
  const others = toasts.get().filter((toast) => toast.text !== text && (kind === 'error' || toast.kind !== 'error'));
  toasts.set([...others, { id, kind, text, undo, button }]);
  setTimeout(closeToast, TOAST_MS, id);
}

export function toastSuccess(text: string, undo?: () => void, button?: string): void {
  setTimeout(() => show('success', text, undo, button), SUCCESS_DELAY_MS);
}

export function toastError(text: string): void {
  show('error', text);
}

export function closeErrors(): void {
  toasts.set(toasts.get().filter((toast) => toast.kind !== 'error'));
}

export function closeToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
