import type { ChangeName } from '../../../domain/orders/change-order.ts';
import { type ReadChange, readChange } from '../../../domain/orders/read-change.ts';
import { statusOfChange } from '../../../domain/orders/order.ts';
import { problemResponse } from '../../../base/problem.ts';
import type { Services } from '../../../server/services.ts';
import type { ChangeResult } from '../../../server/orders/change.ts';
import { type EndpointArgs, json } from '../endpoint.ts';
import { refusal } from '../refusal.ts';
import { findOrderId } from './find-order.ts';

const REFUSALS = {
  'not-yours': 'The order was not given to this rider.',
  'too-late': 'There is nothing that can be undone any more.',
  amount: 'The amount is more than is left.',
} as const;

interface ChangeArgs extends EndpointArgs {
  services: Services;
  params: { id: string };
}

/** Changes the order of the address as the body says. `empty`: what a request without a body stands for. */
export const changeOrder = (change: string, options?: { empty: object }) =>
  json<ChangeArgs, ReadChange>(
    (body) => readChange(change, body),
    async ({ services: { orders }, params, body: { asked, ...asGiven } }) => {
      const id = await findOrderId(orders.admin, params.id);
      if (typeof id !== 'string') return id;
      return answerTo(await orders.admin.change(id, asked, undefined, asGiven), asked.change);
    },
    options,
  );

function answerTo(result: ChangeResult, change: ChangeName): Response {
  switch (result.kind) {
    case 'changed':
      return Response.json(result.order);
    case 'not-found':
      return problemResponse({ status: 404, detail: 'There is no such order.' });
    case 'refused': {
      const { code, status } = result;
      const done = statusOfChange(change) ?? 'changed like this';
      const detail = code === 'status' ? `The order is ${status} and cannot be ${done}.` : REFUSALS[code];
      return problemResponse({ status: code === 'amount' ? 422 : 409, type: code, detail });
    }
    case 'conflict':
      return problemResponse({
        status: 409,
        type: 'changed-meanwhile',
        detail: 'The order was changed meanwhile: read it again.',
        extra: { revision: result.revision },
      });
    case 'unavailable':
      return refusal({ status: 409, type: 'product-unavailable', reason: { code: 'product-unavailable' } });
    case 'unknown-rider':
      return problemResponse({ status: 422, detail: 'There is no such rider.' });
    case 'bad-edit':
      return refusal({ status: 422, reason: result.reason });
  }
}
