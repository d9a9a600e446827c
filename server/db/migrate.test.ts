import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../test/support/databases.ts';
import { schemaText } from '../../test/support/schema-text.ts';
import { type Migration, type Migrations, migrate, readMigrations } from './migrate.ts';
import { type Session, sessionOn } from './connect.ts';

const SHOPS = readMigrations();

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** The shop's migrations, with others after them. */
const and = (...numbered: Migration[]): Migrations => ({ ...SHOPS, numbered: [...SHOPS.numbered, ...numbered] });

async function open(url: string): Promise<{ session: Session; close(): Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return { session: sessionOn(client), close: () => client.end() };
}

test('migrations are numbered without gaps', () => {
  expect(SHOPS.numbered.map(({ name }) => Number(name.slice(0, 4)))).toEqual(
    SHOPS.numbered.map((_, index) => index + 1),
  );
});

/** By name and SHA-256. Databases remember what was applied: a comment that changes is refused too. */
const RELEASED = [
  ['0001_schema', 'a338f280d7dc5c212318d655e69cb90756834740618cbf1664df98a0bc873606'],
  ['0002_one_search', '2780ede2c592b3f07e43800530644a21f34b332fffe37032b587a6b2f838b140'],
  ['0003_one_queue_of_orders', 'fc7540a8e031f42f4b70914e62480b904b8eb3403e86c6d20bf9c051659e19ca'],
  ['0004_one_identity', 'e3b9e7614b860ab5a6b82241d94bfb68b71cc84fe6b13fa671c5c55cc61141af'],
  ['0005_product_sums_by_day', '625f0bef1266c0161ec522339c6fd9e5b9b2d70ef0d47158f5f1ebe18c9cb98d'],
  ['0006_any_language', '2a1faad40de120ce2fd720b0bf2a176270021dc91fb8bae1fefacc35dfd09481'],
  ['0007_line_amounts', 'f429bc0452e64910f8123e5e0c67e03e5412bdb028353c3fddd5c6dcc75afef9'],
  ['0008_last_login', '04e3850161a790e772ea781ef59ed34dd17f2039294fe233249ebd2f716637de'],
  ['0009_shop_settings', 'abbd7fe9e010b3fc482036da1e1b8b20f50d3187cb41e83273193fa70a938670'],
  ['0010_categories', '15a2265c3f135a5d39bb814f3e98fb28e5b5d7f8027d707c0172b2c8489510d3'],
  ['0011_order_areas', '4dbeb6a5527fa85e3d3767b5513524281c8f6dfa44272f10bab6f1be59b0e0c7'],
  ['0012_grocers_day', '7a8b26f83a176b3a6e865e41c6fd6d7e34e9e69847808555ca1332296b96d6fb'],
] as const;

test.each(RELEASED)('the released migration %s is as it was', (name, digest) => {
  expect(SHOPS.numbered.find((migration) => migration.name === name)?.checksum).toBe(digest);
});

test('what products were sold on each day is known after the update from the first version', async () => {
  const { session, close } = await open(await createDatabase({ template: 'template1' }));
  await migrate(session, { numbered: SHOPS.numbered.slice(0, 1), functions: [] });
  await session.script(`insert into product_sums (span, start, product_id, quantity, revenue_poisha)
    values ('day', '2026-03-03', 'rui', 2, 70000), ('day', '2026-03-04', 'rui', 1, 35000), ('week', '2026-03-02', 'rui', 3, 105000)`);
  await migrate(session, SHOPS);
  const sums = await session.rows(`select day::text, product_id, quantity::integer from product_sums order by day`);
  await close();
  expect(sums).toEqual([
    { day: '2026-03-03', product_id: 'rui', quantity: 2 },
    { day: '2026-03-04', product_id: 'rui', quantity: 1 },
  ]);
});

test('an আ in two signs is one letter after the update, and its product is found', async () => {
  const { session, close } = await open(await createDatabase({ template: 'template1' }));
  const before = SHOPS.numbered.findIndex(({ name }) => name.endsWith('_bangla'));
  await migrate(session, { numbered: SHOPS.numbered.slice(0, before), functions: [] });
  const typed = '\u0985\u09BEম';
  await session.script(`
    insert into products (id, name, name_bn, aliases, image, weight, unit, price_poisha, discount_bp, status, category, type, search_text, suggestion_text)
      values ('am', '${typed}', '${typed}', 'x|${typed}', '', '1', 'kg', 100, 0, 'top', 'fruits', 'raw-products', '${typed}', ' ${typed} ');
    insert into users (id, email, name) values ('amin', 'amin@example.com', '${typed}');
    insert into shop_settings (name, value) values ('areas', '[{"id": "a", "name": "A", "nameBn": "${typed}"}]')`);
  await migrate(session, SHOPS);
  const products = 'select name, name_bn, aliases, search_text, btrim(suggestion_text) as words from products';
  expect(await session.rows(products)).toEqual([
    { name: 'আম', name_bn: 'আম', aliases: 'x|আম', search_text: 'আম', words: 'আম' },
  ]);
  expect(await session.rows('select name from users')).toEqual([{ name: 'আম' }]);
  expect(await session.rows(`select value -> 0 ->> 'nameBn' as name from shop_settings where name = 'areas'`)).toEqual([
    { name: 'আম' },
  ]);
  await close();
});

