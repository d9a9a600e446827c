import { isChangeName, readChange } from '../../../domain/orders/read-change.ts';
import { endpoint, json, noSuchEndpoint } from '../endpoint.ts';
import type { Route } from './+types/order-change';
import { changeAnswer } from './change-answer.ts';
import { findOrderId } from './find-order.ts';

/**
 * `POST /api/operator/orders/ID/CHANGE`: `deliver`, `cancel`, `stage` … (domain/orders/read-change.ts has their bodies; one that needs
 * nothing may be empty). Repeating a finished change gets the same answer. An unknown change is an unknown endpoint, for every method.
 */
export function loader(args: Route.LoaderArgs): Promise<Response> | Response {
  const { change } = args.params;
  if (!isChangeName(change) || change === 'edit') return noSuchEndpoint();
  return endpoint<Route.LoaderArgs>({
    POST: json(
      (body) => readChange(change, body),
      async ({ services: { orders }, params, body: { asked, ...options } }) => {
        const id = await findOrderId(orders.admin, params.id);
        if (typeof id !== 'string') return id;
        return changeAnswer(await orders.admin.change(id, asked, undefined, options), asked.change);
      },
      { empty: {} },
    ),
  })(args);
}

export { loader as action };
