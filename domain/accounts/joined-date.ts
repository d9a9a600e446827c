/** The user document's `joinedDate` (product §3). */
import { dayInDhaka, dayParts, inDhaka } from '../../base/dates.ts';
import { padCount } from '../orders/order.ts';

/** A time in the user document's format and Bangladesh's time zone: 'November 21, 2026 06:05:09 PM'. */
export function joinedDateText(moment: Date): string {
  const local = inDhaka(moment);
  const hours = local.getUTCHours();
  const { month, year } = dayParts('en', dayInDhaka(moment));
  const date = `${month} ${padCount(local.getUTCDate())}, ${year}`;
  const time = `${padCount(hours % 12 || 12)}:${padCount(local.getUTCMinutes())}:${padCount(local.getUTCSeconds())}`;
  return `${date} ${time} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The time of such a text; null when it has another format. */
export function parseJoinedDate(text: string): Date | null {
  const moment = new Date(`${text} GMT+0600`);
  return Number.isNaN(moment.getTime()) || joinedDateText(moment) !== text ? null : moment;
}
