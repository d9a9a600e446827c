import { expect, test } from 'vitest';
import { createTokenCheck } from './operator-token.ts';

const TOKEN = 'correct-horse-battery-staple-and-more';
const admit = createTokenCheck({ token: TOKEN, rateLimit: false });

test.each([`Bearer ${TOKEN}`, `bearer  ${TOKEN} `])('%j is accepted', (header) => {
  expect(admit(header, null)).toEqual({ kind: 'admitted' });
});

test.each([
  null,
  undefined,
  '',
  'Bearer',
  'Bearer ',
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Bearer ${TOKEN}2`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `Bearer ${TOKEN} extra`,
  `Basic ${TOKEN}`,
  TOKEN,
])('%j is refused', (header) => expect(admit(header, null)).toEqual({ kind: 'refused' }));

test('an empty token is never accepted', () => {
  expect(createTokenCheck({ token: '', rateLimit: false })('Bearer ', null)).toEqual({ kind: 'refused' });
});

test('a network that guesses must wait; the right token and other networks need not', () => {
  let now = 0;
  const limited = createTokenCheck({ token: TOKEN, rateLimit: true, now: () => now });
  const guess = (address: string): string => limited('Bearer guess', address).kind;
  const guesses = Array.from({ length: 300 }, () => guess('2001:db8:1:2::1'));
  expect(guesses.indexOf('limited')).toBe(10);
  expect(guesses.lastIndexOf('refused')).toBe(9);
  expect(guess('2001:db8:1:2::9')).toBe('limited');
  expect(guess('2001:db8:1:3::1')).toBe('refused');
  expect(limited(`Bearer ${TOKEN}`, '2001:db8:1:2::1').kind).toBe('admitted');
  expect(limited('Bearer guess', '2001:db8:1:2::1')).toEqual({ kind: 'limited', retryAfter: 60 });
  now += 60_000;
  expect(guess('2001:db8:1:2::1')).toBe('refused');
});

test('requests without a token are not counted as guesses', () => {
  const limited = createTokenCheck({ token: TOKEN, rateLimit: true });
  for (let asked = 0; asked < 50; asked += 1) expect(limited(null, '127.0.0.1').kind).toBe('refused');
});

test('the token of the metrics opens these only', () => {
  const metricsToken = `${TOKEN}-of-metrics`;
  const check = createTokenCheck({ token: TOKEN, metricsToken, rateLimit: false });
  expect(check(`Bearer ${metricsToken}`, null, 'metrics').kind).toBe('admitted');
  expect(check(`Bearer ${metricsToken}`, null, 'api').kind).toBe('refused');
  for (const door of ['api', 'metrics'] as const) expect(check(`Bearer ${TOKEN}`, null, door).kind).toBe('admitted');
});
