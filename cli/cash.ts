import { CASH_LABELS, CASH_SUMS, type CashDay, type CashSums } from '../domain/orders/cash.ts';
import { isDay } from '../domain/orders/delivery.ts';
import { objectOf } from './client.ts';
import { type Call, type ShopCommand, print, textOf } from './command.ts';
import { UsageError } from './failure.ts';
import { formatTable } from './table.ts';
import { formatTk } from './wording.ts';

export const CASH_COMMAND: ShopCommand = {
  name: 'cash',
  summary: 'what riders have collected on a day, and handed over',
  options: { '--day <DATE>': 'a day of delivery, 2026-11-21; by default today' },
  examples: { cash: 'in the evening' },
  run: show,
};

async function show(call: Call): Promise<void> {
  const day = textOf(call, 'day');
  if (day !== undefined && !isDay(day)) throw new UsageError(`--day must be a day such as 2026-11-21, not ${day}`);
  const answer = await call.shop().call(`/cash${day === undefined ? '' : `?day=${day}`}`, objectOf<CashDay>());
  const rows: (CashSums & { name: string })[] = [...answer.rows, { name: 'Total', ...answer.total }];
  print(call, answer, () =>
    formatTable(
      [
        { heading: answer.day, value: ({ name }) => name, maxWidth: 28 },
        ...CASH_SUMS.map((sum) => ({
          heading: CASH_LABELS[sum].toLowerCase(),
          value: (row: CashSums) => (sum === 'orders' ? row.orders : formatTk(row[sum])),
          right: true,
        })),
      ],
      rows,
    ),
  );
}
