import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { times } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { dayInDhaka } from '../../base/dates.ts';
import { deliveryRulesOf, settingsWith, WEEKDAYS } from '../shop/settings.ts';
import { expectedDelivery, promisePeriod } from './delivery.ts';
import { freeSlots, offeredSlots, openSlots, placesIn, slotFor, slotKey, type SlotRule, whenOf } from './slots.ts';

const dhaka = (text: string): Date => new Date(`${text.replace(' ', 'T')}+06:00`);

const EVENING: SlotRule = { days: ['monday', 'thursday'], from: '17:00', to: '20:00', orders: 2, closes: 120 };
const MORNING: SlotRule = { days: ['thursday', 'friday'], from: '09:00', to: '12:00', orders: 1, closes: 600 };
const SLOTS = [EVENING, MORNING];
const given = (slots: readonly SlotRule[]) => ({ rules: deliveryRulesOf(settingsWith({ slots })), slots });
const offered = (now: string, taken: Record<string, number> = {}, slots = SLOTS) =>
  offeredSlots(dhaka(now), given(slots), new Map(Object.entries(taken)));

test('customers choose from the next four days that have an open time, in their order', () => {
  // 26 November 2026 is a Thursday; on Fridays nothing is delivered.
  expect(openSlots(offered('2026-11-25 22:59')).map(slotKey)).toEqual([
    '2026-11-26 09:00',
    '2026-11-26 17:00',
    '2026-11-30 17:00',
    '2026-12-03 09:00',
    '2026-12-03 17:00',
    '2026-12-07 17:00',
  ]);
});

test('a time closes its minutes before it begins, even on the day before', () => {
  const first = (now: string) => openSlots(offered(now)).map(slotKey)[0];
  expect(first('2026-11-25 23:00')).toBe('2026-11-26 17:00');
  expect(first('2026-11-26 14:59')).toBe('2026-11-26 17:00');
  expect(first('2026-11-26 15:00')).toBe('2026-11-30 17:00');
});

test('a full time is shown, and another one is free', () => {
  const slots = offered('2026-11-26 10:00', { '2026-11-26 17:00': 2, '2026-11-30 17:00': 1 });
  expect(openSlots(slots)[0]).toMatchObject({ day: '2026-11-26', left: 0 });
  expect(freeSlots(slots)[0]).toEqual({ day: '2026-11-30', from: '17:00', to: '20:00' });
  expect(slotFor(slots, {})).toMatchObject({ day: '2026-11-30' });
  expect(slotFor(slots, { day: '2026-11-26' })).toBe('full');
  expect(slotFor(slots, { day: '2026-11-26', from: '17:00' })).toBe('full');
  expect(slotFor(slots, { day: '2026-11-30', from: '18:00' })).toBe('full');
  // It is too late for the first of the day, unless it is meant.
  expect(slotFor(offered('2026-11-26 10:00'), { day: '2026-11-26' })).toMatchObject({ from: '17:00' });
  expect(slotFor(offered('2026-11-26 10:00'), { day: '2026-11-26', from: '09:00' })).toMatchObject({ closed: true });
});

test('where there is none, none has to be chosen', () => {
  expect(slotFor([], { day: '2026-11-26', from: '17:00' })).toBeNull();
  expect(slotFor(offered('2026-11-25 10:00'), { day: '2026-11-29' })).toBeNull();
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

test('when an order comes is a day, perhaps with hours', () => {
  expect(whenOf({ deliveryDay: '2026-11-26' })).toBe('2026-11-26');
  const slot = { day: '2026-11-26', from: '17:00', to: '20:00' };
  expect(whenOf({ deliveryDay: '2026-11-26', slot })).toBe('2026-11-26 17:00-20:00');
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
  const parts = given(slots);
  const all = offeredSlots(now, parts, new Map());
  const taken = new Map(all.map((slot) => [slotKey(slot), each]));
  const left = offeredSlots(now, parts, taken);
  expect(new Set(all.map(slotKey)).size).toBe(all.length);
  for (const [at, slot] of left.entries()) {
    const places = placesIn(slots, slot, dayInDhaka(now)) ?? 0;
    expect(slot.left).toBe(Math.max(0, places - each));
    expect(slot.closed).toBe(now.getTime() >= dhaka(`${slot.day} ${slot.from}`).getTime() - closes(slots, slot));
    expect(slotKey(left[at - 1] ?? { day: '', from: '' }) < slotKey(slot)).toBe(true);
  }
  // The same rule in two words: what pages promise is the first day with an open time.
  const [first] = openSlots(all);
  if (first) expect(expectedDelivery(now, parts.rules)).toBe(first.day);
  expect(freeSlots(left).every((slot) => slotFor(left, slot) !== 'full')).toBe(true);
});

function closes(slots: readonly SlotRule[], { day, from }: { day: string; from: string }): number {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
  const rule = slots.find((slot) => slot.from === from && slot.days.some((name) => name === weekday.toLowerCase()));
  return (rule?.closes ?? 0) * 60_000;
}
