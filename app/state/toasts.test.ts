import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeErrors, closeToast, toastError, toasts, toastSuccess } from './toasts.ts';

const texts = (): string[] => toasts.get().map(({ text }) => text);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  toasts.set([]);
  vi.useRealTimers();
});

test('an error is shown at once and a success after 0.1 s, each for 5 s', () => {
  toastError('An error occured!');
  expect(texts()).toEqual(['An error occured!']);
  vi.advanceTimersByTime(4_999);
  expect(texts()).toEqual(['An error occured!']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  toastSuccess('Saved');
  vi.advanceTimersByTime(99);
  expect(texts()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['Saved']);
  vi.advanceTimersByTime(5_000);
  expect(texts()).toEqual([]);
});

test('the same text replaces its toast, and a success the errors', () => {
  toastError('Failed to delete!');
  toastError('An error occured!');
  toastError('Failed to delete!');
  expect(texts()).toEqual(['An error occured!', 'Failed to delete!']);
  toastSuccess('Saved');
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual(['Saved']);
  toastError('An error occured!');
  closeErrors();
  expect(texts()).toEqual(['Saved']);
  closeToast(toasts.get()[0]?.id ?? 0);
  expect(texts()).toEqual([]);
});
