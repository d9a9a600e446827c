import { z } from 'zod';
import { fromPoisha, toPoisha } from '../domain/catalogue/money.ts';
import { CHANGES, ORDER_STATUSES, type OfferedChange, type Order, isOrderStatus } from '../domain/orders/order.ts';
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
    ...CHANGES.map(changeCommand),
  ],
};

async function listOrders(call: Call): Promise<void> {
  const query = new URLSearchParams();
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
      `Placed ${formatTime(placedAt)}${userId === null ? ' by an account that is gone' : ''}\n\n`,
      items,
      '\n',
      ...totals.map(([name, tk, note = '']) => `${name.padEnd(9)} Tk ${formatTk(tk)}${note}\n`),
      '\n',
      ...address.map(([name, value]) => `${name.padEnd(9)} ${withoutControls(value)}\n`),
      address.length > 0 ? '\n' : '',
      ...history.map(
        ({ at, actor, to }) => `${formatTime(at)}  ${to} by ${actor === 'owner' ? 'the customer' : 'the shop'}\n`,
      ),
    ].join('');
  });
}

function changeCommand({ change, to }: OfferedChange): ShopCommand {
  return {
    name: `orders ${change} <ID>`,
    summary: `mark an order as ${to}; the shopper is told`,
    examples: { [`orders ${change} k3x9qa`]: `the order becomes ${to}` },
    async run(call) {
      const request = { method: 'POST' } as const;
      const order = await call.shop().call(`/orders/${orderIdOf(call)}/${change}`, objectOf<Order>(), request);
      print(call, order, () => `Order ${order.id} is ${order.status}.\n`);
    },
  };
}

function orderIdOf({ args: [given = ''] }: Call): string {
  const id = given.replace(/^#/, '').toLowerCase();
  if (!/^[a-z0-9]{6,64}$/.test(id))
    throw new UsageError(`${id} is not an order id: give at least its first 6 characters`);
  return id;
}
