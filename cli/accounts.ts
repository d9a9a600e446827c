import { LANGUAGES } from '../base/language.ts';
import { reasonOf } from '../base/error-code.ts';
import { CUSTOMER_ROLE, OPERATOR_ROLE, ROLE_PATTERN } from '../domain/accounts/account.ts';
import { INVITED_ROLES, isInvitedRole, isStaffRole, STAFF_ROLES } from '../domain/accounts/roles.ts';
import type { Account as StoredAccount } from '../server/accounts/admin.ts';
import { isEmail } from '../domain/accounts/contact.ts';
import { type Json, Refusal } from './client.ts';
import { type Call, type CommandGroup, emailOf, loginOf, print, textOf, Failure, UsageError } from './command.ts';
import { LIMIT_OPTION, pagesOf, writeListing } from './listing.ts';
import { type Column, countOf, formatTable, formatTime, parseDuration, withoutControls } from './output.ts';

type Account = Json<StoredAccount>;

/** How long after the request an account is deleted, so that its owner can cancel by logging in. */
const GRACE_PERIOD = '30d';

export const ACCOUNT_COMMANDS: CommandGroup = {
  name: 'accounts',
  summary: 'The accounts: listing them, roles, and the deletions that customers asked for.',
  commands: [
    {
      name: 'accounts list',
      summary: 'list accounts by e-mail address',
      options: { '--scheduled': 'only those whose deletion was asked for', ...LIMIT_OPTION },
      examples: { 'accounts list': 'everybody', 'accounts list --scheduled': 'accounts whose deletion was asked for' },
      run: (call) =>
        writeListing(call, accountPages(call, call.options.scheduled ? 0 : undefined), {
          columns: COLUMNS,
          jsonOf: (account) => account,
          emptyText: 'No accounts.',
          footer: ({ count, more }) => `${countOf(count, 'account')}${more ? '; there are more' : ''}.`,
        }),
    },
    {
      name: 'accounts role <EMAIL> <ROLE>',
      summary: `give an account another role; only ${CUSTOMER_ROLE} may sign in to the shop`,
      examples: {
        'accounts role rahim@example.com blocked': 'sign out and keep out',
        'accounts role rahim@example.com user': 'let in again',
      },
      async run(call) {
        const email = emailOf(call);
        const [, role = ''] = call.args;
        if (!ROLE_PATTERN.test(role))
          throw new UsageError(`${role} is not a role: a role has 1 to 32 of a-z, 0-9 and -, and begins with a letter`);
        const answer = await call.shop().run('accounts.role', { email, role });
        print(call, answer, () => {
          const { account, from, changed } = answer;
          const shown = withoutControls(account.email);
          const effect =
            role === CUSTOMER_ROLE
              ? 'may sign in.'
              : `is signed out everywhere and cannot sign in: only ${CUSTOMER_ROLE} may.`;
          // The password that the account had is no key to the console: a stranger may have registered the address.
          const invite = `operators invite ${shown}${role === OPERATOR_ROLE ? '' : ` --role ${role}`}`;
          const key =
            role === OPERATOR_ROLE || isInvitedRole(role) ? `For the console it needs a password: ${invite}\n` : '';
          const closed = isStaffRole(from) && changed ? `It was an operator's: the console is closed to it.\n` : '';
          return `${shown} ${changed ? 'now has' : 'has already'} the role ${role} and ${effect}\n${closed}${key}`;
        });
      },
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
      async run(call) {
        const [whom, named] = customerOf(call);
        const why = { reason: textOf(call, 'reason') ?? '', until: textOf(call, 'until') ?? null };
        const answer = await call.shop().run('accounts.block', { ...named, ...why });
        print(call, answer, () => `${whom} is blocked: its orders are refused.\n`);
      },
    },
    {
      name: 'accounts unblock <EMAIL|PHONE>',
      summary: 'take their orders again',
      examples: { 'accounts unblock 01712345678': 'let it order again' },
      async run(call) {
        const [whom, named] = customerOf(call);
        const answer = await call.shop().run('accounts.unblock', named);
        print(call, answer, () => `${whom} ${answer.changed ? 'may order again' : 'was not blocked'}.\n`);
      },
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

/** `scheduledFor` in seconds. */
function accountPages(call: Call, scheduledFor?: number) {
  return pagesOf(async (after) => {
    const query = { scheduledFor: scheduledFor?.toString(), after: after ?? undefined };
    const { accounts, next } = await call.shop().run('accounts.list', query);
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

/** Whom a block is about: for people, and for the shop. */
function customerOf({ args: [given = ''] }: Call): [string, { email: string } | { phone: string }] {
  return [withoutControls(given), isEmail(given) ? { email: given } : { phone: given }];
}

async function purge(call: Call): Promise<void> {
  const given = textOf(call, 'olderThan') ?? GRACE_PERIOD;
  const seconds = parseDuration(given);
  if (seconds === null)
    throw new UsageError(`--older-than must be a number of days or hours such as 30d or 12h, not ${given}`);
  const dryRun = call.options.dryRun === true;
  // Fetch the complete list first: deleting accounts while paging would shift the pages.
  const due = (await Array.fromAsync(accountPages(call, seconds), ({ rows }) => rows)).flat();
  const accounts = dryRun ? due : await deleteAll(call, due, seconds);
  print(call, { dryRun, accounts }, () => {
    if (due.length === 0)
      return `Nothing to delete: nobody asked for it${seconds === 0 ? '' : ` ${given} ago or earlier`}.\n`;
    const count = countOf(accounts.length, 'account');
    const pending = accounts.reduce((sum, { pendingOrders }) => sum + pendingOrders, 0);
    const lost = `${countOf(pending, 'pending order')} of theirs lose${pending === 1 ? 's' : ''} the address`;
    const kept = due.length - accounts.length;
    return [
      `${formatTable(accounts, COLUMNS)}\n${count}.\n`,
      pending > 0 ? `Mind: ${lost}.\n` : '',
      dryRun ? 'Nothing was deleted.\n' : `Deleted ${count}.\n`,
      kept > 0 ? `${countOf(kept, 'account')} changed their mind in the meantime.\n` : '',
    ].join('');
  });
}

async function deleteAll(call: Call, due: readonly Account[], scheduledFor: number): Promise<Account[]> {
  const deleted: Account[] = [];
  for (const [at, { id }] of due.entries()) {
    call.progress.show('Deleting', at + 1, due.length);
    try {
      deleted.push((await call.shop().run('accounts.purge', { id, scheduledFor })).account);
    } catch (error) {
      // The deletion was cancelled or already carried out in the meantime.
      if (error instanceof Refusal && [404, 409].includes(error.status)) continue;
      if (deleted.length === 0) throw error;
      const before = countOf(deleted.length, 'account was', 'accounts were');
      throw new Failure(`${reasonOf(error)}; ${before} deleted before that`);
    }
  }
  return deleted;
}

export const OPERATOR_COMMANDS: CommandGroup = {
  name: 'operators',
  summary: 'Who may use the console, /operator.',
  commands: [
    {
      name: 'operators invite <EMAIL-OR-PHONE>',
      summary: 'invite somebody to the console: prints and mails a link',
      options: {
        [`--role <${INVITED_ROLES.join('|')}>`]: `not as an owner, but as ${INVITED_ROLES.map((role) => STAFF_ROLES[role].invited).join('; or as ')}`,
        [`--language <${LANGUAGES.join('|')}>`]: 'in which the link opens, and the console speaks',
      },
      details:
        'The link works once, for 24 hours. It asks for a name and a new password, so it also helps an operator who forgot the password or lost the phone: it switches the second factor off.',
      examples: {
        'operators invite rahima@example.com': 'give her the console',
        'operators invite karim@example.com --role packer': 'let him pack',
        'operators invite 01712345678 --role packer':
          'let in somebody without an e-mail address: the link is only printed',
      },
      async run(call) {
        const email = loginOf(call);
        const role = textOf(call, 'role');
        if (role !== undefined && !isInvitedRole(role))
          throw new UsageError(
            `--role must be ${INVITED_ROLES.join(' or ')}, not ${role}; riders are invited in the console`,
          );
        const asked = textOf(call, 'language');
        const language = LANGUAGES.find((known) => known === asked);
        if (asked !== language) throw new UsageError(`--language must be ${LANGUAGES.join(' or ')}, not ${asked}`);
        const answer = await call.shop().run('operators.invite', { email, role, language });
        print(call, answer, () => {
          const { link, mailed, expiresAt } = answer;
          const how = mailed ? 'The link is mailed too' : 'No mail is sent here: give them this link';
          return `Invited ${withoutControls(answer.email)}. ${how}; it works once, until ${formatTime(expiresAt)}:\n${withoutControls(link)}\n`;
        });
      },
    },
    {
      name: 'operators list',
      summary: 'list who may use the console as what, and open invitations',
      examples: { 'operators list': 'everybody who has a key' },
      async run(call) {
        const { operators } = await call.shop().run('operators.list', {});
        print(call, operators, () => {
          if (operators.length === 0) return 'No operators.\n';
          const table = formatTable(operators, [
            { heading: 'email', value: ({ email }) => email, maxWidth: 40 },
            { heading: 'name', value: ({ name }) => name, maxWidth: 28 },
            { heading: 'role', value: ({ role }) => STAFF_ROLES[role].label },
            { heading: 'status', value: ({ status }) => status },
            { heading: 'second factor', value: ({ secondFactor }) => (secondFactor ? 'on' : '') },
            { heading: 'since', value: ({ since }) => formatTime(since) },
            { heading: 'last used', value: ({ lastUsedAt }) => (lastUsedAt ? formatTime(lastUsedAt) : '') },
          ]);
          return `${table}\n${countOf(operators.length, 'person', 'people')}.\n`;
        });
      },
    },
    {
      name: 'operators remove <EMAIL-OR-PHONE>',
      summary: 'close the console to somebody, or take an invitation back; at once',
      details: 'The account stays, and its owner can still shop with it; one with a phone ends.',
      examples: { 'operators remove rahima@example.com': 'sign her out of the console and keep her out' },
      async run(call) {
        const email = loginOf(call);
        const answer = await call.shop().run('operators.remove', { email });
        print(call, answer, () => `${withoutControls(email)} can no longer use the console.\n`);
      },
    },
  ],
};
