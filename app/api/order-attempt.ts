import { TOO_MANY_ORDERS } from '../../domain/messages.ts';
import { parseIdempotencyKey } from '../../domain/place-order.ts';
import { servicesOf, viewerOf } from '../context.ts';
import { problemResponse, signedOut, wrongMethod } from './problem.ts';
import type { Route } from './+types/order-attempt';

/**
 * `DELETE` settles an attempt to order by its idempotency key: `{order}`, the order that it has made, or `{order: null}`, and from
 * then on no request with this key makes one. Asking again answers the same.
 */
export async function action(args: Route.ActionArgs) {
  if (args.request.method !== 'DELETE') return loader();
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const key = parseIdempotencyKey(args.params.key);
  if (key === null) return problemResponse({ status: 404, detail: 'An attempt is named by a UUID.' });
  const outcome = await servicesOf(args).orders.settle(viewer, key);
  if (outcome.kind === 'too-many') {
    const headers = { 'Retry-After': String(outcome.retryAfter) };
    return problemResponse({ status: 429, detail: TOO_MANY_ORDERS }, headers);
  }
  return Response.json({ order: outcome.order }, { headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return wrongMethod('DELETE');
}
