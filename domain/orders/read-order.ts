/**
 * Orders and changes of them as programs and forms send them (product §7). Not for browsers, because it imports zod.
 */
import { MAX_LINKS } from '../../base/order-link.ts';
import { z } from 'zod';
import { checkoutError, orderBoundsError, paymentError } from './checkout.ts';
import { type ChangeName, CHANGE_NAMES, CHANGES, type Kind, type OrderChange } from './changes.ts';
import { completed, type OrderEdit, typedShippingErrors } from './edit-order.ts';
import { CALL_OUTCOMES, CANCEL_REASONS, type CallOutcome, cancelReasonOf } from './reasons.ts';
import { HOW_NAMES } from './ledger.ts';
import { ORDER_STAGES } from './stages.ts';
import type { Right } from '../accounts/roles.ts';
import { thousandthsOf } from '../catalogue/measure.ts';
import { toPoisha } from '../money.ts';
import { readDay, readTime } from '../typed/day.ts';
import { readCount, readPoisha } from '../typed/number.ts';
import { cleanLines, cleanText } from '../typed/text.ts';
import { MAX_NOTE_LENGTH } from './order.ts';
import { MAX_ORDER_QUANTITY } from './cart.ts';
import {
  MISSING,
  parseShippingInfo,
  SHIPPING_FIELDS,
  type ShippingField,
  type ShippingInfo,
} from './checkout-state.ts';
import { because, parseBy } from '../parse.ts';
import { type Outcome, type Reason, refused } from '../outcome.ts';
import { asRecord, jsonOf } from '../../base/record.ts';

const itemSchema = z.object(
  {
    // Any printable id is allowed here. The catalogue decides whether the product exists.
    id: z.string('Each item needs an id.').regex(/^[\x21-\x7e]{1,64}$/, 'An item id has 1 to 64 plain characters.'),
    quantity: z
      .custom<number>(
        (value) => typeof value === 'number',
        because({ code: 'bad-quantity', limit: MAX_ORDER_QUANTITY }),
      )
      .meta({ type: 'integer' }),
  },
  'Each item is an object with an id and a quantity.',
);

const itemsOf = <Item extends z.ZodType<{ id: string; quantity: number }>>(
  item: Item,
  empty: 'cart-empty' | 'nothing-left' = 'cart-empty',
) =>
  z.array(item, 'items must be a list.').superRefine((items, context) => {
    const error: Reason | null = items.length === 0 ? { code: empty } : orderBoundsError(items);
    if (error !== null) context.addIssue(because(error));
    else if (new Set(items.map(({ id }) => id)).size < items.length) {
      context.addIssue('Each product may stand in one line only.');
    }
  });

/** Of an operator: a field that nothing reads is refused. */
const strictItems = itemsOf(itemSchema.strict() as unknown as typeof itemSchema);

/** The lines of an order as they are packed; also as JSON text. */
const packedItems = z.preprocess(
  (given) => (typeof given === 'string' ? jsonOf(given) : given),
  itemsOf(
    itemSchema
      .extend({
        weighed: z
          .number('weighed is a number.')
          .refine((weighed) => thousandthsOf(String(weighed)) > 0, 'weighed is above 0, with at most 3 decimals.')
          .optional(),
        instead: itemSchema.shape.id.optional(),
        agreed: z.boolean('agreed is true or false.').optional(),
      })
      .strict(),
    'nothing-left',
  ),
);

const missingSchema = z.enum(MISSING, `missing is one of ${MISSING.join(', ')}.`).optional();

const paymentMethodSchema = z.unknown().transform((method, context): 'cashon' => {
  const error = paymentError({ itemCount: 1, method: typeof method === 'string' ? method : null, hasUser: true });
  if (error !== null) context.addIssue(because(error));
  return 'cashon';
});

/** The form of an address, unless `faultIn` finds why it is refused. */
function shippingBy(faultIn: (form: ShippingInfo) => Reason | null | undefined) {
  return (value: unknown, context: z.RefinementCtx): ShippingInfo => {
    const form = parseShippingInfo(value);
    const fault = form ? faultIn(form) : ({ code: 'fill-in-details' } as const);
    if (form && !fault) return form;
    context.addIssue(because(fault ?? { code: 'fill-in-details' }));
    return z.NEVER;
  };
}

