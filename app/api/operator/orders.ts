import { ORDER_STATUSES, isOrderStatus } from '../../../domain/orders/order.ts';
import { problemResponse } from '../../../base/problem.ts';
import { cursorOf } from '../../context.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/orders';

const PAGE_SIZE = 200;

/** Newest first: `{orders: [{order, userId, placedAt}], next}`. Parameters: `?status=`, `?since=` (a time with its zone), `?after=`. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services, url }) => {
    const status = url.searchParams.get('status') ?? undefined;
    if (status !== undefined && !isOrderStatus(status)) {
      return problemResponse({ status: 400, detail: `status must be one of ${ORDER_STATUSES.join(', ')}.` });
    }
    const given = url.searchParams.get('since');
    const since = given === null ? undefined : new Date(given);
    if (since && !isSupportedDate(since)) {
      return problemResponse({ status: 400, detail: 'since must be a time such as 2026-11-21T00:00:00Z.' });
    }
    return services.orders.admin.list({ after: cursorOf({ url }), limit: PAGE_SIZE, status, since });
  },
});

export { loader as action };

/** Databases support no other years; an invalid date fails too. */
function isSupportedDate(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
