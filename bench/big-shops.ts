/** Two shops in one PostgreSQL that differ only in size, for running the same queries on both. */
import { sql } from 'kysely';
import { FIRST_CATEGORIES, groupOf } from '../test/support/first-categories.ts';
import { DIVISIONS } from '../domain/accounts/address.ts';
import { createBazaar } from '../server/bazaar/bazaar.ts';
import { type Catalogue, createCatalogue } from '../server/catalogue/catalogue.ts';
import { type Database, openDatabaseAt } from '../server/db/connect.ts';
import { createFigures, type Figures } from '../server/figures/figures.ts';
import { followChanges } from '../server/orders/follow-up.ts';
import type { Orders } from '../server/orders/orders.ts';
import { createStock } from '../server/stock/stock.ts';
import { usualDues, usualOrders } from '../test/support/usual-orders.ts';
import { onServer, startPostgres } from '../test/support/postgres-server.ts';
import { generatedProduct } from './products.ts';

/** Rows in one import or INSERT. */
const BATCH_ROWS = 50_000;
const CUSTOMERS = 1_000;
/** Over which the orders are spread, the last one being placed now. */
const ORDER_DAYS = 120;
const LINES = 4;
/** Products that are counted, at most. */
const COUNTED = 100_000;
/** The newest orders, which are still to be brought, whatever the size. All others are behind the shop. */
const OPEN = 2_000;
/** Of these, and of the newest delivered ones, which are half paid. */
const FOR_TOMORROW = 500;
const OWING = 300;

export interface ShopSize {
  name: string;
  products: number;
  orders: number;
  /** Orders of the customer 'busy'; part of `orders`. */
  busyOrders: number;
}

export interface SizedShop extends ShopSize {
  catalogue: Catalogue;
  orderBook: Orders;
  figures: Figures;
  stock: ReturnType<typeof createStock>;
  dues: ReturnType<typeof usualDues>;
  bazaar: ReturnType<typeof createBazaar>;
}

export const BUSY = { id: 'busy', email: 'busy@example.com', name: 'Busy', language: 'en' } as const;

/** Fills shops of these sizes and runs `work` with them. */
export async function withSizedShops<T>(
  sizes: readonly ShopSize[],
  show: (label: string, done: number, total: number) => void,
  work: (shops: SizedShop[]) => Promise<T>,
): Promise<T> {
  const server = await startPostgres({ durable: true });
  const opened: Pick<Database, 'close'>[] = [];
  try {
    const shops: SizedShop[] = [];
    for (const size of sizes) {
      const url = await createDatabase(server.url, size.name);
      const database = await openDatabaseAt(url);
      opened.push(database);
      const catalogue = createCatalogue(database);
      await fillCatalogue(catalogue, size, show);
      await fillOrders(database, size, show);
      await fillTrade(database);
      const lowStock = () => 5;
      shops.push({
        ...size,
        catalogue,
        orderBook: usualOrders(database),
        figures: createFigures(database),
        stock: createStock({ database, lowStock }),
        dues: usualDues(database),
        bazaar: createBazaar({ database, categories: () => FIRST_CATEGORIES, lowStock }),
      });
    }
    return await work(shops);
  } finally {
    for (const database of opened) await database.close();
    await server.stop();
  }
}

async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await onServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** With the shop's own import, so that search index and counts are the real ones. */
export async function fillCatalogue(
  catalogue: Catalogue,
  { name, products }: Pick<ShopSize, 'name' | 'products'>,
  show: (label: string, done: number, total: number) => void,
): Promise<void> {
  for (let from = 0; from < products; from += BATCH_ROWS) {
    const rows = Array.from({ length: Math.min(BATCH_ROWS, products - from) }, (_, at) => {
      const product = generatedProduct(from + at);
      return { ...product, type: groupOf(product.category) };
    });
    const onProgress = (done: number) => show(`${name}: products`, from + done, products);
    await catalogue.importRows(rows, 'shop', { onProgress });
  }
}

