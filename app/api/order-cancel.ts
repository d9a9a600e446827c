import { INVALID_ORDER_ID } from '../../domain/messages.ts';
import { servicesOf, viewerOf } from '../context.ts';
import { problemResponse, signedOut, wrongMethod } from './problem.ts';
import type { Route } from './+types/order-cancel';

/** Cancels the customer's own pending order. Once canceled it stays so: asking again answers the same. */
export async function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return loader();
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const outcome = await servicesOf(args).orders.cancel(viewer, args.params.id);
  switch (outcome.kind) {
    case 'canceled':
      return Response.json(outcome.order, { headers: { 'Cache-Control': 'no-store' } });
    case 'not-found':
      return problemResponse({ status: 404, detail: INVALID_ORDER_ID });
    case 'refused':
      return problemResponse({ status: 409, detail: `The order is ${outcome.status} and cannot be canceled.` });
  }
}

export function loader() {
  return wrongMethod('POST');
}
