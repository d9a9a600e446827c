/** Days and times of Dhaka in the words of a language. A day is a text 'YYYY-MM-DD', so days compare as texts. */
import { localDigits } from './digits.ts';
import { type Language, LANGUAGE_RULES } from './language.ts';

/** Dhaka is 6 hours ahead of UTC all year, without daylight saving time, so an addition is enough. */
const DHAKA_OFFSET_MS = 6 * 3_600_000;

/** '14:30' → 870. */
export function minutesOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

export type DayPeriods = readonly (readonly [number, string])[];

/** The date whose UTC fields are those of Dhaka at a time. */
export function inDhaka(time: Date): Date {
  return new Date(time.getTime() + DHAKA_OFFSET_MS);
}

/** The time at which Dhaka has the UTC fields of `local`. */
export function fromDhaka(local: Date): Date {
  return new Date(local.getTime() - DHAKA_OFFSET_MS);
}

export function dayInDhaka(time: Date): string {
  return inDhaka(time).toISOString().slice(0, 10);
}

/** '2026-11-24 14:30' in Dhaka. */
export function minuteInDhaka(time: Date): string {
  return inDhaka(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** For texts of messages/, because browsers write whole dates differently. Some languages have no short months. */
export function dayParts(language: Language, day: string, month: 'long' | 'short' = 'long') {
  const date = new Date(day);
  const { locale, shortMonths } = LANGUAGE_RULES[language];
  return {
    weekday: nameOf(locale, 'weekday', 'long').format(date),
    day: localDigits(language, date.getUTCDate()),
    month: nameOf(locale, 'month', shortMonths ? month : 'long').format(date),
    year: localDigits(language, date.getUTCFullYear()),
  };
}

/** `day` as `getUTCDay` counts it. */
export function weekdayName(language: Language, day: number, weekday: 'long' | 'short'): string {
  const { locale } = LANGUAGE_RULES[language];
  // 1 January 2023 was a Sunday.
  return nameOf(locale, 'weekday', weekday).format(Date.UTC(2023, 0, 1 + day));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Made once: that takes a hundred times as long as its use. */
function nameOf(locale: string, part: 'weekday' | 'month', style: 'long' | 'short'): Intl.DateTimeFormat {
  const key = `${locale} ${part} ${style}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { [part]: style, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

/** In English: '21 Nov'. */
export function shortDay(day: string): string {
  const { day: number, month } = dayParts('en', day, 'short');
  return `${number} ${month}`;
}

export function clockParts(language: Language, time: Date, periods: DayPeriods) {
  const hours = inDhaka(time).getUTCHours();
  return {
    hour: localDigits(language, hours % 12 || 12),
    minute: localDigits(language, String(inDhaka(time).getUTCMinutes()).padStart(2, '0')),
    period: periods.findLast(([from]) => from <= hours)?.[1] ?? '',
  };
}
