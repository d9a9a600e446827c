import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { countedOverview, countedStatuses } from '../../test/support/stored-orders.ts';
import { type Database, openPostgresDatabase, pgliteDatabase } from '../db/connect.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { PARSERS } from '../db/pglite.ts';
import { createFigures } from './figures.ts';

const TODAY = '2026-03-03';
const OLD = readMigrations().filter(({ name }) => name < '0007');

/** A shop's orders before there were sums: all statuses, an account that is gone, around midnight in Dhaka. */
const ORDERS = `
  insert into orders (id, idempotency_key, request_hash, status, payment_method, payment_status, sub_total_poisha,
    shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info, placed_at)
  select 'o' || lpad(n::text, 23, '0'), gen_random_uuid(), '', (array['pending', 'canceled', 'delivered'])[1 + n % 3], 'cashon',
    'unpaid', 1000 * n, 6000, 0, 1000 * n + 6000,
    case n % 4 when 0 then '{}' when 1 then '{"division": "Khulna"}' else '{"division": "dhaka"}' end::jsonb,
    '2026-03-03T17:00:00Z'::timestamptz - n * interval '7 hours'
  from generate_series(1, 600) n;
  insert into order_lines (order_number, line, product_id, name, image, weight, unit, price_poisha, discount_bp, status, category,
    type, quantity)
  select number, line, 'p-' || (number + line) % 13, 'Name of p-' || (number + line) % 13, '', '', '', 999, 333, 'top', 'fish',
    'raw-products', 1 + number % 9
  from orders cross join generate_series(0, 2) line;
  insert into order_history (order_number, actor, to_status) select number, 'owner', 'pending' from orders;`;

async function oldPGlite(): Promise<Database> {
  const pglite = await PGlite.create({ parsers: PARSERS });
  await migrate(
    {
      script: async (text) => void (await pglite.exec(text)),
      rows: async (text) => (await pglite.query<Record<string, unknown>>(text)).rows,
    },
    OLD,
  );
  await pglite.exec(ORDERS);
  return pgliteDatabase(pglite);
}

async function oldPostgres(): Promise<Database> {
  const url = new URL(inject('postgresUrl'));
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query('create database before_figures');
  await client.end();
  url.pathname = 'before_figures';
  const old = await openPostgresDatabase(url.href, undefined, OLD);
  await sql.raw(ORDERS).execute(old.kysely);
  await old.close();
  return openPostgresDatabase(url.href);
}

describe.each(['pglite', 'postgres'] as const)('orders from before there were figures, on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await (kind === 'pglite' ? oldPGlite() : oldPostgres());
  });
  afterAll(() => database.close());

  test('are in the figures', async () => {
    const figures = createFigures(database, pino({ level: 'silent' }));
    for (const days of [7, 30, 90] as const) {
      const overview = await figures.overview(days, TODAY);
      expect(overview).toMatchObject(await countedOverview(database, days, TODAY));
      expect(overview.divisions.map(({ division }) => division).toSorted()).toEqual(['', 'dhaka', 'khulna']);
    }
    expect(await figures.statusCounts()).toEqual(await countedStatuses(database));
    await figures.close();
  });
});
