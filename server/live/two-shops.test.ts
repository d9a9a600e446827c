import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { SOON } from '../../test/support/soon.ts';
import { createDatabase } from '../../test/support/databases.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { SILENT_LOG, openDatabaseAt } from '../db/connect.ts';
import { createWorker } from '../jobs/worker.ts';
import { type LiveEvent, createLive } from './live.ts';
import { followChanges } from '../orders/follow-up.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import type { Customer } from '../orders/change.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';

const RAHIM: Customer = { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', language: 'en' };
const RUI = exampleProduct({ price: 380, discount: '12.5' });

async function openShop(url: string) {
  const database = await openDatabaseAt(url);
  const run = () => followChanges(database.kysely, { wait: false });
  const worker = await createWorker({ database, log: SILENT_LOG }, { orders: { run, everySeconds: 86_400 } });
  return {
    database,
    worker,
    catalogue: createCatalogue(database),
    orders: usualOrders(database, { onPlaced: () => worker.wake('orders') }),
    live: await createLive(database),
  };
}

let shops: [Awaited<ReturnType<typeof openShop>>, Awaited<ReturnType<typeof openShop>>];
beforeAll(async () => {
  const url = await createDatabase();
  shops = await Promise.all([openShop(url), openShop(url)]);
  await shops[0].catalogue.importRows([catalogueRow(RUI)], 'operator');
  await shops[0].database.kysely.insertInto('users').values(RAHIM).execute();
  return async () => {
    for (const { live, worker, database } of shops) {
      await live.close();
      await worker.close();
      await database.close();
    }
  };
});

/** Resolves when this customer's page at a shop gets the event. */
function notified(shop: (typeof shops)[number], event: LiveEvent): Promise<void> {
  return new Promise((resolve) => {
    const end = shop.live.subscribe({ userId: RAHIM.id }, (heard) => {
      if (heard !== event) return;
      end();
      resolve();
    });
  });
}

test('two shops on one server make one order of one key', async () => {
  const request = placeRequest([RUI, 3]);
  const hears = notified(shops[1], 'profile');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => shops[index % 2 ? 0 : 1].orders.place(RAHIM, request)),
  );
  expect(answers.filter((answer) => answer.ok && !answer.repeated)).toHaveLength(1);
  const orders = await Promise.all(shops.map((shop) => shop.orders.list(RAHIM)));
  expect(orders[0]?.orders).toHaveLength(1);
  expect(orders[0]).toEqual(orders[1]);
  await hears;
});

test('the orders of several customers, each sent to both shops at once, are made once, and none is lost', async () => {
  const customerOf = (id: string): Customer => ({ id, email: `${id}@example.com`, name: id, language: 'en' });
  const customers = ['karima', 'jamal', 'salma', 'rafiq'].map(customerOf);
  await shops[0].database.kysely.insertInto('users').values(customers).execute();
  const told = await Promise.all(
    customers.map((customer) => {
      const requests = [1, 2, 3].map((quantity) => placeRequest([RUI, quantity]));
      const answers = requests.flatMap((one) => shops.map(({ orders }) => orders.place(customer, one)));
      return Promise.all(answers.map(async (answer) => valueOf(await answer).id));
    }),
  );
  for (const [at, customer] of customers.entries()) {
    const { orders } = await shops[1].orders.list(customer);
    expect(orders).toHaveLength(3);
    expect(told[at]?.toSorted()).toEqual(orders.flatMap(({ id }) => [id, id]).toSorted());
  }
});

test('a price set in one shop is sent to the other and shown there', async () => {
  const hears = notified(shops[1], 'products');
  await shops[0].catalogue.change(RUI.id, { price: 420 }, { by: 'operator' });
  await hears;
  expect((await shops[1].catalogue.byIds([RUI.id]))[0]?.price).toBe(420);
});

test('an order whose price changes in the other shop while it waits is not placed', async () => {
  const { kysely } = shops[1].database;
  const [product] = await shops[0].catalogue.byIds([RUI.id]);
  if (!product) throw new Error('no product');
  const request = placeRequest([product, 1]);
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const settling = kysely.transaction().execute(async (trx) => {
    await sql`select lock_attempt(${RAHIM.id}, ${request.idempotencyKey}::uuid)`.execute(trx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const placing = shops[0].orders.place(RAHIM, request);
  // It has been priced, and waits for its turn.
  await vi.waitUntil(async () => {
    const { rows } = await sql`
      select from pg_locks join pg_database on oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`.execute(kysely);
    return rows.length > 0;
  }, SOON);
  await shops[1].catalogue.change(RUI.id, { price: 430 }, { by: 'operator' });
  release.resolve();
  await settling;
  expect(await placing).toMatchObject({ reason: { code: 'price-changed' }, now: { products: [{ price: 430 }] } });
});
