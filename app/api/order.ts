import { INVALID_ORDER_ID } from '../../domain/messages.ts';
import { servicesOf, viewerOf } from '../context.ts';
import { problemResponse, signedOut, wrongMethod } from './problem.ts';
import type { Route } from './+types/order';

/** One of the signed-in customer's orders; somebody else's is as unknown as none. */
export async function loader(args: Route.LoaderArgs) {
  const viewer = await viewerOf(args);
  if (!viewer) return signedOut();
  const order = await servicesOf(args).orders.find(viewer, args.params.id);
  if (!order) return problemResponse({ status: 404, detail: INVALID_ORDER_ID });
  return Response.json(order, { headers: { 'Cache-Control': 'no-store' } });
}

export function action() {
  return wrongMethod('GET');
}
