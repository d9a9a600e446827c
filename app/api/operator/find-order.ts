import { problemResponse } from '../../../domain/problem.ts';
import type { OrderAdmin } from '../../../server/orders/admin.ts';

/** The one order that an id in an operator's request means, or its beginning; or the refusal to send. */
export async function findOrderId(admin: Pick<OrderAdmin, 'idsOf'>, given: string): Promise<string | Response> {
  const [id, another] = await admin.idsOf(given);
  if (id === undefined) return problemResponse({ status: 404, detail: 'There is no such order.' });
  if (another === undefined) return id;
  return problemResponse({ status: 409, detail: 'Several orders begin so: give more of the id.' });
}
