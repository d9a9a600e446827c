import { z } from 'zod';
import { isEmail } from '../domain/contact.ts';
import { argumentOf, print } from './command.ts';
import type { Call, CommandGroup } from './command.ts';
import { UsageError } from './failure.ts';
import { formatTable, withoutControls } from './table.ts';
import type { Column } from './table.ts';
import { countOf, formatTime } from './wording.ts';

const time = z.iso.datetime().transform((text) => new Date(text));
const operator = z.object({
  email: z.string(),
  name: z.string(),
  status: z.enum(['operator', 'invited']),
  secondFactor: z.boolean(),
  since: time,
  lastUsedAt: time.nullable(),
});
const listAnswer = z.object({ operators: z.array(operator) });
const inviteAnswer = z.object({ email: z.string(), link: z.string(), expiresAt: time });
const removeAnswer = z.object({ removed: z.literal(true) });

export const OPERATOR_COMMANDS: CommandGroup = {
  name: 'operators',
  summary: 'Who may use the console, /operator.',
  commands: [
    {
      name: 'operators invite',
      usage: 'EMAIL',
      summary: 'invite somebody to the console: prints and mails a link',
      details: [
        '',
        'The link works once, for 24 hours. It asks for a name and a new password, so it also helps an operator',
        'who forgot the password or lost the phone: it switches the second factor off.',
      ],
      argumentCount: [1, 1],
      examples: [['operators invite rahima@example.com', 'give her the console']],
      run: invite,
    },
    {
      name: 'operators list',
      summary: 'list operators and open invitations',
      examples: [['operators list', 'everybody who has a key']],
      run: list,
    },
    {
      name: 'operators remove',
      usage: 'EMAIL',
      summary: 'close the console to somebody, or take an invitation back; at once',
      details: ['', 'The account stays. Its owner can still shop with it.'],
      argumentCount: [1, 1],
      examples: [['operators remove rahima@example.com', 'sign her out of the console and keep her out']],
      run: remove,
    },
  ],
};

const COLUMNS: readonly Column<z.infer<typeof operator>>[] = [
  { heading: 'email', value: ({ email }) => email, maxWidth: 40 },
  { heading: 'name', value: ({ name }) => name, maxWidth: 28 },
  { heading: 'status', value: ({ status }) => status },
  { heading: 'second factor', value: ({ secondFactor }) => (secondFactor ? 'on' : '') },
  { heading: 'since', value: ({ since }) => formatTime(since) },
  { heading: 'last used', value: ({ lastUsedAt }) => (lastUsedAt ? formatTime(lastUsedAt) : '') },
];

async function invite(call: Call): Promise<void> {
  const request = { method: 'POST', json: { email: emailOf(call) } } as const;
  const answer = await call.shop().call('/operators/invite', inviteAnswer, request);
  print(call, answer, () => {
    const { email, link, expiresAt } = answer;
    return `Invited ${withoutControls(email)}. The link is mailed too; it works once, until ${formatTime(expiresAt)}:\n${withoutControls(link)}\n`;
  });
}

async function list(call: Call): Promise<void> {
  const { operators } = await call.shop().call('/operators', listAnswer);
  print(call, operators, () =>
    operators.length === 0
      ? 'No operators.\n'
      : `${formatTable(COLUMNS, operators)}\n${countOf(operators.length, 'person', 'people')}.\n`,
  );
}

async function remove(call: Call): Promise<void> {
  const email = emailOf(call);
  const answer = await call.shop().call('/operators/remove', removeAnswer, { method: 'POST', json: { email } });
  print(call, answer, () => `${withoutControls(email)} can no longer use the console.\n`);
}

function emailOf(call: Call): string {
  const email = argumentOf(call);
  if (!isEmail(email)) throw new UsageError(`${email} is not an e-mail address`);
  return email;
}
