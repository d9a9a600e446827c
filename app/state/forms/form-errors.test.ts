import { redirect, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerOr } from './form-errors.ts';

const FAILED = { error: 'An error occured!' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the shop's answer is returned, and no timer is left", async () => {
  await expect(answerOr(Promise.resolve({ error: 'user not found!' }), () => FAILED)).resolves.toEqual({
    error: 'user not found!',
  });
  expect(vi.getTimerCount()).toBe(0);
});

test('a redirect is passed on', async () => {
  await expect(answerOr(Promise.reject(redirect('/')), () => FAILED)).rejects.toBeInstanceOf(Response);
});

test.each([
  ['a lost network', new TypeError('Failed to fetch'), 503],
  ["a proxy's own answer", new ErrorResponse(502, 'Bad Gateway', '<html>'), 502],
  ['an error of the shop', new Error('Unexpected Server Error'), 503],
])('%s: returns the failure with a status that keeps the screen', async (_, thrown, status) => {
  await expect(answerOr(Promise.reject(thrown), () => FAILED)).resolves.toMatchObject({
    data: FAILED,
    init: { status },
  });
  await expect(answerOr(Promise.reject(thrown), (code) => ({ code }))).resolves.toMatchObject({
    data: { code: status },
  });
});

test('waiting for an answer ends after 30 s', async () => {
  const answer = answerOr(new Promise<never>(() => undefined), () => FAILED);
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(answer).resolves.toMatchObject({ data: FAILED, init: { status: 503 } });
});
