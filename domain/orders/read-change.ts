/** The change of an order as a program or a form asks for it. Only for the server, because it imports zod. */
import { z } from 'zod';
import { toPoisha } from '../catalogue/money.ts';
import { because, type Parsed, parseBy } from '../parsed.ts';
import { asRecord } from '../../base/record.ts';
import { cleanText } from '../../base/text.ts';
import { SHIPPING_FIELDS } from './checkout-state.ts';
import type { OrderChange } from './change-order.ts';
import type { OrderEdit } from './edit-order.ts';
import { CHANGES } from './order.ts';
import { itemsSchema } from './place-order.ts';
import { CALL_OUTCOMES, CANCEL_REASONS, type CallOutcome, cancelReasonOf } from './reasons.ts';
import { isOrderStage, ORDER_STAGES } from './stages.ts';

const MAX_REASON_LENGTH = 200;

export type AskedChange = OrderChange | ({ change: 'edit' } & OrderEdit);

const malformed = (detail: string): string => because({ code: 'malformed', detail });

/** Tk, as a number or as its text. */
const amountSchema = z.coerce
  .number(malformed('An amount is a number of Tk.'))
  .nonnegative(malformed('An amount is not negative.'))
  .max(10_000_000, malformed('An amount is at most 10000000 Tk.'))
  .transform(toPoisha);

const text = z.string(malformed('A reason is a text.')).overwrite(cleanText);
const shortText = text.max(MAX_REASON_LENGTH, malformed(`A reason has at most ${MAX_REASON_LENGTH} characters.`));
export const typedReason = shortText.min(1, malformed('Give a reason.'));

const cancelReason = text.transform((given, context) => {
  const reason = cancelReasonOf(given);
  if (reason === null)
    context.addIssue({ code: 'custom', message: malformed(`reason is one of ${CANCEL_REASONS.join(', ')}.`) });
  return reason ?? z.NEVER;
});

const stage = z.custom<(typeof ORDER_STAGES)[number]>(
  isOrderStage,
  malformed(`stage is one of ${ORDER_STAGES.join(', ')}.`),
);
const outcomes = Object.keys(CALL_OUTCOMES);
const outcome = z.custom<CallOutcome>(
  (given) => outcomes.some((one) => one === given),
  malformed(`outcome is one of ${outcomes.join(', ')}.`),
);

const shippingInfo = z.partialRecord(z.enum([...SHIPPING_FIELDS, 'area']), z.string());

const none = z.object({});
const SCHEMAS: Readonly<Record<string, z.ZodType<object>>> = {
  ...Object.fromEntries(CHANGES.map(({ change }) => [change, none])),
  deliver: z.object({ collected: amountSchema.optional() }),
  cancel: z.object({ reason: cancelReason.optional() }),
  stage: z.object({ stage }),
  rider: z.object({
    rider: z
      .string()
      .nullable()
      .transform((id) => id || null),
  }),
  return: z.object({ reason: cancelReason }),
  call: z.object({ outcome }),
  'set-back': z.object({ reason: typedReason }),
  undo: none,
  collect: z.object({ amount: amountSchema }),
  'give-back': z.object({ amount: amountSchema, reason: typedReason }),
  edit: z.object({
    items: itemsSchema.optional(),
    shippingInfo: shippingInfo.optional(),
    reason: shortText.default(''),
  }),
};

export function isChangeName(name: string): boolean {
  return Object.hasOwn(SCHEMAS, name);
}

export type ReadChange = { asked: AskedChange } & z.infer<typeof requestSchema>;

/** `body`: without the change's name, and perhaps with the revision and the key of the request. */
export function readChange(change: string, body: unknown): Parsed<ReadChange> {
  const schema = isChangeName(change) ? SCHEMAS[change] : undefined;
  if (!schema || !asRecord(body))
    return { ok: false, status: 400, reason: { code: 'malformed', detail: 'Send a JSON object.' } };
  const parsed = parseBy(schema, body);
  if (!parsed.ok) return parsed;
  const request = parseBy(requestSchema, body);
  if (!request.ok) return request;
  return { ok: true, value: { asked: { change, ...parsed.value } as AskedChange, ...request.value } };
}

const requestSchema = z.object({
  revision: z.coerce.number().int(malformed('revision is a whole number.')).optional(),
  key: z.guid(malformed('key must be a UUID.')).toLowerCase().optional(),
});
