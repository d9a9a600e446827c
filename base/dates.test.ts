import { describe, expect, test } from 'vitest';
import { TEXTS } from '../messages/texts.ts';
import { times } from '../test/support/arbitraries.ts';
import { forAll } from '../test/support/properties.ts';
import { clockParts, dayInDhaka, dayParts, fromDhaka, inDhaka, type DayPeriods } from './dates.ts';
import { isDay } from '../domain/orders/delivery.ts';
import { asciiDigits } from './digits.ts';
import { LANGUAGES, LANGUAGE_RULES, type Language } from './language.ts';

const periodsOf = (language: Language): DayPeriods => TEXTS[language].DAY_PERIODS;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A time of 22 November 2026 in Dhaka. */
function at(hour: number, minute = 0): Date {
  return new Date(Date.UTC(2026, 10, 22, hour - 6, minute));
}

describe('a day', () => {
  test('begins at midnight in Dhaka, which is 18:00 UTC', () => {
    expect(dayInDhaka(new Date('2026-11-22T17:59:59.999Z'))).toBe('2026-11-22');
    expect(dayInDhaka(new Date('2026-11-22T18:00:00Z'))).toBe('2026-11-23');
    expect(dayInDhaka(new Date('2026-12-31T18:00:00Z'))).toBe('2027-01-01');
  });

  test('in Dhaka is that of the time zone database', () => {
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka' });
    forAll(times, (time) => {
      const fields = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
      expect(dayInDhaka(time)).toBe(`${fields.year}-${fields.month}-${fields.day}`);
      expect(isDay(dayInDhaka(time))).toBe(true);
      expect(fromDhaka(inDhaka(time))).toEqual(time);
    });
  });

  test.each([
    ['en', 'long', { weekday: 'Sunday', day: '22', month: 'November', year: '2026' }],
    ['en', 'short', { weekday: 'Sunday', day: '22', month: 'Nov', year: '2026' }],
    ['bn', 'long', { weekday: 'রবিবার', day: '২২', month: 'নভেম্বর', year: '২০২৬' }],
    ['bn', 'short', { weekday: 'রবিবার', day: '২২', month: 'নভেম্বর', year: '২০২৬' }],
  ] as const)('has its words in %s, with a %s month', (language, month, parts) => {
    expect(dayParts(language, '2026-11-22', month)).toEqual(parts);
  });

  test('has the names and the digits of the language for all times', () => {
    const named = (language: Language, part: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(LANGUAGE_RULES[language].locale, { ...part, timeZone: 'UTC' });
    const formats = LANGUAGES.map((language) => ({
      language,
      weekday: named(language, { weekday: 'long' }),
      month: named(language, { month: 'long' }),
    }));
    forAll(times, (time) => {
      const day = dayInDhaka(time);
      for (const { language, weekday, month } of formats) {
        const parts = dayParts(language, day);
        expect(parts.weekday).toBe(weekday.format(new Date(day)));
        expect(parts.month).toBe(month.format(new Date(day)));
        const [year, , dayOfMonth] = day.split('-').map(Number);
        expect([asciiDigits(parts.year), asciiDigits(parts.day)]).toEqual([String(year), String(dayOfMonth)]);
      }
      expect(Object.values(dayParts('bn', day)).join(' ')).not.toMatch(/[0-9A-Za-z]/);
    });
  });
});

describe('a time of day', () => {
  test.each([
    ['2026-11-22T12:30:00Z', { hour: '6', minute: '30', period: 'PM' }, { hour: '৬', minute: '৩০', period: 'সন্ধ্যা' }],
    ['2026-11-22T18:00:00Z', { hour: '12', minute: '00', period: 'AM' }, { hour: '১২', minute: '০০', period: 'রাত' }],
    ['2026-11-22T06:05:00Z', { hour: '12', minute: '05', period: 'PM' }, { hour: '১২', minute: '০৫', period: 'দুপুর' }],
    ['2026-11-22T03:09:59Z', { hour: '9', minute: '09', period: 'AM' }, { hour: '৯', minute: '০৯', period: 'সকাল' }],
  ])('%s in Dhaka', (time, english, bangla) => {
    expect(clockParts('en', new Date(time), periodsOf('en'))).toEqual(english);
    expect(clockParts('bn', new Date(time), periodsOf('bn'))).toEqual(bangla);
  });

  test('is called in Bangla as people in Dhaka call it', () => {
    const names = HOURS.map((hour) => clockParts('bn', at(hour), periodsOf('bn')).period);
    const inOrder = (first: number, last: number): string => [...new Set(names.slice(first, last + 1))].join(' ');
    expect([inOrder(0, 3), inOrder(4, 5), inOrder(6, 11), inOrder(12, 14)]).toEqual(['রাত', 'ভোর', 'সকাল', 'দুপুর']);
    expect([inOrder(15, 17), inOrder(18, 19), inOrder(20, 23)]).toEqual(['বিকেল', 'সন্ধ্যা', 'রাত']);
  });

  test.each(LANGUAGES)('has a name at every hour in %s, until the last minute of it', (language) => {
    const periods = periodsOf(language);
    expect(periods[0]?.[0]).toBe(0);
    expect(periods.map(([from]) => from)).toEqual(periods.map(([from]) => from).toSorted((a, b) => a - b));
    for (const hour of HOURS) {
      const { period } = clockParts(language, at(hour), periods);
      expect(periods.map(([, name]) => name)).toContain(period);
      expect(clockParts(language, at(hour, 59), periods)).toMatchObject({ period });
    }
  });

  test('is that of Intl for all times', () => {
    const format = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Dhaka' });
    forAll(times, (time) => {
      const given = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
      const { hour, minute, period } = clockParts('en', time, periodsOf('en'));
      expect([hour, minute, period]).toEqual([given.hour, given.minute, given.dayPeriod]);
      const bangla = clockParts('bn', time, periodsOf('bn'));
      expect([asciiDigits(bangla.hour), asciiDigits(bangla.minute)]).toEqual([hour, minute]);
      expect(bangla.hour + bangla.minute).not.toMatch(/[0-9]/);
    });
  });
});