/** With their history, and the sums that the figures read. */
async function fillOrders(
  { kysely }: Pick<Database, 'kysely'>,
  { name, products, orders, busyOrders }: ShopSize,
  show: (label: string, done: number, total: number) => void,
): Promise<void> {
  await kysely.insertInto('users').values(BUSY).execute();
  await sql`insert into users (id, email, name)
    select 'u' || n, 'u' || n || '@example.com', 'U' from generate_series(1, ${CUSTOMERS}::integer) n`.execute(kysely);
  for (let from = 0; from < orders; from += BATCH_ROWS) {
    show(`${name}: orders`, from, orders);
    const to = Math.min(from + BATCH_ROWS, orders);
    await kysely.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      // The busy customer's orders are spread among the others, as in a real shop.
      await sql`
        insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status,
          sub_total_poisha, shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, placed_at, division)
        select 'o' || lpad(n::text, 23, '0'),
          case when n % ${Math.round(orders / busyOrders)}::integer = 0 then ${BUSY.id} else 'u' || 1 + n % ${CUSTOMERS}::integer end,
          gen_random_uuid(), '', case when n <= ${orders - OPEN}::integer then 'delivered' else 'pending' end, 'cashon', 'unpaid',
          35000, 6000, 0, 41000, jsonb_build_object('name', (array['Amina Rahman', 'Rahim Uddin', 'করিমা বেগম'])[1 + n % 3], 'email', 'b' || n || '@example.com',
            'phone', '01' || 3 + n % 7 || lpad((n::bigint * 7919 % 100000000)::text, 8, '0')),
          now() - (${orders}::integer - n) * (interval '1 day' * ${ORDER_DAYS}::integer / ${orders}::integer),
          (${[...DIVISIONS]}::text[])[1 + n % ${DIVISIONS.length}::integer]
        from generate_series(${from + 1}::integer, ${to}::integer) n`.execute(trx);
      // As in real shops, the product at rank k is sold in proportion to 1 / k.
      await sql`
        insert into order_lines (order_number, line, product_id, name, image, weight, unit, price_poisha, discount_bp,
          status, category, type, quantity, paid_poisha)
        select number, line, 'g-' || floor(${products}::float8 ^ random()) - 1, 'Rui Fish', '', '1', 'kg', 8750, 0, 'top', 'fish',
          'raw-products', 1, 8750
        from orders cross join generate_series(0, ${LINES - 1}::integer) line
        where id between 'o' || lpad(${String(from + 1)}, 23, '0') and 'o' || lpad(${String(to)}, 23, '0')`.execute(
        trx,
      );
      await sql`
        insert into order_history (order_number, actor, to_status, at) select number, 'owner', 'pending', placed_at from orders
        where id between 'o' || lpad(${String(from + 1)}, 23, '0') and 'o' || lpad(${String(to)}, 23, '0')`.execute(
        trx,
      );
      await sql`
        insert into order_history (order_number, actor, from_status, to_status, at)
        select number, 'operator', 'pending', status, placed_at from orders
        where status <> 'pending'
          and id between 'o' || lpad(${String(from + 1)}, 23, '0') and 'o' || lpad(${String(to)}, 23, '0')`.execute(
        trx,
      );
    });
    await followChanges(kysely, { batch: BATCH_ROWS });
  }
  await sql`vacuum analyze`.execute(kysely);
}

/** Stock, deliveries of tomorrow, and what is owed. */
async function fillTrade({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await sql`insert into stock (product_id, pieces)
    select id, 100 + abs(hashtext(id)) % 1000 from products order by id limit ${COUNTED}::integer`.execute(kysely);
  await sql`update orders set delivery_day = current_date + 1 where number in (
    select number from orders where status = 'pending' order by number desc limit ${FOR_TOMORROW}::integer)`.execute(
    kysely,
  );
  await sql`with owing as (
      update orders set owes = true where number in (
        select number from orders where status = 'delivered' order by number desc limit ${OWING}::integer)
      returning number
    )
    insert into order_money (order_number, history_id, at, day, kind, amount_poisha)
    select number, (select max(id) from order_history where order_number = number), now(), current_date, kind, amount
    from owing cross join (values ('to collect', 41000), ('collected', 20000)) as entry (kind, amount)`.execute(kysely);
  await sql`vacuum analyze stock, orders, order_money`.execute(kysely);
}
