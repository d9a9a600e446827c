/** The orders as the database has them, compared with the model. */
import { isDeepStrictEqual } from 'node:util';
import { GUEST, type Model, type ModelOrder, owedOf, revisionOf, sumOf } from './model.ts';
import type { World } from './world.ts';

interface StoredOrder {
  id: string;
  key: string;
  customer: string | null;
  status: string;
  stage: string;
  rider: string | null;
  reason: string | null;
  total: number;
  shipping: number;
  payment: string;
  owes: boolean;
  street: string;
  slot: { day: string; from: string };
  revision: number;
  items: unknown;
  money: Record<string, number>;
  changes: string[];
  latest: [string, string | null];
  audited: number;
}

async function storedOrders({ database }: World): Promise<StoredOrder[]> {
  const { rows } = await database.query<StoredOrder>(`
    select id, idempotency_key as key, user_id as customer, status, stage, rider_id as rider, cancel_reason as reason,
      total_cost_poisha / 100.0::float8 as total, shipping_cost_poisha / 100.0::float8 as shipping, payment_status as payment, owes,
      coalesce(shipping_info ->> 'street', '') as street, jsonb_build_object('day', delivery_day, 'from', slot_from) as slot, revision,
      (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', product_id, 'quantity', quantity, 'weighed', weighed / 1000.0::float8, 'price', price_poisha / 100)) order by product_id collate "C")
        from order_lines where order_number = number) as items,
      coalesce((select jsonb_object_agg(kind, sum) from (
        select kind, sum(amount_poisha) / 100.0 as sum from order_money where order_number = number group by kind) as sums), '{}') as money,
      array(select change from order_history where order_number = number and change is not null order by order_history.id) as changes,
      (select array[to_status, to_stage] from order_history where order_number = number order by id desc limit 1) as latest,
      (select count(*)::integer from audit where subject = orders.id) as audited
    from orders order by number`);
  return rows;
}

/** How they differ, one line each. */
export async function differences(world: World, model: Model): Promise<string[]> {
  const stored = await storedOrders(world);
  const keys = stored.map(({ key }) => key);
  const unknown = keys.filter((key) => !model.orders[key]).map((key) => `an order was made for the attempt ${key}`);
  const twice = keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `the attempt ${key} made two orders`);
  const voids = model.voids.filter((key) => keys.includes(key)).map((key) => `the void attempt ${key} made an order`);
  // Of those that came at once, any may be the first: the older one is paid first.
  const known = Object.keys(model.orders).filter((key) => keys.includes(key));
  const isInOrder = isDeepStrictEqual(
    known,
    keys.filter((key) => model.orders[key]),
  );
  const lost = Object.keys(model.orders).filter((key) => !keys.includes(key));
  return [
    ...(await otherDifferences(world, model)),
    ...unknown,
    ...(isInOrder ? [] : ['the orders were placed in another sequence']),
    ...twice,
    ...voids,
    ...lost.map((key) => `the order of ${key} is lost`),
    ...stored.flatMap((order) => {
      const expected = model.orders[order.key];
      return expected ? orderDifferences(model, expected, order) : [];
    }),
  ];
}

async function otherDifferences({ database }: World, model: Model): Promise<string[]> {
  const products = await database.query(
    'select id, price_poisha / 100 as price, available from products order by id collate "C"',
  );
  const customers = await database.query(`
    select id, exists (select from blocks where user_id = users.id) as blocked, schedule_for_deletion as leaving
    from users where role = 'user' order by id`);
  const stock = await database.query(`
    select product_id as id, pieces,
      (select sum(delta)::integer from stock_movements as moved where moved.product_id = stock.product_id) as explained
    from stock order by product_id collate "C"`);
  const taken = await database.query(
    "select day || ' ' || slot_from as slot, orders from slot_orders where orders <> 0 order by 1",
  );
  const facts: [string, unknown, unknown][] = [
    ['the orders of the delivery times', taken.rows.map(({ slot, orders }) => [slot, orders]), inOrder(takenOf(model))],
    [
      'the stock and its movements',
      stock.rows.map(({ id, pieces, explained }) => [id, pieces, explained]),
      inOrder(model.stock).map(([id, pieces]) => [id, pieces, pieces]),
    ],
    [
      'the products',
      products.rows.map(({ id, price, available }) => [id, Number(price), available]),
      inOrder(model.products).map(([id, { price, available }]) => [id, price, available]),
    ],
    [
      'the customers',
      customers.rows.map(({ id, blocked, leaving }) => [id, blocked, leaving]),
      inOrder(model.customers).flatMap(([id, { blocked, leaving, purged }]) =>
        purged ? [] : [[id, blocked, leaving]],
      ),
    ],
  ];
  return facts.flatMap(([name, is, should]) =>
    isDeepStrictEqual(is, should) ? [] : [`${name} are ${JSON.stringify(is)}, not ${JSON.stringify(should)}`],
  );
}

function takenOf({ orders }: Model): Record<string, number> {
  const taken: Record<string, number> = {};
  for (const { slot, status } of Object.values(orders)) {
    const key = `${slot.day} ${slot.from}`;
    if (status !== 'canceled') taken[key] = (taken[key] ?? 0) + 1;
  }
  return taken;
}

function inOrder<T>(things: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(things).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function orderDifferences(model: Model, expected: ModelOrder, stored: StoredOrder): string[] {
  const { customer, status, stage, rider, reason, total, shipping, street, slot, changes, audited } = expected;
  // Of two prices at once both may come to the same total.
  const items = expected.items.map((item) => ({ ...item, price: expected.prices[item.id] }));
  const isNobodys = customer === null || customer === GUEST || model.customers[customer]?.purged;
  const due = sumOf(expected, 'due');
  const collected = sumOf(expected, 'collected');
  const owed = owedOf(expected);
  const { money } = stored;
  const facts: [string, unknown, unknown][] = [
    ['id', stored.id, expected.id],
    ['owner', stored.customer, isNobodys ? null : customer],
    ['status', stored.status, status],
    ['stage', stored.stage, stage],
    ['rider', stored.rider, rider],
    ['reason', stored.reason, reason],
    ['total', stored.total, total],
    ['shipping', stored.shipping, shipping],
    ['street', stored.street, street],
    ['delivery time', stored.slot, slot],
    ['revision', stored.revision, revisionOf(model, expected)],
    ['items', stored.items, items.toSorted((a, b) => (a.id < b.id ? -1 : 1))],
    ['payment', stored.payment, status === 'delivered' && owed <= 0 ? 'paid' : 'unpaid'],
    ['whether it owes', stored.owes, status === 'delivered' && owed > 0],
    ['written off', money['written off'] ?? 0, sumOf(expected, 'written off')],
    ['due', money['to collect'] ?? 0, due],
    ['collected', money.collected ?? 0, collected],
    ['given back', money['given back'] ?? 0, sumOf(expected, 'back')],
    ['changes', stored.changes, changes.map(({ change }) => change)],
    ['end of its history', stored.latest, changes.length > 0 ? [status, stage] : [status, stored.latest[1]]],
    ['entries of the log', stored.audited, audited],
  ];
  return facts.flatMap(([name, is, should]) =>
    isDeepStrictEqual(is, should)
      ? []
      : [`order ${expected.id}: ${name} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`],
  );
}
