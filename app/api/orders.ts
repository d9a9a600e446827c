import * as messages from '../../domain/messages.ts';
import { parsePlaceOrder } from '../../domain/place-order.ts';
import { cursorIn, servicesOf, viewerOf } from '../context.ts';
import { readJson } from './json-body.ts';
import { problemResponse, signedOut, wrongMethod } from './problem.ts';
import type { Route } from './+types/orders';

const PRIVATE = { 'Cache-Control': 'no-store' };

/** The signed-in customer's orders, newest first: `{orders, next}`; `?after=` goes on. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const page = await servicesOf(args).orders.list(viewer, { after: cursorIn(args) });
  return Response.json(page, { headers: PRIVATE });
}

/** Places an order: priced by the shop, made once for each idempotency key (product §7). */
export async function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return wrongMethod('GET, POST');
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const body = await readJson(args.request);
  if (!body.ok) return body.refusal;
  const parsed = parsePlaceOrder(body.value);
  if (!parsed.ok) return problemResponse({ status: parsed.status, detail: parsed.detail });
  const { orders, metrics } = servicesOf(args);
  const outcome = await orders.place(viewer, parsed.value, args.request);
  switch (outcome.kind) {
    case 'placed':
      if (!outcome.repeated) metrics.orderPlaced();
      return Response.json(outcome.order, {
        status: outcome.repeated ? 200 : 201,
        headers: { ...PRIVATE, Location: `/api/orders/${outcome.order.id}` },
      });
    case 'key-reused':
      return problemResponse({ status: 409, type: 'key-reused', detail: messages.KEY_REUSED });
    case 'attempt-void':
      return problemResponse({ status: 409, type: outcome.kind, detail: messages.ORDER_NOT_PLACED });
    case 'too-many-orders': {
      const headers = { 'Retry-After': String(outcome.retryAfter) };
      return problemResponse({ status: 429, type: outcome.kind, detail: messages.TOO_MANY_ORDERS }, headers);
    }
    case 'price-changed':
      return problemResponse({
        status: 409,
        type: outcome.kind,
        detail: messages.PRICE_CHANGED,
        extra: { products: outcome.products },
      });
    case 'product-unavailable':
      return problemResponse({
        status: 409,
        type: outcome.kind,
        detail: messages.PRODUCT_UNAVAILABLE,
        extra: { products: outcome.products },
      });
  }
}
