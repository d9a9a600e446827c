import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { done, refused } from '../../domain/outcome.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Orders } from './orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import type { Customer } from './change.ts';
import { createRateLimits } from '../limits/rate-limits.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';

const RAHIM: Customer = { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', language: 'en' };
const KARIMA: Customer = { id: 'karima', email: 'karima@example.com', name: 'Karima', language: 'en' };
/** The answer for an attempt that never makes an order. */
const VOID = done({ order: null });
const RUI = exampleProduct({ id: 'rui', price: 380 });

const request = () => placeRequest([RUI, 1]);

describeWithDatabase('an attempt to order', ({ open }) => {
  let database: Database;
  let catalogue: Catalogue;
  let orders: Orders;

  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    orders = usualOrders(database);
  });

  beforeEach(async () => {
    const { kysely } = database;
    for (const table of ['orders', 'users'] as const) await kysely.deleteFrom(table).execute();
    await kysely.insertInto('users').values([RAHIM, KARIMA]).execute();
    await catalogue.importRows([catalogueRow(RUI)], 'operator', { replace: true });
  });

  async function placedBy(customer: typeof RAHIM): Promise<string[]> {
    return (await orders.list(customer)).orders.map(({ id }) => id);
  }

  test('that made an order is settled with that order, for every request', async () => {
    const sent = request();
    const order = valueOf(await orders.place(RAHIM, sent));
    for (let time = 0; time < 2; time += 1)
      expect(await orders.settle(RAHIM, sent.idempotencyKey)).toEqual(done({ order }));
    expect(await orders.place(RAHIM, sent)).toEqual({ ...done(order), repeated: true });
  });

  test('that made none becomes void: a late copy of it makes no order, at any price', async () => {
    const sent = request();
    expect(await orders.place(RAHIM, { ...sent, expectedTotal: 1 })).toMatchObject({
      reason: { code: 'price-changed' },
    });
    for (let time = 0; time < 2; time += 1) expect(await orders.settle(RAHIM, sent.idempotencyKey)).toEqual(VOID);
    for (const expectedTotal of [sent.expectedTotal, 1]) {
      expect(await orders.place(RAHIM, { ...sent, expectedTotal })).toEqual(refused(409, { code: 'attempt-void' }));
    }
    expect(await placedBy(RAHIM)).toEqual([]);
    expect(await orders.place(RAHIM, request())).toMatchObject({ ok: true, repeated: false });
  });

  test('cannot be voided by another customer', async () => {
    const sent = request();
    expect(await orders.settle(KARIMA, sent.idempotencyKey)).toEqual(VOID);
    expect(await orders.place(RAHIM, sent)).toMatchObject({ ok: true });
    expect(await orders.settle(KARIMA, sent.idempotencyKey)).toEqual(VOID);
    expect(await placedBy(KARIMA)).toEqual([]);
  });

  test('is deleted with its account', async () => {
    await orders.settle(RAHIM, randomUUID());
    await database.kysely.deleteFrom('users').where('id', '=', RAHIM.id).execute();
    const left = database.kysely.selectFrom('void_order_attempts').selectAll().where('user_id', '=', RAHIM.id);
    expect(await left.execute()).toEqual([]);
  });

  test('can be voided a hundred times an hour; settled ones are answered without a limit', async () => {
    const limited = usualOrders(database, { limits: createRateLimits(database.kysely) });
    const keys = Array.from({ length: 100 }, () => randomUUID());
    for (const key of keys) expect(await limited.settle(RAHIM, key)).toEqual(VOID);
    const sent = request();
    expect(await limited.settle(RAHIM, sent.idempotencyKey)).toMatchObject(refused(429, { code: 'too-many-orders' }));
    expect(await limited.settle(RAHIM, keys[0] ?? '')).toEqual(VOID);
    expect(await limited.settle(KARIMA, randomUUID())).toEqual(VOID);
    // The attempt stays open.
    expect(await limited.place(RAHIM, sent)).toMatchObject({ ok: true });
  });

  test('is either one order or void, for any timing of placing and settling', async () => {
    const calls = fc.array(fc.constantFrom('place', 'settle'), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        const sent = request();
        const before = (await placedBy(RAHIM)).length;
        const told = await Promise.all(
          sequence.map(async (call) => {
            if (call === 'settle') {
              const settled = valueOf(await orders.settle(RAHIM, sent.idempotencyKey));
              return settled.order?.id ?? 'attempt-void';
            }
            const answer = await orders.place(RAHIM, sent);
            return answer.ok ? answer.value.id : answer.reason.code;
          }),
        );
        const late = await orders.place(RAHIM, sent);
        const [outcome, ...others] = new Set(told);
        expect(others).toEqual([]);
        expect(late.ok ? late.value.id : late.reason.code).toBe(outcome);
        expect((await placedBy(RAHIM)).length - before).toBe(outcome === 'attempt-void' ? 0 : 1);
      }),
      { numRuns: 15 },
    );
  });
});
