import { fromPoisha, toPoisha } from '../domain/money.ts';
import { CASH_LABELS, type CashSums, columnsOf } from '../domain/orders/cash.ts';
import { type ChangeName, CHANGE_NAMES, CHANGES } from '../domain/orders/changes.ts';
import { isDay } from '../domain/orders/delivery.ts';
import { entryWords } from '../domain/orders/history.ts';
import { type How, HOW_NAMES } from '../domain/orders/ledger.ts';
import { FILTERS } from '../domain/orders/order-filters.ts';
import { ORDER_STATUSES, isOpen, isOrderStatus } from '../domain/orders/order.ts';
import { CANCEL_REASONS } from '../domain/orders/reasons.ts';
import { whenOf } from '../domain/orders/delivery.ts';
import { ORDER_STAGES } from '../domain/orders/stages.ts';
import { type Call, dayOf, type CommandGroup, type ShopCommand, print, textOf, UsageError } from './command.ts';
import { countOf, formatTable, formatTime, formatTk, withoutControls } from './output.ts';
import { LIMIT_OPTION, pagesOf, writeListing } from './listing.ts';

export const CASH_COMMAND: ShopCommand = {
  name: 'cash',
  summary: 'what riders have collected on a day, and handed over',
  options: { '--day <DATE>': 'a day of delivery, 2026-11-21; by default today' },
  examples: { cash: 'in the evening' },
  async run(call) {
    const answer = await call.shop().run('cash.day', { day: dayOf(call) });
    const rows: (CashSums & { name: string })[] = [...answer.rows, { name: 'Total', ...answer.total }];
    const sums = columnsOf(answer.rows).map((sum) => ({
      heading: CASH_LABELS[sum].toLowerCase(),
      value: (row: CashSums) => (sum === 'orders' ? row.orders : formatTk(row[sum])),
      right: true,
    }));
    const columns = [{ heading: answer.day, value: ({ name }: { name: string }) => name, maxWidth: 28 }, ...sums];
    print(call, answer, () => formatTable(rows, columns));
  },
};

/** As shoppers see them. Commands accept these too, unless two orders begin with the same ones. */
const SHORT_ID_LENGTH = 6;

const HOW_OPTIONS = {
  [`--how <${HOW_NAMES.join('|')}>`]: 'by default cash',
  '--reference <TEXT>': 'a number of the payment',
};

function movedOf(call: Call): { how?: How | undefined; reference?: string | undefined } {
  return { how: textOf(call, 'how') as How | undefined, reference: textOf(call, 'reference') };
}

/** Values of the examples, by the fields' names. */
const EXAMPLES: Readonly<Record<string, string>> = {
  stage: 'packed',
  rider: 'none',
  amount: '460',
  outcome: 'reached',
};

export const ORDER_COMMANDS: CommandGroup = {
  name: 'orders',
  summary: 'The orders: looking at them, delivering and canceling them. An ID may be its first 6 characters.',
  commands: [
    {
      name: 'orders list',
      summary: 'list orders, newest first',
      options: {
        [`--status <${ORDER_STATUSES.join('|')}>`]: 'only those of one status',
        '--since <DATE>': 'only those placed since; a day or a time of Bangladesh, 2026-11-21 or 2026-11-21T18:00',
        '--day <DAY>': 'only those to be delivered on a day, 2026-11-21',
        '--slot <TIME>': 'only pending ones whose delivery time begins then, 17:00; with --status pending',
        [`--stage <${ORDER_STAGES.join('|')}>`]: 'only pending ones of one stage; with --status pending',
        '--rider <ID>': 'only those of one rider; none: without a rider',
        '--area <ID>': 'only those to one area',
        '--product <ID>': 'only pending ones with a product; with --status pending',
        '--oldest-first': 'the oldest first',
        ...LIMIT_OPTION,
      },
      examples: {
        'orders list --status pending': 'what is to be delivered',
        'orders list --limit 20': 'the newest 20',
        'orders list --since 2026-11-21 --json': 'for a script',
      },
      run: listOrders,
    },
    {
      name: 'orders show <ID>',
      summary: 'show an order: items, totals, address, history',
      examples: { 'orders show k3x9qa': 'by the 6 characters that the shopper sees' },
      run: showOrder,
    },
    ...CHANGE_NAMES.filter((change) => change !== 'edit' && CHANGES[change].rights.includes('orders')).map(
      changeCommand,
    ),
  ],
};

