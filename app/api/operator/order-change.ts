import { servicesOf } from '../../context.ts';
import { findOrderId } from './find-order.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/order-change';

/** POST …/deliver or …/cancel: takes a pending order to its end. What is done already is answered the same again. */
export async function action(args: Route.ActionArgs) {
  const { change } = args.params;
  if (change !== 'deliver' && change !== 'cancel') return loader(args);
  if (args.request.method !== 'POST') return wrongMethod('POST');
  const { orders } = servicesOf(args);
  const found = await findOrderId(orders.desk, args.params.id);
  if (!found.ok) return found.refusal;
  const outcome = await orders.desk[change](found.id);
  switch (outcome.kind) {
    case 'delivered':
    case 'canceled':
      return Response.json(outcome.order, { headers: { 'Cache-Control': 'no-store' } });
    case 'not-found':
      return problemResponse({ status: 404, detail: 'There is no such order.' });
    case 'refused': {
      const done = change === 'deliver' ? 'delivered' : 'canceled';
      return problemResponse({ status: 409, detail: `The order is ${outcome.status} and cannot be ${done}.` });
    }
  }
}

export function loader({ params: { change } }: Pick<Route.LoaderArgs, 'params'>) {
  if (change === 'deliver' || change === 'cancel') return wrongMethod('POST');
  return problemResponse({ status: 404, detail: 'There is no such endpoint.' });
}
