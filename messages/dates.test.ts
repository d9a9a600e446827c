import { describe, expect, test } from 'vitest';
import { importInBangla } from '../test/support/bangla.ts';
import { EXPECTED_ON, TODAY, TOMORROW } from './bn.ts';
import * as english from './dates.ts';

const bangla = await importInBangla(() => import('./dates.ts'));

/** A Bangla text around a day. The names of `Intl` may be composed in another way. */
function around(text: string, day: string): string {
  return text.replace('{day}', day).normalize('NFC');
}

test.each([
  ['2026-11-22', '2026-11-22', 'today, Sunday 22 November', around(TODAY, 'রবিবার, ২২ নভেম্বর')],
  ['2026-11-23', '2026-11-22', 'tomorrow, Monday 23 November', around(TOMORROW, 'সোমবার, ২৩ নভেম্বর')],
  ['2026-11-29', '2026-11-22', 'Sunday 29 November', 'রবিবার, ২৯ নভেম্বর'],
  ['2026-09-01', '2026-11-22', 'Tuesday 1 September', 'মঙ্গলবার, ১ সেপ্টেম্বর'],
  ['2027-01-03', '2026-12-31', 'Sunday 3 January 2027', 'রবিবার, ৩ জানুয়ারি ২০২৭'],
  ['2028-01-01', '2027-12-31', 'tomorrow, Saturday 1 January 2028', around(TOMORROW, 'শনিবার, ১ জানুয়ারি ২০২৮')],
  ['2025-11-22', '2026-11-22', 'Saturday 22 November 2025', 'শনিবার, ২২ নভেম্বর ২০২৫'],
])('the expected delivery on %s, seen on %s, is %j', (day, today, inEnglish, inBangla) => {
  expect(english.formatExpectedDelivery(day, today)).toBe(`Expected delivery: ${inEnglish}`);
  expect(bangla.formatExpectedDelivery(day, today).normalize('NFC')).toBe(around(EXPECTED_ON, inBangla));
});

describe('a time', () => {
  test.each([
    ['2026-11-22T12:30:00Z', '22 Nov 2026, 6:30 PM', '২২ নভেম্বর ২০২৬, সন্ধ্যা ৬:৩০'],
    ['2026-11-22T17:59:59Z', '22 Nov 2026, 11:59 PM', '২২ নভেম্বর ২০২৬, রাত ১১:৫৯'],
    ['2026-11-22T18:00:00Z', '23 Nov 2026, 12:00 AM', '২৩ নভেম্বর ২০২৬, রাত ১২:০০'],
    ['2026-11-22T06:05:00Z', '22 Nov 2026, 12:05 PM', '২২ নভেম্বর ২০২৬, দুপুর ১২:০৫'],
    ['2026-09-01T03:09:00Z', '1 Sep 2026, 9:09 AM', '১ সেপ্টেম্বর ২০২৬, সকাল ৯:০৯'],
    ['2026-12-31T18:30:00Z', '1 Jan 2027, 12:30 AM', '১ জানুয়ারি ২০২৭, রাত ১২:৩০'],
  ])('%s is %j', (time, inEnglish, inBangla) => {
    expect(english.formatTime(new Date(time))).toBe(inEnglish);
    expect(bangla.formatTime(new Date(time)).normalize('NFC')).toBe(inBangla.normalize('NFC'));
  });
});

describe('the time of a copy', () => {
  const now = Date.parse('2026-11-22T12:30:00Z');

  test.each([
    ['2026-11-22T08:05:00Z', '14:05', 'দুপুর ২:০৫'],
    ['2026-11-21T18:00:00Z', '00:00', 'রাত ১২:০০'],
    ['2026-11-21T17:59:00Z', '21 Nov, 23:59', '২১ নভেম্বর, রাত ১১:৫৯'],
    ['2026-11-21T08:05:00Z', '21 Nov, 14:05', '২১ নভেম্বর, দুপুর ২:০৫'],
    ['2026-09-01T03:09:00Z', '1 Sep, 09:09', '১ সেপ্টেম্বর, সকাল ৯:০৯'],
  ])('%s has its day only when it is not today’s in Dhaka: %j', (storedAt, inEnglish, inBangla) => {
    expect(english.formatTimeOfCopy(Date.parse(storedAt), now)).toBe(inEnglish);
    expect(bangla.formatTimeOfCopy(Date.parse(storedAt), now).normalize('NFC')).toBe(inBangla.normalize('NFC'));
  });
});