async function listOrders(call: Call): Promise<void> {
  const given = Object.fromEntries(FILTERS.map((name) => [name, textOf(call, name)]));
  const status = textOf(call, 'status');
  if (status !== undefined && !isOrderStatus(status))
    throw new UsageError(`--status must be one of ${ORDER_STATUSES.join(', ')}`);
  const since = textOf(call, 'since');
  const moment = since === undefined ? undefined : parseMoment(since);
  if (moment === null) throw new UsageError(`--since must be a date such as 2026-11-21, not ${since}`);
  const sort = call.options['oldestFirst'] ? 'oldest' : undefined;
  const pages = pagesOf(async (after) => {
    const query = { ...given, status, since: moment?.toISOString(), sort, after: after ?? undefined };
    const { orders, next } = await call.shop().run('orders.list', query);
    return { rows: orders, next };
  });
  let poisha = 0;
  await writeListing(call, pages, {
    columns: [
      { heading: 'id', value: ({ order }) => order.id.slice(0, SHORT_ID_LENGTH) },
      { heading: 'placed', value: ({ placedAt }) => formatTime(placedAt) },
      { heading: 'status', value: ({ order }) => order.status },
      { heading: 'items', value: ({ order }) => order.orderItems.length },
      { heading: 'total Tk', value: ({ order }) => formatTk(order.totalCost), right: true },
      { heading: 'customer', value: ({ order }) => order.shippingInfo.name || '(gone)', maxWidth: 28 },
      { heading: 'phone', value: ({ order }) => order.shippingInfo.phone ?? '' },
      { heading: 'city', value: ({ order }) => order.shippingInfo.city ?? '', maxWidth: 20 },
    ],
    jsonOf: flatten,
    onRow: ({ order }) => (poisha += toPoisha(order.totalCost)),
    emptyText: 'No orders.',
    footer: ({ count, more }) =>
      `${countOf(count, 'order')}, Tk ${formatTk(fromPoisha(poisha))} in all${more ? '; there are older ones' : ''}.`,
  });
}

const DATE_PATTERN = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/i;

/** Reads '2026-11-21' or '2026-11-21T18:05', in Bangladesh's time unless a zone is given. Null for other texts. */
export function parseMoment(text: string): Date | null {
  const [, day = '', time = '00:00', zone = '+06:00'] = DATE_PATTERN.exec(text.trim()) ?? [];
  const moment = new Date(`${day}T${time}${zone.toUpperCase()}`);
  return isDay(day) && !Number.isNaN(moment.getTime()) ? moment : null;
}

/** An order in the JSON output: the order's own fields, its account and when it was placed. */
function flatten<T extends { order: object }>({ order, ...rest }: T) {
  return { ...order, ...rest };
}

