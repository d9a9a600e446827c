import { inDhaka } from '../base/dates.ts';

const GROUPED_NUMBER = new Intl.NumberFormat('en');
const TK_AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** 100000 → '100,000'. */
export function groupDigits(count: number): string {
  return GROUPED_NUMBER.format(count);
}

/** '1 product', '2 products'. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

/** 1234.5 → '1,234.5'. */
export function formatTk(tk: number): string {
  return TK_AMOUNT.format(tk);
}

/** '2026-11-21 18:05' in Bangladesh's time zone, of a time as JSON has it. */
export function formatTime(moment: string): string {
  return inDhaka(new Date(moment)).toISOString().slice(0, 16).replace('T', ' ');
}

const DATE_PATTERN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/i;

/** The time of '2026-11-21' (the start of the day) or '2026-11-21T18:05', in Bangladesh unless a zone is given; null for other texts. */
export function parseMoment(text: string): Date | null {
  const [, day, time = '00:00', zone = '+06:00'] = DATE_PATTERN.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  // JavaScript reads a day that the month does not have as a day of the next month.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null;
  const moment = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

const SECONDS_BY_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** The seconds of '30d', '12h', '0'; null for other texts. A number alone counts days. */
export function parseDuration(text: string): number | null {
  const [, count, unit = 'd'] = /^(\d{1,6})([smhdw])?$/.exec(text.trim()) ?? [];
  return count === undefined ? null : Number(count) * (SECONDS_BY_UNIT[unit] ?? 0);
}
