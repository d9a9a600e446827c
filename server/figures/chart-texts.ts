/** Short texts for the pictures of the figures. */
import { dayParts } from '../../domain/dates.ts';

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** '21 Nov'. */
export function dayText(day: string): string {
  const { day: number, month } = dayParts('en', day, 'short');
  return `${number} ${month}`;
}

/** A number in few characters: '950', '12.5k', '1.2M'. */
export function shortText(value: number): string {
  return COMPACT.format(value).replace('K', 'k');
}

/** A number of orders: '1,240'. */
export function ordersText(orders: number): string {
  return WHOLE.format(orders);
}
