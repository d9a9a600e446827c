import { isChangeName } from '../../../domain/orders/read-change.ts';
import { endpoint, noSuchEndpoint } from '../endpoint.ts';
import type { Route } from './+types/order-change';
import { changeOrder } from './change-order.ts';

/**
 * `POST /api/operator/orders/ID/CHANGE`: `deliver`, `cancel`, `stage` … (domain/orders/read-change.ts has their bodies; one that needs
 * nothing may be empty). Repeating a finished change gets the same answer. An unknown change is an unknown endpoint, for every method.
 */
export function loader(args: Route.LoaderArgs): Promise<Response> | Response {
  const { change } = args.params;
  if (!isChangeName(change) || change === 'edit') return noSuchEndpoint();
  return endpoint<Route.LoaderArgs>({ POST: changeOrder(change, { empty: {} }) })(args);
}

export { loader as action };
