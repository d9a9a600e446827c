import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeErrors, closeToast, toast, toastError, toastSuccess } from './toasts.ts';

const text = (): string | undefined => toast.get()?.text;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  toast.set(null);
  vi.useRealTimers();
});

test('an error is shown at once and a success after 0.1 s, each for 5 s', () => {
  toastError('An error occured!');
  expect(text()).toBe('An error occured!');
  vi.advanceTimersByTime(4_999);
  expect(text()).toBe('An error occured!');
  vi.advanceTimersByTime(1);
  expect(text()).toBeUndefined();
  toastSuccess('Saved');
  vi.advanceTimersByTime(99);
  expect(text()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(text()).toBe('Saved');
  vi.advanceTimersByTime(5_000);
  expect(text()).toBeUndefined();
});

test('a new one takes the place of the one before, and has 5 s of its own', () => {
  toastError('Failed to delete!');
  vi.advanceTimersByTime(4_000);
  toastError('Failed to delete!');
  vi.advanceTimersByTime(4_000);
  expect(text()).toBe('Failed to delete!');
  toastSuccess('Saved');
  vi.advanceTimersByTime(100);
  expect(text()).toBe('Saved');
  closeErrors();
  expect(text()).toBe('Saved');
  const first = toast.get()?.id ?? 0;
  toastError('An error occured!');
  closeToast(first);
  expect(text()).toBe('An error occured!');
  closeErrors();
  expect(text()).toBeUndefined();
});
