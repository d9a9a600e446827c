import { readOrderFilters } from '../../../domain/orders/order-filters.ts';
import { parseBy } from '../../../domain/parsed.ts';
import { phoneOrderSchema } from '../../../domain/orders/place-order.ts';
import { problemResponse } from '../../../base/problem.ts';
import { cursorOf } from '../../context.ts';
import { endpoint, json } from '../endpoint.ts';
import { placeAnswer } from '../place-answer.ts';
import type { Route } from './+types/orders';

const PAGE_SIZE = 200;

/**
 * Newest first: `{orders: [{order, userId, placedAt}], next}`. Parameters: `?status=`, `?since=` (a time with its zone), `?after=`, `?area=`,
 * `?day=`, `?stage=`, `?rider=` (or `none`), `?product=`, `?sort=oldest`. POST places one that was taken on the phone.
 */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services, url }) => {
    const filters = readOrderFilters(url.searchParams);
    if ('fault' in filters) return problemResponse({ status: 400, detail: filters.fault });
    const given = url.searchParams.get('since');
    const since = given === null ? undefined : new Date(given);
    if (since && !isSupportedDate(since)) {
      return problemResponse({ status: 400, detail: 'since must be a time such as 2026-11-21T00:00:00Z.' });
    }
    return services.orders.admin.list({ after: cursorOf({ url }), limit: PAGE_SIZE, ...filters, since });
  },

  POST: json(
    (body) => parseBy(phoneOrderSchema, body),
    async ({ services, body }) => {
      const outcome = await services.orders.admin.place(body);
      if (outcome.kind === 'placed' && !outcome.repeated) services.metrics.orderPlaced();
      return placeAnswer(outcome, '/api/operator/orders');
    },
  ),
});

export { loader as action };

/** Databases support no other years; an invalid date fails too. */
function isSupportedDate(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}
