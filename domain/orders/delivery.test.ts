import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { times } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { dayInDhaka } from '../../base/dates.ts';
import {
  canDeliverOn,
  dayAfter,
  deliveryDays,
  expectedDelivery,
  isDay,
  promisePeriod,
  type DeliveryRules,
} from './delivery.ts';

const DAY_MS = 86_400_000;
/** Sunday to Thursday. */
const WEEK = [0, 1, 2, 3, 4];
const UNTIL_TWO: DeliveryRules = { days: WEEK, holidays: [], sameDayUntil: 14 * 60 };

/** A time in Dhaka: '2026-11-22 14:00'. */
function dhaka(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}+06:00`);
}

/** The days after a day: 0 is the day itself. */
function plus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** An order's time, and rules with holidays around it. */
const orders = fc
  .tuple(
    times,
    fc.array(fc.integer({ min: -3, max: 20 }), { maxLength: 24 }),
    fc.oneof(fc.constantFrom(0, 14 * 60, 1_439), fc.integer({ min: 0, max: 1_439 })),
    fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  )
  .map(([orderedAt, offsets, sameDayUntil, days]) => ({
    orderedAt,
    rules: { days, holidays: offsets.map((offset) => plus(dayInDhaka(orderedAt), offset)), sameDayUntil },
  }));

function weekday(day: string): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(new Date(day));
}

test('an order can be moved to a day with deliveries that is not over', () => {
  // A Tuesday; Friday and Saturday have none, and Wednesday is a holiday.
  const rules = { ...UNTIL_TWO, holidays: ['2026-11-25'] };
  expect(deliveryDays('2026-11-24', rules, 4)).toEqual(['2026-11-24', '2026-11-26', '2026-11-29', '2026-11-30']);
  const days = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27', '2026-11-29'];
  expect(days.filter((day) => canDeliverOn(day, '2026-11-24', rules))).toEqual(['2026-11-24', '2026-11-29']);
});

test('a period ends at midnight in Dhaka, and when the same day is over', () => {
  const period = (time: string, rules = UNTIL_TWO) => promisePeriod(dhaka(time), rules);
  expect(period('2026-11-22 00:00')).toBe(period('2026-11-22 13:59'));
  expect(period('2026-11-22 14:00')).not.toBe(period('2026-11-22 13:59'));
  expect(period('2026-11-22 14:00')).toBe(period('2026-11-22 23:59'));
  expect(period('2026-11-23 00:00')).not.toBe(period('2026-11-22 23:59'));
  expect(period('2026-11-22 00:00', { ...UNTIL_TWO, sameDayUntil: 0 })).toBe(
    period('2026-11-22 23:59', { ...UNTIL_TWO, sameDayUntil: 0 }),
  );
});

/** The days with delivery, written differently from the code. */
function hasDelivery(day: string, rules: DeliveryRules): boolean {
  const names = rules.days.map((number) => ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][number] ?? '');
  return names.includes(weekday(day)) && !new Set(rules.holidays).has(day);
}

describe('a day', () => {
  test.each(['2026-11-22', '2024-02-29', '2026-12-31', '2000-02-29'])('%s is in the calendar', (text) => {
    expect(isDay(text)).toBe(true);
  });

  test.each([
    '',
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '2026-11-22T00:00',
    ' 2026-11-22',
    '2026-11-22\n',
    '22-11-2026',
    '২০২৬-১১-২২',
  ])('%j is not', (text) => expect(isDay(text)).toBe(false));

  test.each([
    ['2026-11-22', '2026-11-23'],
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
    ['2100-02-28', '2100-03-01'],
  ])('after %s is %s', (day, next) => {
    expect(dayAfter(day)).toBe(next);
    expect(isDay(next)).toBe(true);
  });
});

describe('the expected delivery', () => {
  // 22 November 2026 is a Sunday.
  test.each([
    ['2026-11-22 00:00', '2026-11-22', 'after midnight'],
    ['2026-11-22 13:59:59.999', '2026-11-22', 'before the hour'],
    ['2026-11-22 14:00', '2026-11-23', 'at the hour'],
    ['2026-11-22 23:59', '2026-11-23', 'after the hour'],
    ['2026-11-26 13:59', '2026-11-26', 'on Thursday before the hour'],
    ['2026-11-26 18:00', '2026-11-29', 'on Thursday evening'],
    ['2026-11-27 09:00', '2026-11-29', 'on Friday'],
    ['2026-11-28 09:00', '2026-11-29', 'on Saturday'],
    ['2026-11-28 23:59', '2026-11-29', 'on Saturday evening'],
    ['2026-11-30 20:00', '2026-12-01', 'at the end of a month'],
    ['2026-12-31 20:00', '2027-01-03', 'at the end of a year, a Thursday'],
    ['2028-02-28 20:00', '2028-02-29', 'before a leap day'],
  ])('of an order at %s is on %s: %s', (orderedAt, day) => {
    expect(expectedDelivery(dhaka(orderedAt), UNTIL_TWO)).toBe(day);
  });

  test('follows the day in Dhaka, not in UTC', () => {
    expect(expectedDelivery(new Date('2026-11-22T17:59:00Z'), UNTIL_TWO)).toBe('2026-11-23');
    expect(expectedDelivery(new Date('2026-11-22T18:00:00Z'), UNTIL_TWO)).toBe('2026-11-23');
    // Thursday in UTC, Friday in Dhaka.
    expect(expectedDelivery(new Date('2026-11-26T18:30:00Z'), UNTIL_TWO)).toBe('2026-11-29');
  });

  test.each([
    [['2026-11-22'], '2026-11-23'],
    [['2026-11-23'], '2026-11-22'],
    [['2026-11-24', '2026-11-22', '2026-11-23', '2026-11-22'], '2026-11-25'],
    [['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'], '2026-11-29'],
    [['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-29'], '2026-11-30'],
  ])('of a Sunday morning with the holidays %j is on %s', (holidays, day) => {
    expect(expectedDelivery(dhaka('2026-11-22 09:00'), { ...UNTIL_TWO, holidays })).toBe(day);
  });

  test('is found behind a year of holidays', () => {
    const holidays = Array.from({ length: 365 }, (_, days) => plus('2026-11-22', days));
    expect(expectedDelivery(dhaka('2026-11-22 09:00'), { ...UNTIL_TWO, holidays })).toBe('2027-11-22');
  });

  test('is never on the same day when that ends at midnight', () => {
    expect(expectedDelivery(dhaka('2026-11-22 00:00'), { ...UNTIL_TWO, sameDayUntil: 0 })).toBe('2026-11-23');
  });

  testAll('is the earliest day with delivery, and not before the order', orders, ({ orderedAt, rules }) => {
    const today = dayInDhaka(orderedAt);
    const expected = expectedDelivery(orderedAt, rules);
    expect(expected >= today).toBe(true);
    expect(hasDelivery(expected, rules)).toBe(true);
    const isLate = orderedAt.getTime() >= dhaka(`${today} 00:00`).getTime() + rules.sameDayUntil * 60_000;
    expect(isLate && expected === today).toBe(false);
    for (let day = isLate ? plus(today, 1) : today; day < expected; day = plus(day, 1)) {
      expect(hasDelivery(day, rules)).toBe(false);
    }
  });

  testAll(
    'of a later order is never earlier',
    orders,
    fc.integer({ min: 0, max: 10 * DAY_MS }),
    ({ orderedAt, rules }, wait) => {
      const later = new Date(orderedAt.getTime() + wait);
      expect(expectedDelivery(later, rules) >= expectedDelivery(orderedAt, rules)).toBe(true);
    },
  );
});
