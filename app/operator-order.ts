import type { Operator } from '../server/operator.ts';
import { problemResponse } from './problem.ts';

/** The one order that an id in an operator's request means, or the refusal to send. */
export async function findOrderId(
  operator: Pick<Operator, 'orderIds'>,
  given: string,
): Promise<{ ok: true; id: string } | { ok: false; refusal: Response }> {
  const [id, another] = await operator.orderIds(given);
  if (id === undefined) {
    return { ok: false, refusal: problemResponse({ status: 404, detail: 'There is no such order.' }) };
  }
  if (another === undefined) return { ok: true, id };
  const detail = 'Several orders begin so: give more of the id.';
  return { ok: false, refusal: problemResponse({ status: 409, detail }) };
}
