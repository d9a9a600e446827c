import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { STATUSES } from '../../domain/catalogue/catalogue.ts';
import { CATEGORIES, LISTINGS, groupOf } from '../../test/support/first-categories.ts';
import { valueOf } from '../../test/support/outcome.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from './connect.ts';
import type { Orders } from '../orders/orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import type { Customer } from '../orders/change.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';

const PRODUCTS = 6_000;
const BUSY: Customer = { id: 'busy', email: 'busy@example.com', name: 'Busy', language: 'en' };

/** Sorted by category, as real catalogues are: the worst case for a query that scans by position. */
function productAt(index: number): CatalogueRow {
  const category = CATEGORIES[Math.floor((index * CATEGORIES.length) / PRODUCTS)] ?? 'oil';
  return catalogueRow(
    exampleProduct({
      id: `p-${index}`,
      // With a word of letters that no other product has.
      name: `Thing ${index.toString(36)} ${String(index + 10_000).replace(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}`,
      price: 1 + (index % 900),
      discount: index % 5 ? '0' : '10',
      status: STATUSES[index % 3] ?? 'top',
      category,
      type: groupOf(category),
    }),
  );
}

describeWithDatabase('what shoppers do all day', ({ open }) => {
  let database: Database;
  let catalogue: Catalogue;
  let orders: Orders;

  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    orders = usualOrders(database);
    await catalogue.importRows(
      Array.from({ length: PRODUCTS }, (_, index) => productAt(index)),
      'operator',
    );
    const { kysely } = database;
    await kysely.insertInto('users').values(BUSY).execute();
    await sql`insert into users (id, email, name) select 'u' || n, 'u' || n || '@x.example', 'U' from generate_series(1, 2000) n`.execute(
      kysely,
    );
    await sql`
      insert into orders (id, user_id, idempotency_key, request_hash, status, payment_method, payment_status,
        sub_total_poisha, shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, placed_at)
      select 'o' || lpad(n::text, 23, '0'), case when n % 2 = 0 then 'busy' else 'u' || 1 + n % 2000 end,
        gen_random_uuid(), '', case when n % 3 = 0 then 'delivered' else 'pending' end, 'cashon', 'unpaid',
        100, 6000, 0, 6100, '{}', now() - n * interval '1 minute'
      from generate_series(1, 8000) n`.execute(kysely);
    await sql`
      insert into order_lines (order_number, line, product_id, name, image, weight, unit, price_poisha, discount_bp,
        status, category, type, quantity, paid_poisha)
      select number, 0, 'rui', 'Rui', '', '1', 'kg', 100, 0, 'top', 'fish', 'raw-products', 1, 100 from orders`.execute(
      kysely,
    );
    await sql`
      insert into order_history (order_number, actor, to_status) select number, 'owner', 'pending' from orders`.execute(
      kysely,
    );
    await sql`analyze`.execute(kysely);
  });

  /** How often each large table was scanned completely so far. */
  async function scans(): Promise<unknown> {
    await sql`select pg_stat_force_next_flush()`.execute(database.kysely);
    const { rows } = await sql`
      select relname as table, seq_scan as scans from pg_stat_user_tables
      where relname in ('products', 'words', 'users', 'orders', 'order_lines', 'order_history', 'order_counts')
      order by relname`.execute(database.kysely);
    return rows;
  }

  test('scans no table completely', async () => {
    const before = await scans();
    for (const listing of LISTINGS) {
      const { next } = await catalogue.listing(listing);
      await catalogue.listing(listing, { after: next });
    }
    await catalogue.sections(LISTINGS);
    await catalogue.pictures(LISTINGS.map(({ slug }) => slug));
    await catalogue.offers({ after: String(PRODUCTS / 2) });
    await catalogue.byIds(['p-1', 'p-5999', 'gone']);
    for (const text of ['raw', 'bev', 'thi', '1', 'zzz', 'oil']) {
      await catalogue.search({ text, category: 'all' });
      await catalogue.search({ text, category: 'beverages', after: String(PRODUCTS / 2) });
    }
    for (const text of ['t', 'thing', 'thnig', 'hing 4', 'মাছ', 'nothing at all']) await catalogue.suggest(text);
    for (const text of ['', 'thing', 'thing 4 fg', 'raw', 'zzz', 'p-77']) {
      await catalogue.find({ text });
      await catalogue.find({ text, category: 'oil', after: String(PRODUCTS / 2) });
    }
    await catalogue.product(`p-${PRODUCTS - 1}`);
    await catalogue.lastPosition();
    await catalogue.idsBetween(PRODUCTS / 2, PRODUCTS / 2 + 300);
    const { orders: listed, next } = await orders.list(BUSY);
    await orders.list(BUSY, { after: next });
    await orders.find(BUSY, listed[0]?.id ?? '');
    await orders.history(BUSY, listed[0]?.id ?? '');
    await orders.counts(BUSY);
    const product = exampleProduct({ id: 'p-0', price: 1, discount: '10' });
    await orders.cancel(BUSY, valueOf(await orders.place(BUSY, placeRequest([product, 2]))).id);
    await orders.admin.list({ status: 'delivered', since: new Date(Date.now() - 3_600_000) });
    await orders.admin.list();
    for (const oldestFirst of [true, false]) {
      await orders.admin.list({ status: 'pending', oldestFirst });
      await orders.admin.list({ status: 'delivered', day: '2026-11-24', oldestFirst });
      await orders.admin.list({ status: 'delivered', rider: 'nobody', oldestFirst });
      await orders.admin.list({ status: 'pending', product: 'rui', stage: 'new', printed: false, oldestFirst });
    }
    await orders.admin.list({ ids: ['o1', 'o2'], printed: false });
    await orders.admin.list({ phone: '01711000101' });
    await orders.admin.list({ phone: '01711000101' });
    await orders.admin.pendingChoices();
    await orders.admin.markPrinted(['o1', 'o2']);
    const known = valueOf(await orders.admin.idOf(listed[0]?.id ?? ''));
    expect(await orders.admin.idOf(`#O${'0'.repeat(20)}42`)).toMatchObject({ reason: { code: 'ambiguous-id' } });
    expect(await orders.admin.show(known)).toMatchObject({ ok: true });
    for (const search of ['o', 'zzz', '01']) await orders.admin.list({ search, status: 'delivered' });
    expect(await scans()).toEqual(before);
    await sql`select max(request_hash) from orders`.execute(database.kysely);
    expect(await scans()).not.toEqual(before);
  });

  test('finds orders by the first characters of their ids with any collation of the database', async () => {
    // The index is useful for that only with byte order. Test databases have that anyway, others may not.
    const { rows } = await sql`
      select collation_name as sorted from information_schema.columns
      where table_name = 'orders' and column_name = 'id'`.execute(database.kysely);
    expect(rows).toEqual([{ sorted: 'C' }]);
  });

  test('returns correct counts without counting rows', async () => {
    expect(await orders.counts(BUSY)).toEqual({ pending: 2667, canceled: 1, delivered: 1333 });
    expect(await catalogue.counts()).toMatchObject({ rice: PRODUCTS / 15, 'top-products': PRODUCTS / 3 });
  });
});
