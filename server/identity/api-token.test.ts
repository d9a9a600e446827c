import { expect, onTestFinished, test, vi } from 'vitest';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import { createOperatorAuthentication, type Door } from './api-token.ts';

const TOKEN = 'correct-horse-battery-staple-and-more';

function doorkeeper({ token = TOKEN, metricsToken = TOKEN, rateLimit = false } = {}) {
  const admit = createOperatorAuthentication({ metricsToken, rateLimit }, token, { log: () => {} });
  return (authorization: string | null, address = '127.0.0.1', door: Door = 'api') => {
    const headers = new Headers({ [CLIENT_ADDRESS]: address });
    if (authorization !== null) headers.set('authorization', authorization);
    return admit(headers, door);
  };
}

const admit = doorkeeper();

test.each([`Bearer ${TOKEN}`, `bearer  ${TOKEN} `])('%j is accepted', (header) => {
  expect(admit(header)).toEqual({ kind: 'admitted' });
});

test.each([
  null,
  '',
  'Bearer',
  'Bearer ',
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Bearer ${TOKEN}2`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `Bearer ${TOKEN} extra`,
  `Basic ${TOKEN}`,
  TOKEN,
])('%j is refused', (header) => expect(admit(header)).toEqual({ kind: 'refused' }));

test('an empty token is never accepted', () => {
  expect(doorkeeper({ token: '' })('Bearer ')).toEqual({ kind: 'refused' });
});

test('a network that guesses must wait; the right token and other networks need not', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1);
  const limited = doorkeeper({ rateLimit: true });
  const guess = (address: string): string => limited('Bearer guess', address).kind;
  const guesses = Array.from({ length: 300 }, () => guess('2001:db8:1:2::1'));
  expect(guesses.indexOf('limited')).toBe(10);
  expect(guesses.lastIndexOf('refused')).toBe(9);
  expect(guess('2001:db8:1:2::9')).toBe('limited');
  expect(guess('2001:db8:1:3::1')).toBe('refused');
  expect(limited(`Bearer ${TOKEN}`, '2001:db8:1:2::1').kind).toBe('admitted');
  vi.advanceTimersByTime(20_000);
  expect(limited('Bearer guess', '2001:db8:1:2::1')).toEqual({ kind: 'limited', retryAfter: 40 });
  vi.advanceTimersByTime(40_001);
  expect(guess('2001:db8:1:2::1')).toBe('refused');
});

test('requests without a token are not counted as guesses', () => {
  const limited = doorkeeper({ rateLimit: true });
  for (let asked = 0; asked < 50; asked += 1) expect(limited(null).kind).toBe('refused');
});

test('the token of the metrics opens these only', () => {
  const metricsToken = `${TOKEN}-of-metrics`;
  const check = doorkeeper({ metricsToken });
  expect(check(`Bearer ${metricsToken}`, '127.0.0.1', 'metrics').kind).toBe('admitted');
  expect(check(`Bearer ${metricsToken}`, '127.0.0.1', 'api').kind).toBe('refused');
  for (const door of ['api', 'metrics'] as const)
    expect(check(`Bearer ${TOKEN}`, '127.0.0.1', door).kind).toBe('admitted');
});
