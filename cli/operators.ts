import { z } from 'zod';
import { STAFF_ROLES } from '../domain/accounts/roles.ts';
import type { ListedOperator } from '../server/identity/operator-accounts.ts';
import { type Json, objectOf } from './client.ts';
import { type Call, type CommandGroup, emailOf, print, textOf } from './command.ts';
import { UsageError } from './failure.ts';
import { type Column, formatTable, withoutControls } from './table.ts';
import { countOf, formatTime } from './wording.ts';

const inviteAnswer = z.object({ email: z.string(), link: z.string(), expiresAt: z.iso.datetime() });

export const OPERATOR_COMMANDS: CommandGroup = {
  name: 'operators',
  summary: 'Who may use the console, /operator.',
  commands: [
    {
      name: 'operators invite <EMAIL>',
      summary: 'invite somebody to the console: prints and mails a link',
      options: { '--role <packer>': 'not as an owner, but as somebody who packs: for orders, and what is available' },
      details:
        'The link works once, for 24 hours. It asks for a name and a new password, so it also helps an operator who forgot the password or lost the phone: it switches the second factor off.',
      examples: {
        'operators invite rahima@example.com': 'give her the console',
        'operators invite karim@example.com --role packer': 'let him pack',
      },
      run: invite,
    },
    {
      name: 'operators list',
      summary: 'list who may use the console as what, and open invitations',
      examples: { 'operators list': 'everybody who has a key' },
      run: list,
    },
    {
      name: 'operators remove <EMAIL>',
      summary: 'close the console to somebody, or take an invitation back; at once',
      details: 'The account stays. Its owner can still shop with it.',
      examples: { 'operators remove rahima@example.com': 'sign her out of the console and keep her out' },
      run: remove,
    },
  ],
};

const COLUMNS: readonly Column<Json<ListedOperator>>[] = [
  { heading: 'email', value: ({ email }) => email, maxWidth: 40 },
  { heading: 'name', value: ({ name }) => name, maxWidth: 28 },
  { heading: 'role', value: ({ role }) => STAFF_ROLES[role] },
  { heading: 'status', value: ({ status }) => status },
  { heading: 'second factor', value: ({ secondFactor }) => (secondFactor ? 'on' : '') },
  { heading: 'since', value: ({ since }) => formatTime(since) },
  { heading: 'last used', value: ({ lastUsedAt }) => (lastUsedAt ? formatTime(lastUsedAt) : '') },
];

async function invite(call: Call): Promise<void> {
  const email = emailOf(call);
  const role = textOf(call, 'role');
  if (role !== undefined && role !== 'packer')
    throw new UsageError(`--role must be packer, not ${role}; riders are invited in the console`);
  const request = { method: 'POST', json: { email, role } } as const;
  const answer = await call.shop().call('/operators/invite', inviteAnswer, request);
  print(call, answer, () => {
    const { link, expiresAt } = answer;
    return `Invited ${withoutControls(answer.email)}. The link is mailed too; it works once, until ${formatTime(expiresAt)}:\n${withoutControls(link)}\n`;
  });
}

async function list(call: Call): Promise<void> {
  const { operators } = await call
    .shop()
    .call('/operators', z.object({ operators: z.array(objectOf<ListedOperator>()) }));
  print(call, operators, () =>
    operators.length === 0
      ? 'No operators.\n'
      : `${formatTable(COLUMNS, operators)}\n${countOf(operators.length, 'person', 'people')}.\n`,
  );
}

async function remove(call: Call): Promise<void> {
  const email = emailOf(call);
  const answer = await call.shop().call('/operators/remove', objectOf(), { method: 'POST', json: { email } });
  print(call, answer, () => `${withoutControls(email)} can no longer use the console.\n`);
}
