import type { OrderDesk } from '../../../server/orders/admin.ts';
import { problemResponse } from '../problem.ts';

/** The one order that an id in an operator's request means, or the refusal to send. */
export async function findOrderId(
  desk: Pick<OrderDesk, 'idsOf'>,
  given: string,
): Promise<{ ok: true; id: string } | { ok: false; refusal: Response }> {
  const [id, another] = await desk.idsOf(given);
  if (id === undefined) {
    return { ok: false, refusal: problemResponse({ status: 404, detail: 'There is no such order.' }) };
  }
  if (another === undefined) return { ok: true, id };
  const detail = 'Several orders begin so: give more of the id.';
  return { ok: false, refusal: problemResponse({ status: 409, detail }) };
}
