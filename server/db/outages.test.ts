import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../test/support/databases.ts';
import { type SlowProxy, startSlowProxy } from '../../test/support/slow-proxy.ts';
import { type Database, openDatabaseAt } from './connect.ts';
import { withDeadline } from './postgres.ts';
import { isUnavailable } from './errors.ts';
import { serverUrls } from '../environment.ts';
import type { Tables } from './tables.ts';

/** Everything that a PostgreSQL server can refuse for a while. The shop answers 503 where `isUnavailable` holds. */
describe('a PostgreSQL server', () => {
  let url: string;
  let proxy: SlowProxy;
  let database: Database;

  beforeAll(async () => {
    url = await createDatabase();
    proxy = await startSlowProxy(Number(new URL(url).port));
    database = await openDatabaseAt(throughProxy(url));
  });
  afterAll(async () => {
    // First, so that no connection is waited for.
    proxy.close();
    await database.close();
  });

  function throughProxy(of: string): string {
    const through = new URL(of);
    through.port = String(proxy.port);
    return through.href;
  }

  async function faultOf(work: () => Promise<unknown>): Promise<unknown> {
    return work().then(
      () => 'none',
      (error: unknown) => error,
    );
  }

  const write = (kysely: Kysely<Tables> = database.kysely) =>
    kysely.insertInto('audit').values({ actor: 'shop', action: 'test', subject: '*' }).execute();

  test('that is silent: a request ends at its deadline, in a transaction too, and the next one works', async () => {
    await write();
    proxy.setDelay(Number.POSITIVE_INFINITY);
    const faults = await Promise.all([
      faultOf(() => withDeadline(100, () => write())),
      faultOf(() => withDeadline(100, () => database.kysely.transaction().execute((trx) => write(trx)))),
      faultOf(() => withDeadline(0, () => write())),
    ]);
    expect(faults.map(isUnavailable)).toEqual([true, true, true]);
    proxy.setDelay(0);
    await withDeadline(60_000, () => write());
  });

  test('that is slow: the deadline is for all queries of a request together', async () => {
    proxy.setDelay(40);
    const request = async (): Promise<void> => {
      for (let query = 1; query <= 50; query += 1) await write();
    };
    expect(isUnavailable(await faultOf(() => withDeadline(200, request)))).toBe(true);
    proxy.setDelay(0);
  });

  test('whose statement takes too long', async () => {
    const fault = await faultOf(() =>
      database.kysely.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = '1ms'`.execute(trx);
        await sql`select pg_sleep(60)`.execute(trx);
      }),
    );
    expect(isUnavailable(fault)).toBe(true);
  });

  test('limits statements and idle transactions', async () => {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ statement: '30s', idle: '1min' }]);
  });

  test('that is read-only answers questions, refuses writes, and takes them again', async () => {
    await database.kysely.connection().execute(async (kysely) => {
      await sql`set default_transaction_read_only = on`.execute(kysely);
      expect(await kysely.selectFrom('audit').select('id').limit(1).execute()).toHaveLength(1);
      expect(isUnavailable(await faultOf(() => write(kysely)))).toBe(true);
      await sql`set default_transaction_read_only = off`.execute(kysely);
      await write(kysely);
    });
  });

  test('whose disk, memory or connections are used up, or that waits for a lock in vain', async () => {
    for (const state of ['53100', '53200', '53300', '53400', '58030', '55P03', '57P03', '25P03', '40001', '08P01']) {
      const raise = `do $$ begin raise exception 'refused' using errcode = '${state}'; end $$`;
      expect(isUnavailable(await faultOf(() => sql.raw(raise).execute(database.kysely))), state).toBe(true);
    }
    const wrong = await faultOf(() => sql`select 1 / 0`.execute(database.kysely));
    expect(isUnavailable(wrong)).toBe(false);
  });

  test('that is not there: the next one of the URL is used', async () => {
    const { username, host, pathname } = new URL(url);
    const both = `postgres://${username}@127.0.0.1:1,${host}${pathname}?target_session_attrs=read-write`;
    const second = await openDatabaseAt(both);
    expect(await second.ready()).toBe(true);
    await second.close();
  });
});

test('a URL may name several servers', () => {
  expect(serverUrls('postgres://shop:p%2C@db/shop')).toEqual(['postgres://shop:p%2C@db/shop']);
  expect(serverUrls('postgres://shop:p@one:5432,two:5433/shop?sslmode=require')).toEqual([
    'postgres://shop:p@one:5432/shop?sslmode=require',
    'postgres://shop:p@two:5433/shop?sslmode=require',
  ]);
});
