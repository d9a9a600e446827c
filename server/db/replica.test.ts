import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import {
  onServer,
  type PostgresServer,
  type Standby,
  startPostgres,
  TEMPLATE,
} from '../../test/support/postgres-server.ts';
import { storeOrder } from '../../test/support/stored-orders.ts';
import { toPoisha } from '../../domain/money.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { createFigures } from '../figures/figures.ts';
import { createLive, type Live } from '../live/live.ts';
import { type Database, openDatabaseAt, SILENT_LOG } from './connect.ts';

const RUI = exampleProduct({ id: 'rui', price: 100 });

describe('a standby to read from', () => {
  let server: PostgresServer;
  let standby: Standby;
  let url: string;
  let database: Database;
  let live: Live;
  let catalogue: ReturnType<typeof createCatalogue>;

  /** The two gauges. */
  const lag = async () => database.replica?.gauges[0]?.[2]() ?? null;
  const reads = async () => database.replica?.gauges[1]?.[2]() ?? 0;
  const onStandby = (statement: string) => onServer(standby.url, statement);
  const open = (replica: string) => openDatabaseAt(url, SILENT_LOG, undefined, replica);
  /** As the shop's pages say it. */
  const price = async () => (await catalogue.product('rui'))?.product.price;
  /** Without telling anybody. */
  const setPrice = (taka: number) =>
    database.kysely
      .updateTable('products')
      .set({ price_poisha: toPoisha(taka) })
      .where('id', '=', 'rui')
      .execute();
  /** After the rest of a standby that lagged. */
  function rested(): void {
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  }
  /** Until it answers in time: what the primary answers is another value. */
  const fromStandby =
    <T>(ask: () => Promise<T>) =>
    (): Promise<T> => {
      rested();
      return ask();
    };
  /** It has everything, and is asked again. */
  async function caughtUp(): Promise<void> {
    await expect
      .poll(async () => {
        await setPrice(100);
        return lag();
      })
      .toBe(0);
    rested();
    const before = await reads();
    await expect
      .poll(async () => {
        await price();
        rested();
        return reads();
      })
      .toBeGreaterThan(before);
  }

  beforeAll(async () => {
    server = await startPostgres();
    standby = await server.addStandby({ synchronous: false });
    await onServer(server.url, `create database shop template ${TEMPLATE}`);
    url = new URL('/shop', server.url).href;
    database = await open(new URL('/shop', standby.url).href);
    live = await createLive(database);
    live.onProductsChange(() => database.replica?.changed());
    catalogue = createCatalogue(database);
    await catalogue.importRows([catalogueRow(RUI)], 'operator');
  });
  afterAll(async () => {
    await live.close();
    await database.close();
    await standby.stop();
    await server.stop();
  });
  afterEach(() => vi.restoreAllMocks());

  test('answers for pages, and never for what decides a write', async () => {
    await caughtUp();
    await onStandby('select pg_wal_replay_pause()');
    await setPrice(200);
    await expect.poll(fromStandby(price)).toBe(100);
    expect((await catalogue.byIds(['rui']))[0]?.price).toBe(200);
    expect((await catalogue.row('rui'))?.price).toBe(200);
    await onStandby('select pg_wal_replay_resume()');
  });

  test('does not answer while it lacks a change that was heard of, and does again by itself', async () => {
    await caughtUp();
    await onStandby('select pg_wal_replay_pause()');
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    live.onProductsChange(resolve);
    await catalogue.change('rui', { price: 300 }, { by: 'operator' });
    await heard;
    expect(await price()).toBe(300);
    expect(await lag()).toBeGreaterThan(0);
    await onStandby('select pg_wal_replay_resume()');
    await caughtUp();
  });

  test('figures have every order that was placed before', async () => {
    await caughtUp();
    const figures = createFigures(database);
    const orders = async () => (await figures.overview(7)).totals.orders;
    expect(await orders()).toBe(0);
    await onStandby('select pg_wal_replay_pause()');
    await storeOrder(database, {});
    expect(await orders()).toBe(1);
    await onStandby('select pg_wal_replay_resume()');
    await caughtUp();
    expect(await orders()).toBe(1);
  });

  test('a query that it breaks off is asked again at the primary', async () => {
    await caughtUp();
    const askBoth = async (): Promise<boolean[]> => {
      const places: boolean[] = [];
      return database.read(async () => {
        const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(
          database.kysely,
        );
        places.push(rows[0]?.standby ?? false);
        if (places.at(-1)) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.kysely);
        return places;
      });
    };
    await expect.poll(fromStandby(askBoth)).toEqual([true, false]);
    // An error that is not the standby's is the same at both.
    await expect(database.read(() => sql`select 1 / 0`.execute(database.kysely))).rejects.toThrow('division by zero');
  });

  test('one that is none of this primary is not read from', async () => {
    const other = await open(url);
    expect(await createCatalogue(other).product('rui')).not.toBeNull();
    expect(await other.replica?.gauges[0]?.[2]()).toBeNaN();
    expect(await other.replica?.gauges[1]?.[2]()).toBe(0);
    await other.close();
    // A wrong name or password is the standby's fault too.
    const strange = await open(standby.url.replace('postgres@', 'nobody@'));
    expect(await createCatalogue(strange).product('rui')).not.toBeNull();
    await strange.close();
  });

  test('answers for pages while the primary is away', async () => {
    await caughtUp();
    await server.halt();
    await expect.poll(fromStandby(price)).toBe(100);
    await server.resume();
    await caughtUp();
  });

  test('one that is away costs no page, and keeps no shop from opening', async () => {
    await standby.stop();
    expect(await price()).toBe(100);
    await expect(lag()).rejects.toThrow(/./);
    const other = await open(standby.url);
    expect(await createCatalogue(other).product('rui')).not.toBeNull();
    await other.close();
  });
});
