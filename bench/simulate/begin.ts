/**
 * How each simulation begins: a shop with some products, customers, riders, and one owner who wants mails about new
 * orders.
 */
import { WEEKDAYS } from '../../domain/shop/settings.ts';
import { OWNER, SLOTS, customerOf, phoneOf, rowOf } from './ask.ts';
import { CUSTOMERS, PRODUCTS, RIDERS } from './draw.ts';
import type { Model } from './model.ts';
import type { Processes } from './processes.ts';
import type { World } from './world.ts';

/** Noon in Dhaka. */
const BEGINNING = Date.parse('2027-01-05T06:00:00Z');

/** The products that are counted, and how many there are. */
const COUNTED = [
  ['dim', 9],
  ['dal', 30],
] as const;

export function firstModel(): Model {
  return {
    orders: {},
    voids: [],
    doneKeys: [],
    products: Object.fromEntries(PRODUCTS.map((id, at) => [id, { price: 60 + 45 * at, available: true }])),
    customers: Object.fromEntries(CUSTOMERS.map((id) => [id, { blocked: false, leaving: false, purged: false }])),
    stock: Object.fromEntries(COUNTED),
    fee: 60,
    limits: {},
    handovers: [],
  };
}

/** Empties the shop, and makes it what the first model says. */
export async function begin(world: World, processes: Processes, model: Model): Promise<void> {
  await world.empty();
  await world.clock.set(BEGINNING);
  const { database } = world;
  for (const id of CUSTOMERS) {
    const { email, name } = customerOf(id);
    await database.query('insert into users (id, email, name, phone) values ($1, $2, $3, $4)', [
      id,
      email,
      name,
      phoneOf(id),
    ]);
  }
  const owner =
    "insert into users (id, email, name, role, order_mails, console_since) values ('nusrat', $1, 'Nusrat', 'operator', true, now())";
  await database.query(owner, [OWNER]);
  for (const id of RIDERS) await database.query('insert into riders (id, name) values ($1, $1)', [id]);
  for (let number = 0; number < processes.size; number += 1) {
    const { services, gate } = await processes.get(number);
    gate.hear();
    gate.plan(null);
    await services.shop.change({ deliveryDays: WEEKDAYS, slots: SLOTS, guestOrders: true }, 'operator');
  }
  const { services } = await processes.get(0);
  await services.catalogue.importRows(
    Object.entries(model.products).map(([id, { price }]) => rowOf(id, price)),
    OWNER,
    { replace: true },
  );
  for (const [id, pieces] of COUNTED) await services.stock.move(id, { move: 'count', pieces }, OWNER);
}
