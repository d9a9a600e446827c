import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createConnection, faultOf } from './connection.ts';

describe('why an answer did not come', () => {
  test.each([
    // Chromium, Firefox and Safari.
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
    new TypeError('The Internet connection appears to be offline.'),
    // A page of status 200 that is not the shop's, or one that was cut off.
    new Error('Unable to decode turbo-stream response', { cause: new TypeError('network error') }),
  ])('offline: %s', (error) => expect(faultOf(error)).toBe('offline'));

  test.each([429, 502, 503, 504])('busy: an answer of status %i', (status) => {
    expect(faultOf(new ErrorResponse(status, '', '<html>'))).toBe('busy');
  });

  test.each([
    new ErrorResponse(500, '', '<html>'),
    new ErrorResponse(404, '', 'nothing here'),
    new Error('Unexpected Server Error'),
    new TypeError("Cannot read properties of undefined (reading 'id')"),
    'a string',
  ])('broken: %s', (error) => expect(faultOf(error)).toBe('broken'));
});

describe('asking again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const start = (random: number) => {
    const events = new EventTarget();
    const conn = createConnection(events, () => random);
    const retry = vi.fn<() => void>(() => conn.lose());
    conn.onRetry(retry);
    return { conn, retry, online: () => events.dispatchEvent(new Event('online')) };
  };

  test('less and less often, at most every 15 s', async () => {
    const { conn, retry } = start(1);
    conn.lose();
    const waits: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      const before = Date.now();
      await vi.advanceTimersToNextTimerAsync();
      waits.push(Date.now() - before);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(retry).toHaveBeenCalledTimes(7);
  });

  test('each wait is shorter by up to half of it', async () => {
    const { conn, retry } = start(0);
    conn.lose();
    await vi.advanceTimersByTimeAsync(499);
    expect(retry).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(retry).toHaveBeenCalledTimes(1);
  });

  test('several losses are one wait', () => {
    const { conn } = start(1);
    conn.lose();
    conn.lose();
    expect(vi.getTimerCount()).toBe(1);
  });

  test('at once when the browser finds a network, and quickly again from then on', async () => {
    const { conn, retry, online } = start(1);
    conn.lose();
    await vi.advanceTimersByTimeAsync(20_000);
    retry.mockClear();
    online();
    expect(retry).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(retry).toHaveBeenCalledTimes(2);
    expect(conn.isLost()).toBe(true);
  });

  test('whoever waits hears at once that an answer came', async () => {
    const { conn, retry } = start(1);
    const told = vi.fn<() => void>();
    conn.subscribe(told);
    retry.mockImplementation(() => undefined);
    conn.lose();
    conn.find();
    expect(retry).toHaveBeenCalledTimes(1);
    expect(told).toHaveBeenCalledTimes(2);
    expect(conn.isLost()).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an answer is told to those who wait without having lost the connection, as pictures do', () => {
    const { conn, retry } = start(1);
    retry.mockImplementation(() => undefined);
    conn.find();
    expect(retry).toHaveBeenCalledTimes(1);
  });

  test('an answer that takes long is waited for, without asking again', () => {
    const { conn } = start(1);
    conn.doubt();
    expect(conn.isLost()).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
