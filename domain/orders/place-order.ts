/** The body of `POST /api/orders` (product §7). Only for the server, because it imports zod. */
import { z } from 'zod';
import { checkoutError, orderBoundsError, paymentError } from './checkout.ts';
import { completed, typedShippingErrors } from './edit-order.ts';
import { cleanLines, MAX_NOTE_LENGTH } from './note.ts';
import { MAX_ORDER_QUANTITY } from './quantity.ts';
import { parseShippingInfo, type ShippingInfo } from './checkout-state.ts';
import { because, type Parsed, parseBy } from '../parsed.ts';
import type { Reason } from '../reason.ts';
import { asRecord } from '../../base/record.ts';

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

/** The message for a fault that only a program can make. */
function malformed(detail: string): string {
  return because({ code: 'malformed', detail });
}

const itemSchema = z.object(
  {
    // Any printable id is allowed here. The catalogue decides whether the product exists.
    id: z
      .string(malformed('Each item needs an id.'))
      .regex(/^[\x21-\x7e]{1,64}$/, malformed('An item id has 1 to 64 plain characters.')),
    quantity: z.number(because({ code: 'bad-quantity', limit: MAX_ORDER_QUANTITY })),
  },
  malformed('Each item is an object with an id and a quantity.'),
);

export const itemsSchema = z.array(itemSchema, malformed('items must be a list.')).superRefine((items, context) => {
  const error: Reason | null = items.length === 0 ? { code: 'cart-empty' } : orderBoundsError(items);
  if (error !== null) context.addIssue({ code: 'custom', message: because(error) });
  else if (new Set(items.map((item) => item.id)).size < items.length) {
    context.addIssue({ code: 'custom', message: malformed('Each product may stand in one line only.') });
  }
});

const paymentMethodSchema = z.unknown().transform((method, context): 'cashon' => {
  const error = paymentError({ itemCount: 1, method: typeof method === 'string' ? method : null, hasUser: true });
  if (error !== null) context.addIssue({ code: 'custom', message: because(error) });
  return 'cashon';
});

const shippingInfoSchema = z.unknown().transform((value, context): ShippingInfo => {
  const form = parseShippingInfo(value);
  const error: Reason | null = form ? checkoutError(form) : { code: 'fill-in-details' };
  if (form && error === null) return form;
  context.addIssue({ code: 'custom', message: because(error ?? { code: 'fill-in-details' }) });
  return z.NEVER;
});

const keySchema = z.guid(malformed('idempotencyKey must be a UUID.')).toLowerCase();

export function parseIdempotencyKey(text: unknown): string | null {
  return keySchema.safeParse(text).data ?? null;
}

/** Taken by an operator on the phone: priced by the shop, whoever orders. */
export interface PhoneOrder {
  idempotencyKey: string;
  items: PlaceOrder['items'];
  /** Name, phone and street at least. */
  shippingInfo: ShippingInfo;
  /** For operators only. */
  note?: string | undefined;
}

const phoneShippingSchema = z.unknown().transform((value, context): ShippingInfo => {
  const form = parseShippingInfo(value);
  const [fault] = form ? typedShippingErrors(completed(form)) : [];
  if (form && !fault) return completed(form);
  context.addIssue({ code: 'custom', message: because(fault?.reason ?? { code: 'fill-in-details' }) });
  return z.NEVER;
});

const noteSchema = z
  .string(malformed('A note is a text.'))
  .overwrite(cleanLines)
  .max(MAX_NOTE_LENGTH, malformed(`A note has at most ${MAX_NOTE_LENGTH} characters.`));

/** The body of a new note. */
export const newNoteSchema = z.object({ text: noteSchema.min(1, malformed('Write something into the note.')) });

/** The body of `POST /api/operator/orders`. */
export const phoneOrderSchema: z.ZodType<PhoneOrder> = z.object({
  items: itemsSchema,
  shippingInfo: phoneShippingSchema,
  idempotencyKey: keySchema,
  note: noteSchema.optional(),
});

/** The fields are in the order in which their faults are reported. Unknown fields are ignored. */
export const placeOrderSchema: z.ZodType<PlaceOrder> = z.object({
  items: itemsSchema,
  paymentMethod: paymentMethodSchema,
  shippingInfo: shippingInfoSchema,
  idempotencyKey: keySchema,
  expectedTotal: z
    .number(malformed('expectedTotal must be a number of Tk.'))
    .nonnegative(malformed('expectedTotal must not be negative.')),
});

/** 400 when it is no object, 422 for a bad field. Never throws. */
export function parsePlaceOrder(body: unknown): Parsed<PlaceOrder> {
  return asRecord(body)
    ? parseBy(placeOrderSchema, body)
    : { ok: false, status: 400, reason: { code: 'malformed', detail: 'The body must be a JSON object.' } };
}