export const keySchema = z.guid('idempotencyKey must be a UUID.').toLowerCase();

/** Fields of an address, each as it is typed. */
const addressSchema = z.strictObject(
  Object.fromEntries(
    [...SHIPPING_FIELDS, 'area' as const].map((field) => [field, z.string(`${field} is a text.`).optional()]),
  ) as Record<ShippingField | 'area', z.ZodOptional<z.ZodString>>,
);

const noteSchema = z
  .string('A note is a text.')
  .overwrite(cleanLines)
  .max(MAX_NOTE_LENGTH, `A note has at most ${MAX_NOTE_LENGTH} characters.`);

export const newNoteSchema = z.strictObject({ text: noteSchema.min(1, 'Write something into the note.') });

const daySchema = z.preprocess(readDay, z.string('deliveryDay is a day such as 2026-11-21.'));

const SLOT = 'slot is a delivery time such as {"day": "2026-11-21", "from": "17:00"}.';
/** A delivery time of the shop is known by its day and its beginning. */
const slotSchema = z.strictObject(
  {
    day: z.preprocess(readDay, z.string(SLOT)),
    from: z.preprocess(readTime, z.string(SLOT)),
    to: z.string(SLOT).optional(),
  },
  SLOT,
);

/** Taken by an operator on the phone: priced by the shop, whoever orders. Name, phone and street are enough. */
export const phoneOrderSchema = z.strictObject({
  items: strictItems,
  shippingInfo: addressSchema
    .transform(shippingBy((form) => typedShippingErrors(form)[0]?.reason))
    .transform(completed),
  idempotencyKey: keySchema,
  note: noteSchema.optional(),
  /** Without it the next one. */
  deliveryDay: daySchema.optional(),
  /** Without it the first one that is free. */
  slot: slotSchema.optional(),
  missing: missingSchema,
});

export type PhoneOrder = z.output<typeof phoneOrderSchema>;

/**
 * An order to place, without prices: the server reads them from the catalogue. The fields are in the order in which
 * their faults are reported. Unknown ones are ignored.
 */
const placeOrderSchema = z.object({
  items: itemsOf(itemSchema),
  paymentMethod: paymentMethodSchema,
  shippingInfo: z.unknown().transform(shippingBy((form) => checkoutError(form))),
  idempotencyKey: keySchema,
  /** Tk with 1 decimal: the total that the shopper saw. */
  expectedTotal: z.number('expectedTotal must be a number of Tk.').nonnegative('expectedTotal must not be negative.'),
  /** What the shopper read of the products (`asRead`). Without it only the total is compared. */
  expectedProducts: z.string('expectedProducts must be a text.').optional(),
  /** In a shop with delivery times; without it the first one that is free. */
  slot: slotSchema.nullish(),
  /** The account that the page believes in, or `guest`. */
  customer: z.string('customer must be the id of an account.').optional(),
  missing: missingSchema,
});

const guestOrderSchema = placeOrderSchema.extend({
  shippingInfo: z
    .unknown()
    .transform(shippingBy((form) => checkoutError(form, true)))
    .transform(completed),
});

export type PlaceOrder = z.output<typeof placeOrderSchema>;

/** 400 when it is no object, 422 for a bad field. Never throws. */
export function parsePlaceOrder(body: unknown, isGuest = false): Outcome<PlaceOrder> {
  return asRecord(body)
    ? parseBy(isGuest ? guestOrderSchema : placeOrderSchema, body)
    : refused(400, { code: 'malformed', detail: 'The body must be a JSON object.' });
}

/** The links of orders that a browser has kept. `add`: for the account that is signed in. */
export const linksSchema = z.object({
  links: z.array(z.string(), 'links must be a list of texts.').max(MAX_LINKS, `There are at most ${MAX_LINKS} links.`),
  add: z.boolean('add is true or false.').default(false),
});

const MAX_REASON_LENGTH = 200;
const MAX_REFERENCE_LENGTH = 60;

export const typedReason = z
  .string('A reason is a text.')
  .overwrite(cleanText)
  .max(MAX_REASON_LENGTH, `A reason has at most ${MAX_REASON_LENGTH} characters.`)
  .min(1, 'Give a reason.');

