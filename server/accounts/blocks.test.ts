import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { refused } from '../../domain/outcome.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct, SHIPPING } from '../../test/support/factories.ts';
import { heldUp } from '../../test/support/held-up.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import type { Orders } from '../orders/orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createBlocks } from './blocks.ts';
import { ACCOUNT_OPERATIONS } from './operations.ts';

const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const BABUL = { id: 'babul', email: 'babul@example.com', name: 'Babul', language: 'en' } as const;
const BLOCK = { reason: 'three false orders', until: null };
const PHONE = '01812345678';

test('a block needs a reason, and its end is a day', () => {
  const { input } = ACCOUNT_OPERATIONS['accounts.block'];
  const read = input.parse({ reason: ' false\0 orders ', until: '' });
  expect(read).toEqual({ reason: 'false orders', until: null });
  expect(input.parse({ reason: 'x', until: '2026-12-16' }).until).toBe('2026-12-16');
  for (const given of [{}, { reason: ' ' }, { reason: 'x', until: '2026-02-30' }, { reason: 'x', until: 5 }])
    expect(input.safeParse(given).success).toBe(false);
});

describeWithDatabase('blocks', ({ open }) => {
  let database: Database;
  let orders: Orders;
  let blocks: ReturnType<typeof createBlocks>;
  beforeAll(async () => {
    database = await open();
    orders = usualOrders(database, { mails: orderMails() });
    blocks = createBlocks(database);
    await createCatalogue(database).importRows([catalogueRow(exampleProduct())], 'operator');
    const phone = '+880 1812-345678';
    const users = [{ ...AMINA, phone }, BABUL];
    await database.kysely.insertInto('users').values(users).execute();
  });
  beforeEach(() => sql`truncate blocks, audit`.execute(database.kysely));

  async function order(by: typeof AMINA | typeof BABUL, phone: string): Promise<string> {
    const request = placeRequest([exampleProduct(), 1]);
    const placed = await orders.place(by, { ...request, shippingInfo: { ...SHIPPING, phone } });
    return placed.ok ? 'placed' : placed.reason.code;
  }

  test('of an account that goes at the same moment is of none', async () => {
    const gone = { id: 'gone', email: 'gone@example.com', name: 'Gone' };
    await database.kysely.insertInto('users').values(gone).execute();
    const hold = (trx: Kysely<Tables>) => trx.deleteFrom('users').where('id', '=', gone.id).execute();
    const outcome = await heldUp(database.kysely, { hold }, () => blocks.set({ id: gone.id }, BLOCK, 'operator'));
    expect(outcome).toEqual(refused(404, { code: 'unknown', what: 'account' }));
  });

  const audited = async () => {
    const rows = await database.kysely.selectFrom('audit').select(['actor', 'action', 'subject', 'details']).execute();
    return rows.map(({ actor, action, subject, details }) => [actor, action, subject, details]);
  };

  test('of an account refuse its orders, and those of its phone from whichever account', async () => {
    const done = await blocks.set({ email: ' AMINA@example.com' }, BLOCK, 'nusrat@example.com');
    expect(done).toEqual({ ok: true, value: { changed: true } });
    expect(await order(AMINA, '01999999999')).toBe('blocked');
    for (const phone of [PHONE, '+8801812345678', '+88-01812345678']) expect(await order(BABUL, phone)).toBe('blocked');
    expect(await order(BABUL, '01999999999')).toBe('placed');
    expect(await blocks.find(AMINA.id, '')).toMatchObject({ ...BLOCK, author: 'nusrat@example.com' });
    expect(await blocks.find(null, '01812-345678')).toMatchObject(BLOCK);
    expect(await blocks.find(BABUL.id, '')).toBeNull();

    expect(await blocks.set({ id: AMINA.id }, null, 'operator')).toMatchObject({ value: { changed: true } });
    expect(await order(AMINA, PHONE)).toBe('placed');
    expect(await blocks.set({ id: AMINA.id }, null, 'operator')).toMatchObject({ value: { changed: false } });
    expect(await audited()).toEqual([
      ['nusrat@example.com', 'accounts.block', AMINA.id, {}],
      ['operator', 'accounts.unblock', AMINA.id, {}],
    ]);
  });

  test('of a phone refuse every account with it, and the log has its last digits only', async () => {
    await blocks.set({ phone: '০১৮১২ ৩৪৫৬৭৮' }, { ...BLOCK, until: '2999-12-31' }, 'operator');
    expect(await order(BABUL, PHONE)).toBe('blocked');
    expect(await blocks.find(AMINA.id, PHONE)).toMatchObject({ until: '2999-12-31' });
    expect(await audited()).toEqual([['operator', 'accounts.block', '678', { until: '2999-12-31' }]]);
    // What is blocked again has the new reason.
    await blocks.set({ id: BABUL.id, phone: PHONE }, { reason: 'again', until: null }, 'operator');
    expect(await blocks.find(null, PHONE)).toMatchObject({ reason: 'again', until: null });
    await blocks.set({ id: BABUL.id, phone: PHONE }, null, 'operator');
    expect(await order(BABUL, PHONE)).toBe('placed');
  });

  test('end with their last day in Dhaka', async () => {
    await blocks.set({ id: BABUL.id }, { ...BLOCK, until: dayInDhaka(new Date()) }, 'operator');
    expect(await order(BABUL, PHONE)).toBe('blocked');
    const { rows } = await sql<{ until: Date }>`select until from blocks`.execute(database.kysely);
    expect(rows[0]?.until.toISOString()).toMatch(/T18:00:00\.000Z$/);
    await blocks.set({ id: BABUL.id }, { ...BLOCK, until: dayInDhaka(new Date(Date.now() - 86_400_000)) }, 'operator');
    expect(await order(BABUL, PHONE)).toBe('placed');
    expect(await blocks.find(BABUL.id, PHONE)).toBeNull();
  });

  test('need an account or a phone that there is', async () => {
    const unknown = await blocks.set({ email: 'nobody@example.com' }, BLOCK, 'operator');
    expect(unknown).toMatchObject({ status: 404, reason: { code: 'no-account-with-email' } });
    const gone = await blocks.set({ id: 'nobody' }, null, 'operator');
    expect(gone).toMatchObject({ status: 404, reason: { code: 'unknown', what: 'account' } });
    for (const phone of ['', '0171', 'amina', "01812345678'"])
      expect(await blocks.set({ phone }, BLOCK, 'operator')).toMatchObject({ status: 422 });
    expect(await audited()).toEqual([]);
  });

  test('one that is set twice at once is one block', async () => {
    const block = () => blocks.set({ id: AMINA.id }, BLOCK, 'operator');
    expect(await Promise.all([block(), block(), block()])).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
    expect(await database.kysely.selectFrom('blocks').selectAll().execute()).toHaveLength(2);
  });
});
