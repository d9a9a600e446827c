import { z } from 'zod';
import { fromPoisha, toPoisha } from '../domain/catalogue/money.ts';
import type { ChangeName } from '../domain/orders/change-order.ts';
import { entryWords } from '../domain/orders/entry-words.ts';
import { FILTERS } from '../domain/orders/order-filters.ts';
import { CHANGES, ORDER_STATUSES, type OperatorOrder, isOpen, isOrderStatus } from '../domain/orders/order.ts';
import { CANCEL_REASONS } from '../domain/orders/reasons.ts';
import { ORDER_STAGES } from '../domain/orders/stages.ts';
import type { AdminOrder as StoredOrder, OrderAdmin } from '../server/orders/admin.ts';
import { type Json, objectOf } from './client.ts';
import { type Call, type CommandGroup, type ShopCommand, print, textOf } from './command.ts';
import { UsageError } from './failure.ts';
import { LIMIT_OPTION, pagesOf, writeListing } from './listing.ts';
import { formatTable, withoutControls } from './table.ts';
import { countOf, formatTime, formatTk, parseMoment } from './wording.ts';

type AdminOrder = Json<StoredOrder>;

const listAnswer = z.object({ orders: z.array(objectOf<StoredOrder>()), next: z.string().nullable() });
const showAnswer = objectOf<NonNullable<Awaited<ReturnType<OrderAdmin['show']>>>>();

/** As shoppers see them. Commands accept these too, unless two orders begin with the same ones. */
const SHORT_ID_LENGTH = 6;

/** A change as a command: what follows the order's id is the field of its request. */
interface CommandOfChange {
  change: ChangeName;
  summary: string;
  example?: string;
  field?: 'stage' | 'rider' | 'amount';
  /** Whether a reason must be given, or may. */
  reason?: 'needed' | 'allowed' | undefined;
}

const CHANGE_COMMANDS: readonly CommandOfChange[] = [
  ...CHANGES.map(({ change, to, asks }) => ({
    change,
    summary: `mark an order as ${to}; the shopper is told`,
    reason: asks ? ('allowed' as const) : undefined,
  })),
  { change: 'undo', summary: 'take back the latest change, within 10 seconds' },
  {
    change: 'set-back',
    summary: 'make a delivered or canceled order pending again; the shopper is told',
    reason: 'needed',
  },
  {
    change: 'stage',
    summary: `say where a pending order stands: ${ORDER_STAGES.join(', ')}`,
    field: 'stage',
    example: 'packed',
  },
  {
    change: 'rider',
    summary: 'give an order to a rider, by the id; none takes it back',
    field: 'rider',
    example: 'none',
  },
  {
    change: 'collect',
    summary: 'note cash, in Tk, that was collected for a delivered order',
    field: 'amount',
    example: '460',
  },
  {
    change: 'give-back',
    summary: 'note cash, in Tk, that was given back',
    field: 'amount',
    example: '110',
    reason: 'needed',
  },
];

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
    ...CHANGE_COMMANDS.map(changeCommand),
  ],
};

async function listOrders(call: Call): Promise<void> {
  const query = new URLSearchParams(call.options['oldestFirst'] ? { sort: 'oldest' } : {});
  for (const name of FILTERS) {
    const given = textOf(call, name);
    if (given !== undefined) query.set(name, given);
  }
  const status = textOf(call, 'status');
  if (status !== undefined) {
    if (!isOrderStatus(status)) throw new UsageError(`--status must be one of ${ORDER_STATUSES.join(', ')}`);
    query.set('status', status);
  }
  const since = textOf(call, 'since');
  if (since !== undefined) {
    const moment = parseMoment(since);
    if (!moment) throw new UsageError(`--since must be a date such as 2026-11-21, not ${since}`);
    query.set('since', moment.toISOString());
  }
  const fetch = async (after: string | null) => {
    if (after !== null) query.set('after', after);
    const { orders, next } = await call.shop().call(`/orders?${query.toString()}`, listAnswer);
    return { rows: orders, next };
  };
  let poisha = 0;
  await writeListing<AdminOrder>(call, pagesOf(fetch), {
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

/** An order in the JSON output: the order's own fields, its account and when it was placed. */
function flatten<T extends { order: object }>({ order, ...rest }: T) {
  return { ...order, ...rest };
}

async function showOrder(call: Call): Promise<void> {
  const shown = await call.shop().call(`/orders/${orderIdOf(call)}`, showAnswer);
  const { order, placedAt, userId, history } = shown;
  print(call, flatten(shown), () => {
    const items = formatTable(
      [
        { heading: 'product', value: ({ id }) => id, maxWidth: 30 },
        { heading: 'name', value: ({ name }) => name, maxWidth: 40 },
        { heading: 'Bangla name', value: ({ name_bn }) => name_bn, maxWidth: 40 },
        { heading: 'size', value: ({ weight, unit }) => `${weight} ${unit}`.trim() },
        { heading: 'price Tk', value: ({ price }) => price },
        { heading: 'discount %', value: ({ discount }) => Number(discount) },
        { heading: 'quantity', value: ({ quantity }) => quantity },
      ],
      order.orderItems,
    );
    const totals = [
      ['Subtotal', order.subTotal],
      ['Shipping', order.shippingCost],
      ['Discount', order.discount, order.discount > 0 ? ', taken off already' : ''],
      ['Total', order.totalCost],
    ] as const;
    const address = Object.entries(order.shippingInfo).filter(([, value]) => value !== '');
    return [
      `Order ${order.id}, ${order.status}, ${order.paymentMethod}, ${order.paymentStatus}\n`,
      `Stage ${order.stage}, delivery ${order.deliveryDay ?? '–'}, rider ${order.rider ?? 'none'}, by ${order.source}\n`,
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

function changeCommand({ change, summary, field, example, reason }: CommandOfChange): ShopCommand {
  const name = `orders ${change} <ID>${field ? ` <${field.toUpperCase()}>` : ''}`;
  const shown = [`orders ${change} k3x9qa`, example, reason === 'needed' && '--reason Broken']
    .filter(Boolean)
    .join(' ');
  const reasons = reason === 'allowed' ? `one of ${CANCEL_REASONS.join(', ')}` : 'why, for the history';
  return {
    name,
    summary,
    ...(reason && { options: { '--reason <TEXT>': reasons } }),
    examples: { [shown]: summary },
    async run(call) {
      const given = textOf(call, 'reason');
      if (reason === 'needed' && given === undefined) throw new UsageError(`orders ${change}: --reason is missing`);
      const value = call.args[1] === 'none' ? '' : call.args[1];
      const request = {
        method: 'POST',
        json: { ...(field && { [field]: value }), ...(given && { reason: given }) },
      } as const;
      const order = await call.shop().call(`/orders/${orderIdOf(call)}/${change}`, objectOf<OperatorOrder>(), request);
      print(call, order, () => {
        const more = isOpen(order.status) ? ` (${order.stage})` : field === 'amount' ? `, ${order.paymentStatus}` : '';
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
