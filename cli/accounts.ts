import { z } from 'zod';
import { CUSTOMER_ROLE, OPERATOR_ROLE, ROLE_PATTERN } from '../domain/accounts/account.ts';
import { hasRight, isStaffRole } from '../domain/accounts/roles.ts';
import type { Account as StoredAccount } from '../server/accounts/admin.ts';
import { isEmail } from '../domain/accounts/contact.ts';
import { type Json, Refusal, objectOf } from './client.ts';
import { type Call, type CommandGroup, emailOf, print, textOf } from './command.ts';
import { Failure, UsageError, reasonOf } from './failure.ts';
import { LIMIT_OPTION, type Page, pagesOf, writeListing } from './listing.ts';
import { type Column, formatTable, withoutControls } from './table.ts';
import { countOf, formatTime, parseDuration } from './wording.ts';

type Account = Json<StoredAccount>;

/** How long after the request an account is deleted, so that its owner can cancel by logging in. */
const GRACE_PERIOD = '30d';

const account = objectOf<StoredAccount>();
const listAnswer = z.object({ accounts: z.array(account), next: z.string().nullable() });
const roleAnswer = z.object({ account, from: z.string(), changed: z.boolean() });
const purgeAnswer = z.object({ account });

export const ACCOUNT_COMMANDS: CommandGroup = {
  name: 'accounts',
  summary: 'The accounts: listing them, roles, and the deletions that customers asked for.',
  commands: [
    {
      name: 'accounts list',
      summary: 'list accounts by e-mail address',
      options: { '--scheduled': 'only those whose deletion was asked for', ...LIMIT_OPTION },
      examples: { 'accounts list': 'everybody', 'accounts list --scheduled': 'accounts whose deletion was asked for' },
      run: listAccounts,
    },
    {
      name: 'accounts role <EMAIL> <ROLE>',
      summary: `give an account another role; only ${CUSTOMER_ROLE} may sign in to the shop`,
      examples: {
        'accounts role rahim@example.com blocked': 'sign out and keep out',
        'accounts role rahim@example.com user': 'let in again',
      },
      run: setRole,
    },
    {
      name: 'accounts block <EMAIL|PHONE>',
      summary: 'refuse the orders of an account and its phone, or of a phone alone',
      details: `They are told "Please call the shop to order.". Orders on the phone are still taken.`,
      options: {
        '--reason <TEXT>': 'why; for operators only',
        '--until <DATE>': 'the last day; for good unless given',
      },
      examples: {
        'accounts block 01712345678 --reason "three false orders"': 'for good',
        'accounts block rahim@example.com --reason "refused twice" --until 2026-12-31': 'until the end of the year',
      },
      run: (call) => block(call, 'block'),
    },
    {
      name: 'accounts unblock <EMAIL|PHONE>',
      summary: 'take their orders again',
      examples: { 'accounts unblock 01712345678': 'let it order again' },
      run: (call) => block(call, 'unblock'),
    },
    {
      name: 'accounts purge',
      summary: 'delete the accounts whose owners asked for it long enough ago',
      details: `Deletes the account, its sessions, its picture and the personal data in its orders; the orders' figures stay.
This cannot be undone. A customer who logs in before that keeps the account.`,
      options: {
        [`--older-than <${GRACE_PERIOD}>`]: `how long ago: 30d, 12h, 0; ${GRACE_PERIOD} unless given`,
        '--dry-run': 'only list them',
      },
      examples: {
        'accounts purge --dry-run': 'see who would be deleted',
        'accounts purge': 'delete them',
        'accounts purge --older-than 60d': 'wait longer than usual',
      },
      run: purge,
    },
  ],
};

async function listAccounts(call: Call): Promise<void> {
  await writeListing(call, accountPages(call, call.options.scheduled ? 0 : undefined), {
    columns: COLUMNS,
    jsonOf: (account) => account,
    emptyText: 'No accounts.',
    footer: ({ count, more }) => `${countOf(count, 'account')}${more ? '; there are more' : ''}.`,
  });
}

/** `scheduledFor` in seconds. */
function accountPages(call: Call, scheduledFor?: number): AsyncGenerator<Page<Account>> {
  const query = new URLSearchParams(scheduledFor === undefined ? {} : { scheduledFor: String(scheduledFor) });
  return pagesOf(async (after) => {
    if (after !== null) query.set('after', after);
    const { accounts, next } = await call.shop().call(`/accounts?${query.toString()}`, listAnswer);
    return { rows: accounts, next };
  });
}

const COLUMNS: readonly Column<Account>[] = [
  { heading: 'email', value: ({ email }) => email, maxWidth: 40 },
  { heading: 'name', value: ({ name }) => name, maxWidth: 28 },
  { heading: 'role', value: ({ role }) => role },
  { heading: 'blocked', value: ({ blocked }) => (blocked ? 'yes' : '') },
  { heading: 'joined', value: ({ joinedAt }) => formatTime(joinedAt) },
  { heading: 'orders', value: ({ orders }) => orders },
  { heading: 'pending', value: ({ pendingOrders }) => pendingOrders },
  { heading: 'deletion asked for', value: ({ deletionRequestedAt: at }) => (at ? formatTime(at) : '') },
];

