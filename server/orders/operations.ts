/**
 * What can be done with orders, riders and cash (server/operation.ts). An order's `id` may be its first 6 characters.
 */
import { z } from 'zod';
import { textFields } from '../../base/record.ts';
import { dayInDhaka } from '../../base/dates.ts';
import { OPERATOR_ROLE } from '../../domain/accounts/account.ts';
import { registerForm } from '../../domain/accounts/account-forms.ts';
import { PHONE_PATTERN } from '../../domain/accounts/contact.ts';
import { fromPoisha, toPoisha } from '../../domain/money.ts';
import { NEW_ORDER, ORDER_STATUSES } from '../../domain/orders/order.ts';
import { FILTERS, readOrderFilters } from '../../domain/orders/order-filters.ts';
import {
  KINDS,
  keySchema,
  newNoteSchema,
  phoneOrderSchema,
  changeInput,
  changing,
  editInput,
  riderSchema,
} from '../../domain/orders/read-order.ts';
import { ORDER_STAGES } from '../../domain/orders/stages.ts';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { because, textOr } from '../../domain/parse.ts';
import { readDay } from '../../domain/typed/day.ts';
import { readCount, readPoisha } from '../../domain/typed/number.ts';
import { readPhone } from '../../domain/typed/phone.ts';
import { type Asker, operation } from '../operation.ts';
import type { Services } from '../services.ts';
import type { Settling } from './dues.ts';

const PAGE_SIZE = 200;

const none = z.strictObject({});
const ofOne = z.strictObject({ id: z.string() });
const noteInput = newNoteSchema.extend(ofOne.shape);
const text = z.string().optional();

const phone = textOr({ code: 'invalid-phone' })
  .transform(readPhone)
  .refine((text) => PHONE_PATTERN.test(text), because({ code: 'invalid-phone' }));

const riderForm = z.strictObject({ name: registerForm.shape.name, phone });

const ofPhone = z.strictObject({ phone });

const AMOUNT = 'amount is a number of Tk with at most 2 decimals, not 0, at most 10000000.';

const day = z.preprocess(readDay, z.string('day is a day such as 2026-11-21.'));

const handoverInput = z.strictObject({
  day,
  /** Null: the shop's till. */
  rider: riderSchema,
  amount: z.preprocess(
    readPoisha,
    z
      .number(AMOUNT)
      .refine((poisha) => poisha !== 0 && Math.abs(poisha) <= toPoisha(10_000_000), AMOUNT)
      .transform(fromPoisha),
  ),
  handovers: z.preprocess(readCount, z.int('handovers is a whole number.').optional()).optional(),
});

/** What is done with one order, by its whole id. */
function ofOrder<Input extends { id: string }, Value>(run: Run<Input, Value>): Run<Input, Value> {
  return async (services, input, asker) => {
    const id = await services.orders.admin.idOf(input.id);
    return id.ok ? run(services, { ...input, id: id.value }, asker) : id;
  };
}

/** An owner takes back anybody's change, everybody else their own. */
function undoesOf({ by, role }: Asker): string | undefined {
  return role === OPERATOR_ROLE ? undefined : by;
}

type Run<Input, Value> = (services: Services, input: Input, asker: Asker) => Promise<Outcome<Value>>;

