import type { ShopCommand } from './command.ts';
import { LIMIT_OPTION, pagesOf, writeListing } from './listing.ts';
import { countOf, formatTk } from './output.ts';

export const DUES_COMMAND: ShopCommand = {
  name: 'dues',
  summary: 'what customers owe for delivered orders, by phone; the oldest order first',
  details: 'run dues.settle takes what is paid or written off, dues.limit sets a limit, dues.show has a statement.',
  options: LIMIT_OPTION,
  examples: {
    dues: 'who owes what',
    'run dues.settle phone=01711000101 change=collect amount=460 how=bkash': 'paid by bKash',
  },
  run(call) {
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
  },
};
