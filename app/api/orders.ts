import { problemResponse } from '../../base/problem.ts';
import { keySchema, parsePlaceOrder } from '../../domain/orders/read-order.ts';
import { cursorOf } from '../context.ts';
import { answerWith, customer, endpoints, readJson, refusal } from './endpoint.ts';

const NO_KEY = { status: 404, detail: 'The address must end in the idempotency key of an attempt, a UUID.' };

export const loader = endpoints({
  /**
   * Newest first: `{orders, next}`. POST places one, priced by the shop (product §7): 201, or 200 with the order that
   * this key has made already.
   */
  '/api/orders': {
    GET: customer(({ viewer, services, url }) => services.orders.list(viewer, { after: cursorOf({ url }) })),
    POST: customer(async ({ viewer, services, request }) => {
      const read = await readJson(request);
      const order = read.ok ? parsePlaceOrder(read.value) : read;
      if (!order.ok) return refusal(order);
      return answerWith(await services.orders.place(viewer, order.value, request), {
        status: ({ repeated }) => (repeated ? 200 : 201),
        headers: ({ id }) => ({ Location: `/api/orders/${id}` }),
      });
    }),
  },
  /** What home shows of the signed-in customer's orders: `{next, orders, products}`. */
  '/api/orders/latest': {
    GET: customer(({ viewer, services }) => services.orders.latest(viewer)),
  },
  /** One of the signed-in customer's orders; other customers' orders are 404. */
  '/api/orders/:id': {
    GET: customer(async ({ viewer, services, params: { id = '' } }) =>
      answerWith(await services.orders.find(viewer, id)),
    ),
  },
  /** Cancels the customer's own order, while it is open. Repeated calls get the same answer. */
  '/api/orders/:id/cancel': {
    POST: customer(async ({ viewer, services, params: { id = '' }, request }) =>
      answerWith(await services.orders.cancel(viewer, id, request)),
    ),
  },
  /**
   * Answers `{order}` of this attempt, or `{order: null}`: then no request with its key ever makes one. `?customer=` is
   * the account that the page believes in.
   */
  '/api/orders/attempts/:key': {
    DELETE: customer(async ({ viewer, services, params, url }) => {
      const { data: key } = keySchema.safeParse(params.key);
      if (key === undefined) return problemResponse(NO_KEY);
      return answerWith(await services.orders.settle(viewer, key, url.searchParams.get('customer')));
    }),
  },
});

export { loader as action };