function tableOf(accounts: readonly Account[]): string {
  return `${formatTable(COLUMNS, accounts)}\n${countOf(accounts.length, 'account')}.\n`;
}

async function setRole(call: Call): Promise<void> {
  const email = emailOf(call);
  const [, role = ''] = call.args;
  if (!ROLE_PATTERN.test(role))
    throw new UsageError(`${role} is not a role: a role has 1 to 32 of a-z, 0-9 and -, and begins with a letter`);
  const answer = await call.shop().call('/accounts/role', roleAnswer, { method: 'POST', json: { email, role } });
  print(call, answer, () => {
    const { account, from, changed } = answer;
    const shown = withoutControls(account.email);
    const effect =
      role === CUSTOMER_ROLE
        ? 'may sign in.'
        : `is signed out everywhere and cannot sign in: only ${CUSTOMER_ROLE} may.`;
    // The password that the account had is no key to the console: a stranger may have registered the address.
    const invite = `operators invite ${shown}${role === OPERATOR_ROLE ? '' : ` --role ${role}`}`;
    const key = hasRight(role, 'orders') ? `For the console it needs a password: ${invite}\n` : '';
    const closed = isStaffRole(from) && changed ? `It was an operator's: the console is closed to it.\n` : '';
    return `${shown} ${changed ? 'now has' : 'has already'} the role ${role} and ${effect}\n${closed}${key}`;
  });
}

async function block(call: Call, verb: 'block' | 'unblock'): Promise<void> {
  const [given = ''] = call.args;
  const whom = isEmail(given) ? { email: given } : { phone: given };
  const json = { ...whom, reason: textOf(call, 'reason') ?? '', until: textOf(call, 'until') ?? null };
  const answer = await call
    .shop()
    .call(`/accounts/${verb}`, z.object({ changed: z.boolean() }), { method: 'POST', json });
  const now =
    verb === 'block' ? 'is blocked: its orders are refused' : answer.changed ? 'may order again' : 'was not blocked';
  print(call, answer, () => `${withoutControls(given)} ${now}.\n`);
}

async function purge(call: Call): Promise<void> {
  const given = textOf(call, 'olderThan') ?? GRACE_PERIOD;
  const seconds = parseDuration(given);
  if (seconds === null)
    throw new UsageError(`--older-than must be a number of days or hours such as 30d or 12h, not ${given}`);
  const dryRun = call.options.dryRun === true;
  // Fetch the complete list first: deleting accounts while paging would shift the pages.
  const due: Account[] = [];
  for await (const { rows } of accountPages(call, seconds)) due.push(...rows);
  if (dryRun) {
    print(call, { dryRun, accounts: due }, () =>
      due.length === 0 ? nothingDue(given) : `${tableOf(due)}${warning(due)}Nothing was deleted.\n`,
    );
    return;
  }
  const purged: Account[] = [];
  const skipped: Account[] = [];
  for (const [at, one] of due.entries()) {
    const request = { method: 'POST', json: { scheduledFor: seconds } } as const;
    try {
      const { account } = await call.shop().call(`/accounts/${one.id}/purge`, purgeAnswer, request);
      purged.push(account);
    } catch (error) {
      // The deletion was cancelled or already carried out in the meantime.
      if (error instanceof Refusal && [404, 409].includes(error.status)) skipped.push(one);
      else throw purged.length === 0 ? error : new Failure(`${reasonOf(error)}; ${deleted(purged)} before that`);
    }
    call.progress.show('Deleting', at + 1, due.length);
  }
  print(call, { dryRun, accounts: purged }, () => {
    if (due.length === 0) return nothingDue(given);
    const left =
      skipped.length > 0 ? `${countOf(skipped.length, 'account')} changed their mind in the meantime.\n` : '';
    return `${tableOf(purged)}${warning(purged)}Deleted ${countOf(purged.length, 'account')}.\n${left}`;
  });
}

function deleted({ length }: readonly Account[]): string {
  return `${countOf(length, 'account was', 'accounts were')} deleted`;
}

function nothingDue(given: string): string {
  return parseDuration(given) === 0
    ? 'Nothing to delete: nobody asked for it.\n'
    : `Nothing to delete: nobody asked for it ${given} ago or earlier.\n`;
}

function warning(accounts: readonly Account[]): string {
  const pending = accounts.reduce((sum, { pendingOrders }) => sum + pendingOrders, 0);
  return pending === 0
    ? ''
    : `Mind: ${countOf(pending, 'pending order')} of theirs lose${pending === 1 ? 's' : ''} the address.\n`;
}
