import { ORDER_STATUSES, isOrderStatus } from '../../../domain/order.ts';
import { problemResponse } from '../../../domain/problem.ts';
import { cursorIn } from '../../context.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/orders';

/** Orders of one answer. */
const PAGE = 200;

/** The shop's orders, newest first: `{orders: [{order, userId, placedAt}], next}`. `?status=`, `?since=` (a time with its zone), `?after=` goes on. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services, url }) => {
    const status = url.searchParams.get('status') ?? undefined;
    if (status !== undefined && !isOrderStatus(status)) {
      return problemResponse({ status: 400, detail: `status must be one of ${ORDER_STATUSES.join(', ')}.` });
    }
    const given = url.searchParams.get('since');
    const since = given === null ? undefined : new Date(given);
    if (since && !isOfOurTime(since)) {
      return problemResponse({ status: 400, detail: 'since must be a time such as 2026-11-21T00:00:00Z.' });
    }
    return services.orders.admin.list({ after: cursorIn({ url }), limit: PAGE, status, since });
  },
});

export { loader as action };

/** Databases know no other years; those of no date are none. */
function isOfOurTime(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
