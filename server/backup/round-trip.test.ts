/** A whole shop, backed up and put back; on the system's PostgreSQL too, because that reads and writes the rows. */
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountsAndOrders, fill, placeOrder, restore } from '../../test/support/filled-shop.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { backupOf, bytesOf, contentsOf, newPlace, streamOf, withDatabase } from '../../test/support/places.ts';
import { type Services, createServices } from '../services.ts';
import type { Settings } from '../environment.ts';

const newFolder = temporaryFolders();
const open = (settings: Settings): Promise<Services> => createServices(settings, pino({ level: 'silent' }));

let source: Settings;
let file: Buffer;

beforeAll(async () => {
  source = await newPlace(await newFolder());
  const services = await open(source);
  await fill(services);
  // Makes the keys that browsers know the shop by.
  await services.push.wish({ user: null, session: null, order: null }, { want: 'state' });
  await services.close();
  file = await withDatabase(source, (database) => backupOf(database, source));
});

describe('a backup of a shop', () => {
  test('has all rows and pictures', async () => {
    const { rows, pictures } = await contentsOf(file);
    expect(rows).toMatchObject({
      orders: { length: 2 },
      order_history: { length: 3 },
      users: { length: 2 },
      push_keys: { length: 1 },
    });
    expect(Object.keys(rows)).not.toContain('migrations');
    expect(Object.keys(pictures)).toHaveLength(19);
  });

  test('is the same shop when it is put into another place', async () => {
    const place = await newPlace(await newFolder());
    expect(await restore(place, file)).toMatchObject({ orders: 2, accounts: 2, products: 2, otherSecret: false });
    const again = await withDatabase(place, (database) => backupOf(database, place));
    expect(await contentsOf(again)).toEqual(await contentsOf(file));
    const services = await open(place);
    const id = await placeOrder(services);
    expect(await services.orders.admin.show(id)).toMatchObject({ value: { history: { length: 1 } } });
    await services.close();
  });

  test('sends no message to a phone that waited when it was taken', async () => {
    const place = await newPlace(await newFolder());
    const message = { channel: 'push', recipient: 'phone', subject: 'placed', body_text: '1', body_html: '' };
    const taken = await withDatabase(source, async (database) => {
      await database.kysely.insertInto('outbox').values(message).execute();
      return backupOf(database, source);
    });
    await restore(place, taken);
    const waiting = withDatabase(place, ({ kysely }) =>
      kysely.selectFrom('outbox').select('id').where('channel', '=', 'push').execute(),
    );
    expect(await waiting).toEqual([]);
  });

  test('is put only where nothing is', async () => {
    await expect(restore(source, file)).rejects.toThrow('this shop is not empty (it has 2 accounts, 2 orders');
    expect(await withDatabase(source, accountsAndOrders)).toHaveLength(4);
  });

  test('leaves the place empty when it breaks off, and can be put there again', async () => {
    const place = await newPlace(await newFolder());
    let opened = 0;
    async function* breaking(): AsyncGenerator<Uint8Array> {
      opened += 1;
      if (opened === 1) yield* streamOf(file);
      else yield file.subarray(0, file.length - 20);
      if (opened === 2) throw new Error('the disk is gone');
    }
    await expect(restore(place, file, { open: breaking })).rejects.toThrow('the disk is gone');
    expect(await withDatabase(place, accountsAndOrders)).toEqual([]);
    expect(await restore(place, file)).toMatchObject({ orders: 2 });
  });

  test('sends no SMS that its shop may have sent since', async () => {
    const sms = { channel: 'sms', recipient: '01711000101', subject: '', body_text: '', body_html: '' };
    const taken = await withDatabase(source, async (database) => {
      const { id } = await database.kysely.insertInto('outbox').values(sms).returning('id').executeTakeFirstOrThrow();
      const bytes = await backupOf(database, source);
      await database.kysely.deleteFrom('outbox').where('id', '=', id).execute();
      return bytes;
    });
    const place = await newPlace(await newFolder());
    await restore(place, taken);
    const waiting = await withDatabase(place, ({ kysely }) =>
      kysely.selectFrom('outbox').select('given_up_at').where('channel', '=', 'sms').execute(),
    );
    expect(waiting).toEqual([{ given_up_at: expect.any(Date) }]);
  });

  test('has each order whole, and all that were acknowledged before it', async () => {
    const services = await open(source);
    const before = await placeOrder(services);
    const stop = new AbortController();
    const ordering = async (): Promise<void> => {
      while (!stop.signal.aborted) await placeOrder(services);
    };
    const customers = [ordering(), ordering(), ordering()];
    const taken = await bytesOf(await services.backups.take({ headers: new Headers() }, 'operator'));
    stop.abort();
    await Promise.all(customers);
    await services.close();

    const place = await newPlace(await newFolder());
    await restore(place, taken);
    await withDatabase(place, async ({ kysely }) => {
      const { rows: orders } = await sql<{ id: string; lines: number; history: number }>`
        select id, (select count(*)::integer from order_lines where order_number = number) as lines,
          (select count(*)::integer from order_history where order_number = number) as history from orders`.execute(
        kysely,
      );
      expect(orders.map(({ id }) => id)).toContain(before);
      for (const { lines, history } of orders) expect([lines, history]).toEqual([1, expect.toBeOneOf([1, 2])]);
      const { rows: counted } = await sql`select sum(orders)::integer as orders from order_counts`.execute(kysely);
      expect(counted).toEqual([{ orders: orders.length }]);
    });
  });
});