/** An id; null, or '' of a form: none. */
export const riderSchema = z
  .string('rider is the id of a rider, or null.')
  .nullable()
  .transform((id) => id || null);

const OUTCOMES = Object.keys(CALL_OUTCOMES) as CallOutcome[];

/** What the fields of changes are. */
export const KINDS = {
  /** Tk, as a number or as its text; in poisha. */
  amount: z.preprocess(
    readPoisha,
    z
      .number('An amount is a number of Tk with at most 2 decimals.')
      .nonnegative('An amount is not negative.')
      .max(toPoisha(10_000_000), 'An amount is at most 10000000 Tk.'),
  ),
  how: z.enum(HOW_NAMES, `how is one of ${HOW_NAMES.join(', ')}.`),
  /** A number of a payment. A purge deletes it. */
  reference: z
    .string('reference is a text.')
    .overwrite(cleanText)
    .max(MAX_REFERENCE_LENGTH, `A reference has at most ${MAX_REFERENCE_LENGTH} characters.`),
  yes: z.literal([true, 'yes'], 'Say yes, or leave it out.').transform(() => true as const),
  /** Typed by a person: a purge deletes it. */
  text: typedReason,
  'cancel reason': z.string('A reason is a text.').transform((given, context) => {
    const reason = cancelReasonOf(cleanText(given));
    if (reason === null) context.addIssue(`reason is one of ${CANCEL_REASONS.join(', ')}.`);
    return reason ?? z.NEVER;
  }),
  stage: z.enum(ORDER_STAGES, `stage is one of ${ORDER_STAGES.join(', ')}.`),
  rider: riderSchema,
  outcome: z.enum(OUTCOMES, `outcome is one of ${OUTCOMES.join(', ')}.`),
  /** All lines that the order is to have. */
  items: strictItems,
  /** The same, as they are packed. */
  'packed items': packedItems,
  day: daySchema,
  slot: slotSchema,
  /** The fields that are to be others. */
  address: addressSchema,
};
export type Kinds = { [Name in keyof typeof KINDS]: z.output<(typeof KINDS)[Name]> };

function fieldsOf(change: ChangeName): Record<string, z.ZodType> {
  const fields = Object.entries(CHANGES[change].takes).map(([field, kind]): [string, z.ZodType] => {
    const schema: z.ZodType = KINDS[kind.replace('?', '') as Kind];
    if (!kind.endsWith('?')) return [field, schema];
    // An amount that was typed is never empty.
    if (kind === 'amount?') return [field, schema.optional()];
    // What a form leaves empty is missing.
    const filled = z.preprocess((given) => (given === '' ? undefined : given), schema.optional());
    return [field, filled.optional()];
  });
  return Object.fromEntries(fields);
}

/** `revision`: of the order as it was read. `key`: of one who asks again until there is an answer. */
export const changing = {
  id: z.string(),
  revision: z.preprocess(readCount, z.int('revision is a whole number.').optional()).optional(),
  key: keySchema.optional(),
};

type Input<Change, Shape extends z.ZodRawShape, Given = unknown> = z.ZodType<
  z.output<z.ZodObject<Shape>> & Change,
  z.input<z.ZodObject<Shape>> & Given & Readonly<Record<string, unknown>>
>;

/** The changes that a right allows, with these fields besides. An edit has an address of its own. */
export function changeInput<Shape extends z.ZodRawShape>(right: Right, shape: Shape) {
  const names = CHANGE_NAMES.filter((change) => change !== 'edit' && CHANGES[change].rights.includes(right));
  const options = names.map((change) =>
    z.strictObject({ change: z.literal(change), ...fieldsOf(change), ...shape }).describe(CHANGES[change].summary),
  );
  const input = z.discriminatedUnion(
    'change',
    options as [(typeof options)[0]],
    `change is one of ${names.join(', ')}.`,
  );
  return input as unknown as Input<OrderChange, Shape, { change: ChangeName }>;
}

export const editInput = z.strictObject({ ...fieldsOf('edit'), ...changing }) as unknown as Input<
  OrderEdit,
  typeof changing
>;
