/** Parsing the body of `POST /api/orders` (product §7). Only for the server, because it imports zod. */
import { z } from 'zod';
import { MAX_ORDER_QUANTITY, checkoutError, orderBoundsError, parseShippingInfo, paymentError } from './checkout.ts';
import type { ShippingInfo } from './checkout.ts';
import * as messages from './messages.ts';
import { type Parsed, parseBy } from './parsed.ts';
import { asRecord } from './record.ts';

/** An order to place. It contains no prices: the server reads them from the catalogue. */
export interface PlaceOrder {
  /** UUID in lower case. */
  idempotencyKey: string;
  /** 1 to `MAX_ORDER_LINES`, each product once, quantities 1 to `MAX_ORDER_QUANTITY`. */
  items: { id: string; quantity: number }[];
  shippingInfo: ShippingInfo;
  paymentMethod: 'cashon';
  /** Tk with 1 decimal: the total that the shopper saw. */
  expectedTotal: number;
}

const itemSchema = z.object(
  {
    // Any printable id is allowed here. The catalogue decides whether the product exists.
    id: z.string('Each item needs an id.').regex(/^[\x21-\x7e]{1,64}$/, 'An item id has 1 to 64 plain characters.'),
    quantity: z.number(messages.badQuantity(MAX_ORDER_QUANTITY)),
  },
  'Each item is an object with an id and a quantity.',
);

const itemsSchema = z.array(itemSchema, 'items must be a list.').superRefine((items, context) => {
  const error = items.length === 0 ? messages.PAYMENT_CART_EMPTY : orderBoundsError(items);
  if (error !== null) context.addIssue({ code: 'custom', message: error });
  else if (new Set(items.map((item) => item.id)).size < items.length) {
    context.addIssue({ code: 'custom', message: 'Each product may stand in one line only.' });
  }
});

const paymentMethodSchema = z.unknown().transform((method, context): 'cashon' => {
  const error = paymentError({ itemCount: 1, method: typeof method === 'string' ? method : null, hasUser: true });
  if (error !== null) context.addIssue({ code: 'custom', message: error });
  return 'cashon';
});

const shippingInfoSchema = z.unknown().transform((value, context): ShippingInfo => {
  const form = parseShippingInfo(value);
  const error = form ? checkoutError(form) : messages.FILL_YOUR_DETAILS;
  if (form && error === null) return form;
  context.addIssue({ code: 'custom', message: error ?? messages.FILL_YOUR_DETAILS });
  return z.NEVER;
});

const keySchema = z.guid('idempotencyKey must be a UUID.').toLowerCase();

/** An idempotency key as stored; null when the text is no UUID. */
export function parseIdempotencyKey(text: unknown): string | null {
  return keySchema.safeParse(text).data ?? null;
}

/** The fields are in the order in which their faults are reported. Unknown fields are ignored. */
export const placeOrderSchema: z.ZodType<PlaceOrder> = z.object({
  items: itemsSchema,
  paymentMethod: paymentMethodSchema,
  shippingInfo: shippingInfoSchema,
  idempotencyKey: keySchema,
  expectedTotal: z.number('expectedTotal must be a number of Tk.').nonnegative('expectedTotal must not be negative.'),
});

/** Parses the body of a request; 400 when it is no object, 422 for a bad field. Never throws. */
export function parsePlaceOrder(body: unknown): Parsed<PlaceOrder> {
  return asRecord(body)
    ? parseBy(placeOrderSchema, body)
    : { ok: false, status: 400, detail: 'The body must be a JSON object.' };
}