export const ORDER_OPERATIONS = {
  'orders.list': operation({
    summary:
      'The orders, newest first, page by page: `next` is the `after` of the next one. `slot`, `stage` and `product` are for a status of open orders only; `rider` may be `none`.',
    returns: '`{orders: [{order, userId, placedAt}], next}`',
    right: 'orders',
    path: 'GET orders',
    input: z.strictObject({
      status: text.describe(ORDER_STATUSES.join(', ')),
      since: text.describe('A time with its zone, 2026-11-21T00:00:00Z'),
      after: text,
      area: text,
      day: text.describe('Of delivery, 2026-11-21'),
      slot: text.describe('When the delivery time begins, 17:00'),
      cash: text.describe('2026-11-21: whose money is of that day, with `rider` in that row of `GET /cash`'),
      stage: text.describe(ORDER_STAGES.join(', ')),
      rider: text,
      product: text,
      sort: text.describe('oldest, newest'),
    }),
    async run({ orders }, { since: given, after, ...rest }) {
      const filters = readOrderFilters(new URLSearchParams(textFields(rest, [...FILTERS, 'status', 'sort'])));
      if (!filters.ok) return filters;
      const since = given === undefined ? undefined : new Date(given);
      // Databases support no other years; an invalid date has none.
      const year = since?.getUTCFullYear() ?? 1;
      if (!(year >= 1 && year <= 9999))
        return refused(400, { code: 'malformed', detail: 'since must be a time such as 2026-11-21T00:00:00Z.' });
      return done(await orders.admin.list({ after, limit: PAGE_SIZE, ...filters.value, since }));
    },
  }),
  'orders.show': operation({
    summary:
      'An order with its account, its history, its SMS of the last 90 days, its money in Tk, and how often its phone has taken and refused orders.',
    returns:
      '`{order, userId, placedAt, language, chat, history, messages, phone: {taken, refused}, money}`; `chat` opens WhatsApp',
    right: 'orders',
    path: 'GET orders/:id',
    input: ofOne,
    run: ofOrder(({ orders }, { id }) => orders.admin.show(id)),
  }),
  'orders.place': operation({
    summary: 'Places an order that was taken on the phone, priced by the shop, once for each idempotency key.',
    returns: 'the order',
    right: 'orders',
    path: 'POST orders',
    input: phoneOrderSchema,
    run: ({ orders }, request, { by }) => orders.admin.place(request, by),
    status: ({ repeated }) => (repeated ? 200 : 201),
    headers: ({ id }) => ({ Location: `/api/operator/orders/${id}` }),
  }),
  'orders.change': operation({
    summary: 'Changes an order, and answers it. A change that is so already gets the same answer again.',
    returns: 'the order',
    right: 'orders',
    path: 'POST orders/:id/:change',
    input: changeInput('orders', changing),
    run: ofOrder(({ orders }, { id, revision, key, ...asked }, asker) =>
      orders.admin.change(id, asked, asker.by, { revision, key, undoesOf: undoesOf(asker) }),
    ),
  }),
  'orders.edit': operation({
    summary:
      'Changes the lines, the address, the day and the delivery time of an open order. `items` are all lines that it is to have.',
    returns: 'the order',
    right: 'orders',
    path: 'PATCH orders/:id',
    input: editInput,
    run: ofOrder(({ orders }, { id, revision, key, ...edit }, { by }) =>
      orders.admin.change(id, { change: 'edit', ...edit }, by, { revision, key }),
    ),
  }),
  'orders.printed': operation({
    summary: 'Says that the packing slips of these orders were printed.',
    right: 'orders',
    path: 'POST orders/printed',
    input: z.strictObject({
      ids: z.preprocess((given) => (typeof given === 'string' ? given.split(',') : given), z.array(z.string())),
    }),
    run: async ({ orders }, { ids }) => done(await orders.admin.markPrinted(ids)),
  }),
  'orders.notes': operation({
    summary: 'The notes on an order, newest first.',
    returns: '`{notes: [{id, text, at, author}]}`',
    right: 'orders',
    path: 'GET orders/:id/notes',
    input: ofOne,
    run: ofOrder(({ notes }, { id }) => notes.list({ order: id })),
  }),
  'orders.note': operation({
    summary: 'Adds a note to an order.',
    returns: 'the note',
    right: 'orders',
    path: 'POST orders/:id/notes',
    input: noteInput,
    run: ofOrder(({ notes }, { id, text: note }, { by }) => notes.add({ order: id }, note, by)),
    status: () => 201,
  }),
  'accounts.notes': operation({
    summary: 'The notes on a customer, newest first. The `id` is that of an account, or a phone.',
    returns: '`{notes: [{id, text, at, author}]}`',
    right: 'customers',
    path: 'GET accounts/:id/notes',
    input: ofOne,
    run: ({ notes }, { id }) => notes.list({ account: id }),
  }),
  'accounts.note': operation({
    summary: 'Adds a note to a customer, by the `id` of the account or by a phone.',
    returns: 'the note',
    right: 'customers',
    path: 'POST accounts/:id/notes',
    input: noteInput,
    run: ({ notes }, { id, text: note }, { by }) => notes.add({ account: id }, note, by),
    status: () => 201,
  }),
  'round.press': operation({
    summary:
      'What a rider does at a door, once for each key: the revision of the order by then. With the token `riderId` says whose round it is.',
    right: 'round',
    path: 'POST round/:order/:change',
    input: changeInput('round', { order: z.string(), key: keySchema, riderId: text }),
    async run({ riders }, { order, key, riderId: named, ...asked }, asker) {
      const { by, userId } = asker;
      const rider = userId === null ? named : (await riders.ofUser(userId))?.id;
      if (rider === undefined || (named !== undefined && named !== rider))
        return refused(409, { code: 'not-yours', status: NEW_ORDER.status });
      return riders.press(order, asked, by, { rider, key, undoesOf: undoesOf(asker) });
    },
  }),
  'riders.list': operation({
    summary: 'The riders, by name, and the e-mail address with which each logs in.',
    returns: '`{riders}`',
    right: 'riders',
    path: 'GET riders',
    input: none,
    run: async ({ riders }) => done({ riders: await riders.listWithLogins() }),
  }),
  'riders.add': operation({
    summary: 'Adds a rider.',
    returns: 'the rider',
    logged: 'Added rider {name}',
    right: 'riders',
    path: 'POST riders',
    input: riderForm,
    run: ({ riders }, form, { by }) => riders.add(form, by),
    status: () => 201,
  }),
  'riders.set': operation({
    summary: 'Changes the name and the phone of a rider.',
    returns: 'the rider',
    logged: 'Changed rider {name}',
    right: 'riders',
    path: 'PATCH riders/:id',
    input: riderForm.extend(ofOne.shape),
    run: ({ riders }, { id, ...form }, { by }) => riders.set(id, form, by),
  }),
  'riders.remove': operation({
    summary: 'Removes a rider, whose open orders are without one again.',
    logged: 'Removed rider {name}',
    right: 'riders',
    path: 'DELETE riders/:id',
    input: ofOne,
    run: ({ riders }, { id }, { by }) => riders.remove(id, by),
  }),
  'cash.day': operation({
    summary:
      'What was to collect on a day, by default today, was collected and handed over, by rider (null: the shop’s till).',
    returns: '`{day, rows, total}`',
    right: 'cash',
    path: 'GET cash',
    input: z.strictObject({ day: day.optional() }),
    run: async ({ cash }, { day = dayInDhaka(new Date()) }) => done(await cash.day(day)),
  }),
  'cash.handover': operation({
    summary:
      'Takes cash that a rider (null: the shop’s till) hands over. `handovers`: how often something was by then; without it each call adds up.',
    returns: 'the day, as `GET /cash`',
    logged: 'Took Tk {amount} from {rider} for {day}',
    right: 'cash',
    path: 'POST cash/handover',
    input: handoverInput,
    run: ({ cash }, handover, { by }) => cash.handOver(handover, by),
  }),
  'dues.list': operation({
    summary:
      'The phones that owe, the oldest order first, page by page: in Tk, for how many delivered orders, since which day, and its limit.',
    returns: '`{dues: [{phone, name, sum, since, orders, limit, unpaid: [{id, day, total, owed}]}], next}`',
    right: 'cash',
    path: 'GET dues',
    input: z.strictObject({ after: text }),
    run: async ({ dues }, page) => done(await dues.list(page)),
  }),
  'dues.show': operation({
    summary: 'What one phone owes for which orders, and that as a text in each language.',
    returns: 'the same, and `statement: {en, bn}`',
    right: 'cash',
    path: 'GET dues/:phone',
    input: ofPhone,
    run: async ({ dues }, input) => done(await dues.showOne(input.phone)),
  }),
  'dues.settle': operation({
    summary: 'Notes what a phone has paid, or what will not be paid: of its oldest orders first, all of it or nothing.',
    returns: 'what it owes now',
    right: 'cash',
    path: 'POST dues/:phone/:change',
    input: changeInput('cash', { phone, key: changing.key }),
    run: ({ dues }, { phone: of, key, ...asked }, { by }) => dues.settle(of, asked as Settling, by, key),
  }),
  'dues.limit': operation({
    summary:
      'How much a phone may owe, in Tk: an order with which it would owe more waits as `to confirm`. Empty or null: any sum.',
    returns: 'what it owes',
    logged: 'Set the limit of {account} to {limit}',
    right: 'cash',
    path: 'PUT dues/:phone/limit',
    input: ofPhone.extend({ limit: z.preprocess((given) => (given === '' ? null : given), KINDS.amount.nullable()) }),
    run: ({ dues }, { phone: of, limit }, { by }) => dues.limit(of, limit, by),
  }),
};
