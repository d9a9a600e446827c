import { redirect } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PATIENCE_MS } from '../../../base/page-copies.ts';
import { askSession } from './ask-session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a visitor is redirected, and an error of the shop is passed on', async () => {
  const login = redirect('/user/login');
  await expect(askSession(() => Promise.reject(login))).rejects.toBe(login);
  const error = new Error('Unexpected Server Error');
  await expect(askSession(() => Promise.reject(error))).rejects.toBe(error);
});

test('an answer is passed on', async () => {
  await expect(askSession(() => Promise.resolve('answer'))).resolves.toBe('answer');
});

test('without a network the screen opens immediately', async () => {
  await expect(askSession(() => Promise.reject(new TypeError('Failed to fetch')))).resolves.toBeNull();
});

test('with a slow network it opens after the patience', async () => {
  const opened = vi.fn<() => void>();
  void askSession(() => new Promise(() => undefined)).then(opened);
  await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveBeenCalledOnce();
});
