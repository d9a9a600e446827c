import { dayOf, type ShopCommand, print } from './command.ts';
import { formatTable, formatTk } from './output.ts';

export const BAZAAR_COMMAND: ShopCommand = {
  name: 'bazaar',
  summary: 'what the open orders of a day need from the bazaar',
  options: { '--day <DATE>': 'a day of delivery, 2026-11-21; by default the next one with orders' },
  examples: { bazaar: 'before you go' },
  async run(call) {
    const list = await call.shop().run('bazaar.list', { day: dayOf(call) });
    const rows = list.categories.flatMap((category) => category.rows);
    print(call, list, () =>
      rows.length === 0
        ? `${list.day}: nothing is needed.\n`
        : formatTable(rows, [
            { heading: list.day, value: ({ name }) => name, maxWidth: 40 },
            { heading: 'to buy', value: ({ need }) => need, right: true },
            { heading: 'bought', value: ({ bought }) => (bought ? 'yes' : '') },
            { heading: 'paid Tk', value: ({ paid }) => (paid === null ? '' : formatTk(paid)), right: true },
          ]),
    );
  },
};
