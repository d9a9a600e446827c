import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { dayInDhaka } from '../../base/dates.ts';
import { deliveryRulesOf, settingsWith, WEEKDAYS } from './settings.ts';
import { expectedDelivery, promisePeriod } from '../orders/delivery.ts';
import { type OfferedSlot, offeredSlots, placesIn, slotKey, type SlotRule } from './slots.ts';
import { slotIn, whenOf } from '../orders/delivery.ts';

const dhaka = (text: string): Date => new Date(`${text.replace(' ', 'T')}+06:00`);

const EVENING: SlotRule = { days: ['monday', 'thursday'], from: '17:00', to: '20:00', orders: 2, closes: 120 };
const MORNING: SlotRule = { days: ['thursday', 'friday'], from: '09:00', to: '12:00', orders: 1, closes: 600 };
const SLOTS = [EVENING, MORNING];
const given = (slots: readonly SlotRule[], days = 4) => ({
  rules: deliveryRulesOf(settingsWith({ slots })),
  slots,
  days,
});
const offered = (now: string, taken: Record<string, number> = {}) =>
  offeredSlots(dhaka(now), given(SLOTS), new Map(Object.entries(taken)));
const keys = (slots: readonly OfferedSlot[]): string[] => slots.map(({ day, from }) => slotKey(day, from));

test('what can be chosen are the open times of the next four days that have any, in their order', () => {
  // 26 November 2026 is a Thursday; on Fridays nothing is delivered.
  expect(keys(offered('2026-11-25 22:59'))).toEqual([
    '2026-11-26 09:00',
    '2026-11-26 17:00',
    '2026-11-30 17:00',
    '2026-12-03 09:00',
    '2026-12-03 17:00',
    '2026-12-07 17:00',
  ]);
});

test('a time closes its minutes before it begins, even on the day before', () => {
  const first = (now: string) => keys(offered(now))[0];
  expect(first('2026-11-25 23:00')).toBe('2026-11-26 17:00');
  expect(first('2026-11-26 14:59')).toBe('2026-11-26 17:00');
  expect(first('2026-11-26 15:00')).toBe('2026-11-30 17:00');
});

test('each says how many more it takes, also when the shop takes fewer by now', () => {
  const slots = offered('2026-11-26 10:00', { '2026-11-26 17:00': 3, '2026-11-30 17:00': 1 });
  expect(slots.slice(0, 3).map(({ left }) => left)).toEqual([0, 1, 1]);
});

test('times of days without deliveries are none', () => {
  expect(deliveryRulesOf(settingsWith({ slots: [{ ...MORNING, days: ['friday'] }] })).latest).toBeUndefined();
});

test('what was taken is kept when the shop takes fewer, or the day is over', () => {
  const places = (day: string, from: string) => placesIn(SLOTS, { day, from }, '2026-11-26');
  expect(places('2026-11-26', '17:00')).toBe(2);
  expect(places('2026-11-26', '18:00')).toBeNull();
  expect(places('2026-11-19', '17:00')).toBeNull();
});

test('the day that pages promise is that of the first open time', () => {
  const { rules } = given(SLOTS);
  expect(expectedDelivery(dhaka('2026-11-26 14:59'), rules)).toBe('2026-11-26');
  expect(expectedDelivery(dhaka('2026-11-26 15:00'), rules)).toBe('2026-11-30');
  const period = (time: string) => promisePeriod(dhaka(time), rules);
  expect(period('2026-11-26 14:59')).not.toBe(period('2026-11-26 15:00'));
  expect(period('2026-11-26 15:00')).toBe(period('2026-11-26 23:59'));
});

test('when an order comes is a day, perhaps with hours, and the hours are found in it', () => {
  expect(whenOf({ deliveryDay: '2026-11-26' })).toBe('2026-11-26');
  const slot = { day: '2026-11-26', from: '17:00', to: '20:00' };
  expect(whenOf({ deliveryDay: '2026-11-26', slot })).toBe('2026-11-26 17:00-20:00');
  expect(slotIn('2026-11-26 17:00-20:00')).toEqual({ slot: { day: '2026-11-26', from: '17:00' } });
  for (const none of ['', '2026-11-26']) expect(slotIn(none)).toEqual({});
});

const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
const rows: fc.Arbitrary<SlotRule[]> = fc.uniqueArray(
  fc.record({
    days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
    from: clock,
    to: fc.constant('23:59'),
    orders: fc.integer({ min: 1, max: 3 }),
    closes: fc.integer({ min: 0, max: 10_080 }),
  }),
  { selector: ({ from }) => from, maxLength: 5 },
);

testAll('no time is offered twice, too late, or beyond what it takes', times, rows, fc.nat(4), (now, slots, each) => {
  const parts = given(slots, 14);
  const all = offeredSlots(now, parts, new Map());
  expect(new Set(keys(all)).size).toBe(all.length);
  const left = offeredSlots(now, parts, new Map(keys(all).map((key) => [key, each])));
  expect(keys(left)).toEqual(keys(all).toSorted());
  for (const slot of left) {
    const places = placesIn(slots, slot, dayInDhaka(now)) ?? 0;
    expect(slot.left).toBe(Math.max(0, places - each));
    expect(now.getTime()).toBeLessThan(dhaka(`${slot.day} ${slot.from}`).getTime() - closesMs(slots, slot));
  }
  // The same rule in two words: what pages promise is the first day with an open time.
  if (all[0]) expect(expectedDelivery(now, parts.rules)).toBe(all[0].day);
});

function closesMs(slots: readonly SlotRule[], { day, from }: OfferedSlot): number {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
  const rule = slots.find((slot) => slot.from === from && slot.days.some((name) => name === weekday.toLowerCase()));
  return (rule?.closes ?? 0) * 60_000;
}
