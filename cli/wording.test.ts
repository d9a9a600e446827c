import { expect, test } from 'vitest';
import { countOf, formatTime, formatTk, groupDigits, parseDuration, parseMoment } from './wording.ts';

test('counts and amounts are grouped', () => {
  expect(groupDigits(100_000)).toBe('100,000');
  expect(countOf(1, 'product')).toBe('1 product');
  expect(countOf(2_000, 'product')).toBe('2,000 products');
  expect(formatTk(1234.5)).toBe('1,234.5');
  expect(formatTk(60)).toBe('60.0');
});

test('times are in Bangladesh’s time zone', () => expect(formatTime('2026-11-21T18:30:00Z')).toBe('2026-11-22 00:30'));

test.each([
  ['2026-11-21', '2026-11-20T18:00:00.000Z'],
  ['2026-11-21T18:05', '2026-11-21T12:05:00.000Z'],
  ['2026-11-21 18:05:30', '2026-11-21T12:05:30.000Z'],
  ['2026-11-21T18:05:00.000Z', '2026-11-21T18:05:00.000Z'],
  ['2026-11-21T18:05+01:00', '2026-11-21T17:05:00.000Z'],
])('%s is %s', (text, moment) => expect(parseMoment(text)?.toISOString()).toBe(moment));

test.each(['', 'yesterday', '2026', '21-11-2026', '2026-02-31', '2026-13-01', '2026-11-21T25:00'])(
  '%j is no date',
  (text) => {
    expect(parseMoment(text)).toBeNull();
  },
);

test.each([
  ['30d', 2_592_000],
  ['12h', 43_200],
  ['2w', 1_209_600],
  ['90s', 90],
  ['0', 0],
  ['7', 604_800],
])('%s is %i s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

test.each(['', '-1d', '1.5d', 'month', '30 d', '1e3d'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});
