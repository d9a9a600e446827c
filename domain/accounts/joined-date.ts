/** The user document's `joinedDate` (product §3). */
import { fromDhaka, inDhaka } from '../../base/dates.ts';
import { padCount } from '../orders/order.ts';

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const MONTHS = Array.from({ length: 12 }, (_, month) => MONTH.format(Date.UTC(2000, month)));

/** A time in the user document's format and Bangladesh's time zone: 'November 21, 2026 06:05:09 PM'. */
export function joinedDateText(moment: Date): string {
  const local = inDhaka(moment);
  const hours = local.getUTCHours();
  const date = `${MONTHS[local.getUTCMonth()]} ${padCount(local.getUTCDate())}, ${local.getUTCFullYear()}`;
  const time = `${padCount(hours % 12 || 12)}:${padCount(local.getUTCMinutes())}:${padCount(local.getUTCSeconds())}`;
  return `${date} ${time} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The time of such a text; null when it has another format. */
export function parseJoinedDate(text: string): Date | null {
  const [, name, day, year, clock, half] = /^(\w+) (\d\d), (\d{4}) (\d\d:\d\d:\d\d) (AM|PM)$/.exec(text) ?? [];
  const month = MONTHS.findIndex((known) => known === name);
  if (month < 0 || clock === undefined) return null;
  const [hours = 0, minutes, seconds] = clock.split(':').map(Number);
  const hoursOfDay = (hours % 12) + (half === 'PM' ? 12 : 0);
  return fromDhaka(new Date(Date.UTC(Number(year), month, Number(day), hoursOfDay, minutes, seconds)));
}
