import { parseIdempotencyKey } from '../../domain/orders/place-order.ts';
import { problemResponse } from '../../base/problem.ts';
import type { Route } from './+types/order-attempt';
import { customer, endpoint } from './endpoint.ts';
import { refusal } from './refusal.ts';

/** Answers `{order}` with the order of this attempt, or `{order: null}`: then no request with its key will ever make one. Repeatable. */
export const loader = endpoint<Route.LoaderArgs>({
  DELETE: customer(async ({ viewer, services, params }) => {
    const key = parseIdempotencyKey(params.key);
    if (key === null)
      return problemResponse({
        status: 404,
        detail: 'The address must end in the idempotency key of an attempt, a UUID.',
      });
    const outcome = await services.orders.settle(viewer, key);
    if (outcome.kind === 'too-many') {
      return refusal({ status: 429, reason: { code: 'too-many-orders' }, retryAfter: outcome.retryAfter });
    }
    return { order: outcome.order };
  }),
});

export { loader as action };