test('new orders that the first version has not followed up are in mails to operators, each once', async () => {
  const { session, close } = await open(await createDatabase({ template: 'template1' }));
  await migrate(session, { numbered: SHOPS.numbered.slice(0, 1), functions: [] });
  await session.script(`
    insert into users (id, email, name, role, order_mails) values
      ('nusrat', 'nusrat@example.com', 'Nusrat', 'operator', true), ('karim', 'karim@example.com', 'Karim', 'operator', false);
    insert into orders (id, idempotency_key, request_hash, status, payment_method, payment_status, sub_total_poisha,
        shipping_cost_poisha, discount_poisha, total_cost_poisha, shipping_info)
      select 'o' || n, gen_random_uuid(), '', 'pending', 'cashon', 'unpaid', 1, 0, 0, 1, '{}' from generate_series(1, 3) n;
    insert into order_history (order_number, actor, to_status) select number, 'owner', 'pending' from orders;
    insert into order_follow_ups select number from orders where id in ('o2', 'o3');
    insert into figures_queue select order_history.id from order_history join orders on number = order_number where orders.id = 'o3'`);
  await migrate(session, SHOPS);
  const queued =
    'select order_mail_queue.user_id, orders.id from order_mail_queue join orders on number = order_number';
  expect(await session.rows(queued)).toEqual([{ user_id: 'nusrat', id: 'o2' }]);
  const waiting =
    'select orders.id from order_changes join order_history on history_id = order_history.id join orders on number = order_number';
  expect(await session.rows(waiting)).toEqual([{ id: 'o3' }]);
  await close();
});

describe('a migrated database', () => {
  let session: Session;
  beforeAll(async () => {
    const opened = await open(await createDatabase());
    ({ session } = opened);
    return opened.close;
  });

  const next = migration('9001_next', 'create table next (n integer); insert into next values (1);');

  test('is as schema.sql says', async () => {
    // `vitest run server/db/migrate.test.ts --update` writes it.
    await expect(await schemaText(session)).toMatchFileSnapshot('../../docs/schema.sql');
  });

  test('is migrated once', async () => {
    expect(await migrate(session, SHOPS)).toEqual([]);
    expect(await migrate(session, and(next))).toEqual(['9001_next']);
    expect(await migrate(session, and(next))).toEqual([]);
    expect(await session.rows('select n from next')).toEqual([{ n: 1 }]);
  });

  test('gets functions that are new or have changed, all or none', async () => {
    const answer = (number: number, name = 'answer') =>
      migration(name, `create or replace function ${name}() returns integer language sql as 'select ${number}'`);
    const plus = (...functions: Migration[]): Migrations => ({
      ...and(next),
      functions: [...SHOPS.functions, ...functions],
    });
    expect(await migrate(session, plus(answer(41)))).toEqual(['answer']);
    await expect(migrate(session, plus(answer(42), migration('bad', 'select 1 / 0')))).rejects.toThrow(
      'migration functions failed: division by zero',
    );
    expect(await session.rows('select answer()')).toEqual([{ answer: 41 }]);
    expect(await migrate(session, plus(answer(42)))).toEqual(['answer']);
    expect(await session.rows('select answer()')).toEqual([{ answer: 42 }]);
    expect(await migrate(session, plus(answer(42)))).toEqual([]);
  });

  test('has nothing of a failing migration, and the error names it', async () => {
    const bad = migration('9002_bad', 'create table half (n integer); select 1 / 0;');
    await expect(migrate(session, and(next, bad))).rejects.toThrow('migration 9002_bad failed: division by zero');
    expect(await session.rows("select to_regclass('half') as half")).toEqual([{ half: null }]);
    expect(await migrate(session, and(next))).toEqual([]);
  });

  test('refuses migrations that were changed or removed after they were applied', async () => {
    const changed = migration('9001_next', 'create table next (n bigint)');
    await expect(migrate(session, and(changed))).rejects.toThrow('9001_next has changed since it was applied');
    await expect(migrate(session, SHOPS)).rejects.toThrow('which this version of the shop does not know');
  });
});

test('processes that start at the same time wait for each other', async () => {
  const url = await createDatabase();
  const shops = await Promise.all(Array.from({ length: 4 }, () => open(url)));
  const slow = migration('9001_slow', 'create table slow (n integer); select pg_sleep(0.2);');
  const applied = await Promise.all(shops.map(({ session }) => migrate(session, and(slow))));
  expect(applied.flat()).toEqual(['9001_slow']);
  for (const shop of shops) await shop.close();
});
