import { tokenIn } from '../../base/order-link.ts';
import { problemResponse } from '../../base/problem.ts';
import { asRecord } from '../../base/record.ts';
import { GUEST } from '../../domain/orders/checkout-state.ts';
import { keySchema, linksSchema, parsePlaceOrder } from '../../domain/orders/read-order.ts';
import { refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import type { Viewer } from '../../server/identity/identity.ts';
import { cursorOf, viewerOf } from '../context.ts';
import { answerWith, customer, type EndpointArgs, endpoints, readFields, readJson, refusal } from './endpoint.ts';

const NO_KEY = { status: 404, detail: 'The address must end in the idempotency key of an attempt, a UUID.' };

const NOT_SIGNED_IN = refused(401, { code: 'not-signed-in' });

/** Customers, and visitors where they may order: null. */
function shopper(handler: (args: EndpointArgs & { viewer: Viewer | null }) => Promise<Response>) {
  return async (args: EndpointArgs) => {
    const viewer = await viewerOf(args);
    if (!viewer && !args.services.shop.settings().guestOrders) return refusal(NOT_SIGNED_IN);
    return handler({ ...args, viewer });
  };
}

export const loader = endpoints({
  /**
   * Newest first: `{orders, next}`. POST places one, priced by the shop (product §7): 201, or 200 with the order that
   * this key has made already.
   */
  '/api/orders': {
    GET: customer(({ viewer, services, url }) => services.orders.list(viewer, { after: cursorOf({ url }) })),
    POST: shopper(async ({ viewer, services, request }) => {
      const read = await readJson(request);
      if (!read.ok) return refusal(read);
      // Whoever has logged in since orders what their page said.
      const placer = asRecord(read.value)?.customer === GUEST ? null : viewer;
      const order = parsePlaceOrder(read.value, placer === null);
      if (!order.ok) return refusal(order);
      return answerWith(await services.orders.place(placer, order.value, request), {
        status: ({ repeated }) => (repeated ? 200 : 201),
        headers: ({ id }) => ({ Location: `/api/orders/${id}` }),
      });
    }),
  },
  /**
   * The orders that some links open, `{orders}`, the newest first, for whoever has them: in a body, because addresses are
   * kept. With `add` they become the signed-in customer's, and these links open nothing any more.
   */
  '/api/orders/links': {
    async POST(args) {
      const { services, request } = args;
      const read = await readJson(request);
      const asked = read.ok ? parseBy(linksSchema, asRecord(read.value) ?? {}) : read;
      if (!asked.ok) return refusal(asked);
      const { links, add } = asked.value;
      const orders = await services.orders.guests.list(links);
      const viewer = add ? await viewerOf(args) : null;
      if (add && !viewer) return refusal(NOT_SIGNED_IN);
      if (viewer) await services.orders.guests.add(viewer, links);
      return { orders };
    },
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
  /**
   * Cancels the customer's own order, while it is open, or the one that the `link` of the body opens. Repeated calls get
   * the same answer.
   */
  '/api/orders/:id/cancel': {
    async POST(args) {
      const { services, request, params } = args;
      const read = await readFields(request);
      const token = read.ok ? tokenIn(read.value.link) : null;
      const owner = token === null ? await viewerOf(args) : { token };
      return owner ? answerWith(await services.orders.cancel(owner, params.id ?? '', request)) : refusal(NOT_SIGNED_IN);
    },
  },
  /**
   * Whether this browser shows what happens to the order: takes what it wants, and answers `{key, on}`. The order is the
   * customer's, or the one that the `link` of the body opens.
   */
  '/api/orders/:id/notifications': {
    async POST(args) {
      const { services, request, params } = args;
      const read = await readFields(request);
      if (!read.ok) return refusal(read);
      const { link, ...wish } = read.value;
      const token = tokenIn(link);
      const session = token === null ? await services.identity.session(request.headers) : null;
      const owner = token === null ? session?.user : { token };
      if (!owner) return refusal(NOT_SIGNED_IN);
      const order = await services.orders.find(owner, params.id ?? '');
      if (!order.ok) return refusal(order);
      const place = { user: session?.user.id ?? null, session: session?.id ?? null, order: order.value.id };
      return answerWith(await services.push.wish(place, wish));
    },
  },
  /**
   * Answers `{order}` of this attempt, or `{order: null}`: then no request with its key ever makes one. `?customer=` is
   * the account that the page believes in, or `guest`.
   */
  '/api/orders/attempts/:key': {
    DELETE: shopper(async ({ viewer, services, request, params, url }) => {
      const { data: key } = keySchema.safeParse(params.key);
      if (key === undefined) return problemResponse(NO_KEY);
      const believed = url.searchParams.get('customer');
      const placer = believed === GUEST ? null : viewer;
      return answerWith(await services.orders.settle(placer, key, believed, request));
    }),
  },
});

export { loader as action };
