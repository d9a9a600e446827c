/** Days and times in the page's language, of Dhaka. */
import * as messages from '#messages';
import { CLOCK, DAY_PERIODS, HOUR, LANGUAGE, SLOT_HOURS } from '#messages';
import { clockParts, dayInDhaka, dayParts, inDhaka } from '../base/dates.ts';
import { dayAfter } from '../domain/orders/delivery.ts';
import { formatMessage } from './format.ts';
import { slotHours } from './slot-hours.ts';

const HOUR_TEXTS = { CLOCK, DAY_PERIODS, HOUR, SLOT_HOURS } as const;

/** A delivery time: '5 PM–8 PM'. */
export function formatSlot({ from, to }: { from: string; to: string }): string {
  return slotHours(LANGUAGE, HOUR_TEXTS, `${from}-${to}`);
}

/**
 * 'Monday 23 November', with the year when it is not that of `today`. Both are days 'YYYY-MM-DD'; the hours of a delivery
 * time may stand behind the first one, as `formatSlot` writes them.
 */
export function formatDay(when: string, today: string): string {
  const [day, hours] = [when.slice(0, 10), when.slice(11)];
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const text = formatMessage(isThisYear ? messages.DAY : messages.DAY_OF_YEAR, dayParts(LANGUAGE, day));
  return hours ? `${text}, ${hours}` : text;
}

/** 'Expected delivery: tomorrow, Monday 23 November', as `formatDay` writes it. */
export function formatExpectedDelivery(when: string, today: string): string {
  const day = when.slice(0, 10);
  const date = { day: formatDay(when, today) };
  if (day === today) return formatMessage(messages.EXPECTED_ON, { day: formatMessage(messages.TODAY, date) });
  const isTomorrow = day === dayAfter(today);
  return formatMessage(messages.EXPECTED_ON, isTomorrow ? { day: formatMessage(messages.TOMORROW, date) } : date);
}

/** A time: '22 Nov 2026, 6:30 PM'. */
export function formatTime(time: Date): string {
  return formatMessage(messages.TIME, {
    ...dayParts(messages.LANGUAGE, dayInDhaka(time), 'short'),
    clock: formatClock(time),
  });
}

/** The time of a copy, with the day when it is not today's: '14:05', '21 Nov, 14:05'. Both in ms since 1970. */
export function formatTimeOfCopy(storedAt: number, now: number): string {
  const time = new Date(storedAt);
  const clock = messages.LANGUAGE === 'en' ? inDhaka(time).toISOString().slice(11, 16) : formatClock(time);
  const day = dayInDhaka(time);
  if (day === dayInDhaka(new Date(now))) return clock;
  return formatMessage(messages.TIME_OF_COPY, { ...dayParts(messages.LANGUAGE, day, 'short'), clock });
}

function formatClock(time: Date): string {
  return formatMessage(messages.CLOCK, clockParts(messages.LANGUAGE, time, messages.DAY_PERIODS));
}
