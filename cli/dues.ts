import type { Settling } from '../server/orders/dues.ts';
import { type Call, type CommandGroup, print, textOf } from './command.ts';
import { LIMIT_OPTION, pagesOf, writeListing } from './listing.ts';
import { HOW_OPTIONS, movedOf } from './orders.ts';
import { countOf, formatTk, withoutControls } from './output.ts';

export const DUES_COMMANDS: CommandGroup = {
  name: 'dues',
  summary: 'What customers owe for delivered orders, by phone.',
  commands: [
    {
      name: 'dues list',
      byDefault: true,
      summary: 'list the phones that owe, the oldest order first',
      options: LIMIT_OPTION,
      examples: { dues: 'who owes what', 'dues list --json': 'for a script' },
      run: listDues,
    },
    {
      name: 'dues collect <PHONE> <AMOUNT>',
      summary: 'note money that was paid, in Tk: for the oldest orders first',
      options: HOW_OPTIONS,
      examples: { 'dues collect 01711000101 460 --how bkash --reference 8N7A6B5C': 'paid by bKash' },
      run: (call) => settle(call, { change: 'collect', ...movedOf(call) }),
    },
    {
      name: 'dues write-off <PHONE> <AMOUNT>',
      summary: 'note that an amount, in Tk, will not be paid',
      options: { '--reason <TEXT>': 'why, for the history' },
      examples: { 'dues write-off 01711000101 60 --reason "Moved away"': 'nobody waits for it any more' },
      run: (call) => settle(call, { change: 'write-off', reason: textOf(call, 'reason') ?? '' }),
    },
    {
      name: 'dues limit <PHONE> <AMOUNT>',
      summary: 'set how much a phone may owe, in Tk, before a further order waits to be confirmed; none: any sum',
      examples: { 'dues limit 01711000101 1000': 'at most Tk 1000', 'dues limit 01711000101 none': 'any sum' },
      async run(call) {
        const { phone, amount } = wordsOf(call);
        say(call, await call.shop().run('dues.limit', { phone, limit: amount === 'none' ? '' : amount }));
      },
    },
    {
      name: 'dues statement <PHONE>',
      summary: 'print what a phone owes for which orders, to be sent',
      options: { '--language <en|bn>': 'by default en' },
      examples: { 'dues statement 01711000101 --language bn': 'in Bangla' },
      async run(call) {
        const shown = await call.shop().run('dues.show', { phone: wordsOf(call).phone });
        const text = shown.statement[textOf(call, 'language') === 'bn' ? 'bn' : 'en'];
        print(call, shown, () => `${text.split('\n').map(withoutControls).join('\n')}\n`);
      },
    },
  ],
};

const wordsOf = ({ args: [phone = '', amount = ''] }: Call) => ({ phone, amount });

async function settle(call: Call, asked: { change: Settling['change']; reason?: string }): Promise<void> {
  say(call, await call.shop().run('dues.settle', { ...wordsOf(call), ...asked }));
}

const say = (call: Call, dues: { phone: string; sum: number }): void =>
  print(call, dues, () => `${dues.phone} owes Tk ${formatTk(dues.sum)}.\n`);

function listDues(call: Call): Promise<void> {
  const pages = pagesOf(async (after) => {
    const { dues, next } = await call.shop().run('dues.list', { after: after ?? undefined });
    return { rows: dues, next };
  });
  return writeListing(call, pages, {
    columns: [
      { heading: 'phone', value: ({ phone }) => phone },
      { heading: 'customer', value: ({ name }) => name, maxWidth: 28 },
      { heading: 'orders', value: ({ orders }) => orders, right: true },
      { heading: 'since', value: ({ since }) => since ?? '' },
      { heading: 'owes Tk', value: ({ sum }) => formatTk(sum), right: true },
      { heading: 'limit Tk', value: ({ limit }) => (limit === null ? '' : formatTk(limit)), right: true },
    ],
    jsonOf: (row) => row,
    emptyText: 'Nobody owes anything.',
    footer: ({ count, more }) => `${countOf(count, 'phone')}${more ? '; more owe' : ''}.`,
  });
}
