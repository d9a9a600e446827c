import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
}

/** How long a toast stays, and how long a success waits before it shows, in ms (product §9). */
const TOAST_MS = 5000;
const SUCCESS_DELAY_MS = 100;

const NONE: readonly Toast[] = [];
let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

function update(next: readonly Toast[]): void {
  toasts = next;
  listeners.forEach((listener) => listener());
}

function show(kind: Toast['kind'], text: string): void {
  const id = (lastId += 1);
  // The same sentence twice is one toast, shown anew; what went well takes away what went wrong before.
  const others = toasts.filter((toast) => toast.text !== text && (kind === 'error' || toast.kind !== 'error'));
  update([...others, { id, kind, text }]);
  setTimeout(() => closeToast(id), TOAST_MS);
}

/** Tells of something that went well, 100 ms later. */
export function toastSuccess(text: string): void {
  setTimeout(() => show('success', text), SUCCESS_DELAY_MS);
}

/** Tells of something that went wrong, at once. */
export function toastError(text: string): void {
  show('error', text);
}

/** Takes away what went wrong before, once it is put right. */
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
    () => NONE,
  );
}