async function showOrder(call: Call): Promise<void> {
  const shown = await call.shop().run('orders.show', { id: orderIdOf(call) });
  const { order, placedAt, userId, history } = shown;
  print(call, flatten(shown), () => {
    const items = formatTable(order.orderItems, [
      { heading: 'product', value: ({ id }) => id, maxWidth: 30 },
      { heading: 'name', value: ({ name }) => name, maxWidth: 40 },
      { heading: 'Bangla name', value: ({ name_bn }) => name_bn, maxWidth: 40 },
      { heading: 'size', value: ({ weight, unit }) => `${weight} ${unit}`.trim() },
      { heading: 'price Tk', value: ({ price }) => price },
      { heading: 'discount %', value: ({ discount }) => Number(discount) },
      { heading: 'quantity', value: ({ quantity }) => quantity },
    ]);
    const totals = [
      ['Subtotal', order.subTotal],
      ['Shipping', order.shippingCost],
      ['Discount', order.discount, order.discount > 0 ? ', taken off already' : ''],
      ['Total', order.totalCost],
    ] as const;
    const address = Object.entries(order.shippingInfo).filter(([, value]) => value !== '');
    return [
      `Order ${order.id}, ${order.status}, ${order.paymentMethod}, ${order.paymentStatus}\n`,
      `Stage ${order.stage}, delivery ${whenOf(order) ?? '–'}, rider ${order.rider ?? 'none'}, by ${order.source}\n`,
      `Placed ${formatTime(placedAt)}${userId === null && order.source === 'shop' ? ' by an account that is gone' : ''}\n\n`,
      items,
      '\n',
      ...totals.map(([name, tk, note = '']) => `${name.padEnd(9)} Tk ${formatTk(tk)}${note}\n`),
      '\n',
      ...address.map(([name, value]) => `${name.padEnd(9)} ${withoutControls(value)}\n`),
      address.length > 0 ? '\n' : '',
      ...history.map((entry) => {
        const { text, details } = entryWords({ ...entry, at: new Date(entry.at) });
        const who = entry.actor === 'owner' ? 'the customer' : (entry.operator ?? 'the shop');
        const lines = [`${formatTime(entry.at)}  ${text} by ${who}${entry.undone ? ' (undone)' : ''}`, ...details];
        return `${lines.map(withoutControls).join('\n                  ')}\n`;
      }),
    ].join('');
  });
}

/** A change as a command: what follows the order's id is the field that it needs beside a reason. */
function changeCommand(change: ChangeName): ShopCommand {
  const { summary, takes } = CHANGES[change];
  const { reason, ...fields } = takes;
  const [field] = Object.entries(fields).find(([, kind]) => !kind.endsWith('?')) ?? [];
  const isTyped = reason?.startsWith('text') ?? false;
  const isNeeded = reason !== undefined && !reason.endsWith('?');
  const example = [
    `orders ${change} k3x9qa`,
    field && EXAMPLES[field],
    isNeeded && `--reason ${isTyped ? 'Broken' : CANCEL_REASONS[0]}`,
  ];
  return {
    name: `orders ${change} <ID>${field ? ` <${field.toUpperCase()}>` : ''}`,
    summary,
    options: {
      ...(reason && { '--reason <TEXT>': isTyped ? 'why, for the history' : `one of ${CANCEL_REASONS.join(', ')}` }),
      ...(field === 'amount' && HOW_OPTIONS),
    },
    examples: { [example.filter(Boolean).join(' ')]: summary },
    async run(call) {
      const given = textOf(call, 'reason');
      if (isNeeded && given === undefined) throw new UsageError(`orders ${change}: --reason is missing`);
      const value = call.args[1] === 'none' ? '' : call.args[1];
      const fields = { ...(field && { [field]: value }), ...(given && { reason: given }), ...movedOf(call) };
      const order = await call.shop().run('orders.change', { id: orderIdOf(call), change, ...fields });
      print(call, order, () => {
        const isOfMoney = field === 'amount';
        const more = isOpen(order.status) ? ` (${order.stage})` : isOfMoney ? `, ${order.paymentStatus}` : '';
        return `Order ${order.id} is ${order.status}${more}.\n`;
      });
    },
  };
}

function orderIdOf({ args: [given = ''] }: Call): string {
  const id = given.replace(/^#/, '').toLowerCase();
  if (!/^[a-z0-9]{6,64}$/.test(id))
    throw new UsageError(`${id} is not an order id: give at least its first 6 characters`);
  return id;
}
