import { problemResponse } from '../../../base/problem.ts';
import type { OrderAdmin } from '../../../server/orders/admin.ts';

/** The order id that starts with the given text; a refusal when there is none or more than one. */
export async function findOrderId(admin: Pick<OrderAdmin, 'idsOf'>, given: string): Promise<string | Response> {
  const [id, another] = await admin.idsOf(given);
  if (id === undefined) return problemResponse({ status: 404, detail: 'There is no such order.' });
  if (another === undefined) return id;
  return problemResponse({ status: 409, detail: 'Several orders begin with this: give more of the id.' });
}
