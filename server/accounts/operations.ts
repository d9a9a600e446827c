/** What can be done with accounts. Who is meant stands in bodies, because the addresses of requests are logged. */
import { z } from 'zod';
import { cleanText } from '../../domain/typed/text.ts';
import { ROLE_PATTERN } from '../../domain/accounts/account.ts';
import { isDay } from '../../domain/orders/delivery.ts';
import { typedReason } from '../../domain/orders/read-order.ts';
import { done } from '../../domain/outcome.ts';
import { operation } from '../operation.ts';

/** About three centuries: databases support no longer intervals. */
const MAX_SECONDS = 9_999_999_999;
const SECONDS = 'scheduledFor must be a number of seconds.';

const text = z.string('Send the id or the email of an account, or a phone, as texts.').overwrite(cleanText).optional();
const whom = z.strictObject({ id: text, email: text, phone: text });

const UNTIL = 'until is a day such as 2026-12-16.';

const block = whom.extend({
  reason: typedReason,
  /** The last day; empty: for good. */
  until: z
    .string(UNTIL)
    .nullish()
    .transform((day) => day || null)
    .refine((day) => day === null || isDay(day), UNTIL),
});

export const ACCOUNT_OPERATIONS = {
  'accounts.list': operation({
    summary:
      'Accounts by e-mail address. `scheduledFor`: whose deletion was asked for at least so many seconds ago. `after`: the `next` of before.',
    returns: '`{accounts, next}`',
    right: 'customers',
    path: 'GET accounts',
    input: z.strictObject({
      scheduledFor: z
        .string()
        .regex(/^\d{1,10}$/, SECONDS)
        .transform(Number)
        .optional(),
      after: z.string().optional(),
    }),
    run: async ({ accounts }, filter) => done(await accounts.list(filter)),
  }),
  'accounts.role': operation({
    summary: 'Gives an account another role. Only the role user may sign in to the shop.',
    returns: '`{account, changed}`',
    logged: 'Changed the role of {account}: {from} → {to}',
    right: 'customers',
    path: 'POST accounts/role',
    input: z.strictObject({
      email: z.string('email must be a text.'),
      role: z.string().regex(ROLE_PATTERN, 'A role has 1 to 32 of a-z, 0-9 and -, and begins with a letter.'),
    }),
    run: ({ accounts }, { email, role }, { by }) => accounts.setRole(email, role, by),
  }),
  'accounts.block': operation({
    summary:
      'Refuses the orders of an account and of its phone, or of a phone alone, for good or until the end of a day.',
    returns: '`{changed}`',
    logged: 'Blocked the orders of {account}{until}',
    right: 'customers',
    path: 'POST accounts/block',
    input: block,
    run: ({ blocks }, { reason, until, ...who }, { by }) => blocks.set(who, { reason, until }, by),
  }),
  'accounts.unblock': operation({
    summary: 'Takes their orders again.',
    returns: '`{changed}`',
    logged: 'Unblocked the orders of {account}',
    right: 'customers',
    path: 'POST accounts/unblock',
    input: whom,
    run: ({ blocks }, who, { by }) => blocks.set(who, null, by),
  }),
  'accounts.purge': operation({
    summary: 'Deletes an account whose deletion was asked for at least so many seconds ago. This cannot be undone.',
    returns: '`{account}`',
    logged: 'Purged an account with {orders}',
    right: 'customers',
    path: 'POST accounts/:id/purge',
    input: z.strictObject({
      id: z.string(),
      scheduledFor: z.int(SECONDS).min(0, SECONDS).max(MAX_SECONDS, SECONDS),
    }),
    run: ({ accounts }, { id, scheduledFor }, { by }) => accounts.purge(id, scheduledFor, by),
  }),
  'accounts.forget': operation({
    summary:
      'Deletes name, phone and address from the orders of a phone that has no account, once these are closed and paid. This cannot be undone.',
    returns: '`{orders}`',
    logged: 'Deleted who a phone was from {orders}',
    right: 'customers',
    path: 'POST accounts/forget',
    input: z.strictObject({ phone: z.string('phone must be a text.') }),
    run: ({ accounts }, { phone }, { by }) => accounts.forget(phone, by),
  }),
};
