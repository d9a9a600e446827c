import { dayParts } from '../../../domain/dates.ts';

/** A day: '21 Nov'. */
export function formatDay(day: string): string {
  const parts = dayParts('en', day, 'short');
  return `${parts.day} ${parts.month}`;
}

const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** An amount in whole Tk, with separators: a figure, not a price. */
export function formatTaka(amount: number): string {
  return WHOLE.format(amount);
}
