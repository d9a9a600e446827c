import { shortDay, weekdayName } from '../../../base/dates.ts';
import { dayAfter } from '../../../domain/orders/delivery.ts';

/** A day of delivery: 'Today', 'Tomorrow', 'Tue 24 Nov'. Both are days 'YYYY-MM-DD'; on paper there is no today. */
export function dayText(day: string, today?: string): string {
  if (day === today) return 'Today';
  if (today && day === dayAfter(today)) return 'Tomorrow';
  return `${weekdayName('en', new Date(day).getUTCDay(), 'short')} ${shortDay(day)}`;
}
