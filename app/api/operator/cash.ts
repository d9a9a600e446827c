import { dayInDhaka } from '../../../base/dates.ts';
import { isDay } from '../../../domain/orders/delivery.ts';
import { problemResponse } from '../../../base/problem.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/cash';

/** What was collected on a day of delivery, `?day=` (by default today), and handed over, by rider. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services, url }) => {
    const day = url.searchParams.get('day') ?? dayInDhaka(new Date());
    if (!isDay(day)) return problemResponse({ status: 400, detail: 'day must be a day such as 2026-11-21.' });
    return services.cash.day(day);
  },
});

export { loader as action };
