import { dayInDhaka } from '../../../base/dates.ts';
import { isDay } from '../../../domain/orders/delivery.ts';

/** The day of a cash screen's address; by default today. */
export function cashDayOf({ searchParams }: URL): string {
  const asked = searchParams.get('day') ?? '';
  return isDay(asked) ? asked : dayInDhaka(new Date());
}
