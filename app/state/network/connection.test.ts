import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConnection, failureOf } from './connection.ts';

describe('why an answer is missing', () => {
  test.each([
    // Chromium, Firefox and Safari.
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
    new TypeError('The Internet connection appears to be offline.'),
    // A page with status 200 that is not the shop's, or an interrupted answer.
    new Error('Unable to decode turbo-stream response', { cause: new TypeError('network error') }),
  ])('offline: %s', (error) => expect(failureOf(error)).toBe('offline'));

  test.each([429, 502, 503, 504])('busy: an answer of status %i', (status) => {
    expect(failureOf(new ErrorResponse(status, '', '<html>'))).toBe('busy');
  });

  test.each([
    new ErrorResponse(500, '', '<html>'),
    new ErrorResponse(404, '', 'nothing here'),
    new Error('Unexpected Server Error'),
    new TypeError("Cannot read properties of undefined (reading 'id')"),
    'a string',
  ])('broken: %s', (error) => expect(failureOf(error)).toBe('broken'));
});

describe('retrying', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = (random: number) => {
    const events = new EventTarget();
    const conn = createConnection(events, () => random);
    const retry = vi.fn<() => void>(() => conn.reportFailure());
    conn.onRetry(retry);
    return { conn, retry, online: () => events.dispatchEvent(new Event('online')) };
  };

  test('happens with growing waits, up to 15 s', async () => {
    const { conn, retry } = start(1);
    conn.reportFailure();
    const waits: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const before = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      waits.push(Date.now() - before);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(retry).toHaveBeenCalledTimes(7);
  });

  test('makes each wait randomly shorter, by up to half', async () => {
    const { conn, retry } = start(0);
    conn.reportFailure();
    await vi.advanceTimersByTimeAsync(499);
    expect(retry).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(retry).toHaveBeenCalledTimes(1);
  });

  test('waits once for several failures', () => {
    const { conn } = start(1);
    conn.reportFailure();
    conn.reportFailure();
    expect(vi.getTimerCount()).toBe(1);
  });

  test('happens immediately when the browser is online again, and then with short waits again', async () => {
    const { conn, retry, online } = start(1);
    conn.reportFailure();
    await vi.advanceTimersByTimeAsync(20_000);
    retry.mockClear();
    online();
    expect(retry).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(retry).toHaveBeenCalledTimes(2);
    expect(conn.isLost()).toBe(true);
  });

  test('happens immediately after a successful request', async () => {
    const { conn, retry } = start(1);
    retry.mockImplementation(() => undefined);
    conn.reportFailure();
    expect(conn.isLost()).toBe(true);
    conn.reportSuccess();
    expect(retry).toHaveBeenCalledTimes(1);
    expect(conn.isLost()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('happens after a success also while the connection is not lost, for pictures', () => {
    const { conn, retry } = start(1);
    retry.mockImplementation(() => undefined);
    conn.reportSuccess();
    expect(retry).toHaveBeenCalledTimes(1);
  });

  test('does not happen for a slow request', () => {
    const { conn } = start(1);
    conn.reportSlow();
    expect(conn.isLost()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('can be waited for', async () => {
    const { conn } = start(1);
    const retried = vi.fn<() => void>();
    void conn.nextTry().then(retried);
    expect(conn.isLost()).toBe(true);
    await vi.advanceTimersByTimeAsync(999);
    expect(retried).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(retried).toHaveBeenCalledOnce();
  });
});
