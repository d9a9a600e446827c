import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinedDateText, parseJoinedDate } from './joined-date.ts';
import { forAll } from '../../test/support/properties.ts';

describe('the joined date (product §3)', () => {
  test.each([
    [Date.UTC(2026, 0, 1, 0, 0, 0), 'January 01, 2026 06:00:00 AM'],
    [Date.UTC(2025, 11, 31, 18, 0, 0), 'January 01, 2026 12:00:00 AM'],
    [Date.UTC(2025, 11, 31, 17, 59, 59), 'December 31, 2025 11:59:59 PM'],
    [Date.UTC(2024, 1, 29, 6, 5, 9), 'February 29, 2024 12:05:09 PM'],
    [Date.UTC(2026, 8, 5, 3, 4, 5), 'September 05, 2026 09:04:05 AM'],
  ])('%i is %s', (moment, text) => expect(joinedDateText(new Date(moment))).toBe(text));

  test("is the given time in Bangladesh's time zone", () => {
    const start = Date.UTC(2011, 0, 1) / 1_000;
    forAll(fc.integer({ min: start, max: start + 4_000_000_000 }), (second) => {
      const text = joinedDateText(new Date(second * 1_000));
      expect(text).toMatch(/^[A-Z][a-z]+ \d\d, \d{4} (0[1-9]|1[0-2]):\d\d:\d\d [AP]M$/);
      expect(Date.parse(`${text} GMT+0600`)).toBe(second * 1_000);
    });
  });

  test('is read back as the same second', () => {
    forAll(fc.integer({ min: Date.UTC(1900) / 1_000, max: Date.UTC(2500) / 1_000 }), (second) => {
      expect(parseJoinedDate(joinedDateText(new Date(second * 1_000)))).toEqual(new Date(second * 1_000));
    });
    expect(parseJoinedDate('November 21, 2026 06:05:09 PM')?.toISOString()).toBe('2026-11-21T12:05:09.000Z');
  });

  test.each([
    '',
    'yesterday',
    '2026-11-21T12:05:09Z',
    'Novembre 21, 2026 06:05:09 PM',
    'november 21, 2026 06:05:09 PM',
    'November 21, 2026 06:05 PM',
    'November 1, 2026 06:05:09 PM',
    'November 21, 2026 06:05:09',
    'November 21, 2026 06:05:09 PM\n',
    '২১ নভেম্বর ২০২৬',
  ])('cannot be read from %j', (text) => expect(parseJoinedDate(text)).toBeNull());
});
