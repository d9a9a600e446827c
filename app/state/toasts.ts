import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
}

/** How long a toast is shown, and the delay of a success toast, in ms (product §9). */
const TOAST_MS = 5000;
const SUCCESS_DELAY_MS = 100;

const NO_TOASTS: readonly Toast[] = [];
let toasts = NO_TOASTS;
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}

function show(kind: Toast['kind'], text: string): void {
  const id = (lastId += 1);
  // The same text again replaces its toast; a success removes the errors.
  const others = toasts.filter((toast) => toast.text !== text && (kind === 'error' || toast.kind !== 'error'));
  update([...others, { id, kind, text }]);
  setTimeout(() => closeToast(id), TOAST_MS);
}

/** Shows a success, after 100 ms. */
export function toastSuccess(text: string): void {
  setTimeout(() => show('success', text), SUCCESS_DELAY_MS);
}

/** Shows an error immediately. */
export function toastError(text: string): void {
  show('error', text);
}

/** Removes error toasts when the error is solved. */
export function closeErrors(): void {
  update(toasts.filter((toast) => toast.kind !== 'error'));
}

export function closeToast(id: number): void {
  if (toasts.some((toast) => toast.id === id)) update(toasts.filter((toast) => toast.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
    () => NO_TOASTS,
  );
}
