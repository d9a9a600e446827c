import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { done, refused } from '../../domain/outcome.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import { createRateLimits } from '../limits/rate-limits.ts';
import type { Customer } from './change.ts';
import type { Orders } from './orders.ts';

const RAHIM: Customer = { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', language: 'en' };
const KARIMA: Customer = { id: 'karima', email: 'karima@example.com', name: 'Karima', language: 'en' };
const NOT_SIGNED_IN = refused(401, { code: 'not-signed-in' });
const RUI = exampleProduct({ id: 'rui', price: 380 });

describeWithDatabase('orders without an account', ({ open }) => {
  let database: Database;
  let orders: Orders;

  beforeAll(async () => {
    database = await open();
    orders = usualOrders(database, { guests: () => true });
  });

  beforeEach(async () => {
    const { kysely } = database;
    for (const table of ['orders', 'users', 'void_order_attempts'] as const) await kysely.deleteFrom(table).execute();
    await kysely.insertInto('users').values([RAHIM, KARIMA]).execute();
    await createCatalogue(database).importRows([catalogueRow(RUI)], 'operator', { replace: true });
  });

  const request = (phone?: string) => {
    const sent = placeRequest([RUI, 1]);
    return phone === undefined ? sent : { ...sent, shippingInfo: { ...sent.shippingInfo, phone } };
  };
  const tokenOf = (link: string | undefined) => ({ token: link?.slice('/o/'.length) ?? '' });
  const shownToShop = async (id: string) => valueOf(await orders.admin.show(id)).order;

  test('have a link, which a repeated request and a settled attempt answer again', async () => {
    const sent = request();
    const placed = await orders.place(null, sent);
    const order = valueOf(placed);
    expect(order.link).toMatch(/^\/o\/[\w-]{22,}$/);
    expect(await orders.place(null, sent)).toEqual({ ...placed, repeated: true });
    expect(await orders.settle(null, sent.idempotencyKey)).toEqual(done({ order }));
    expect(await orders.guests.list([order.link ?? ''])).toEqual([order]);
    expect(await shownToShop(order.id)).toMatchObject({ source: 'guest', stage: 'to confirm' });
  });

  test('are none where the shop takes none', async () => {
    const usual = usualOrders(database);
    expect(await usual.place(null, request())).toEqual(NOT_SIGNED_IN);
    expect(await usual.settle(null, randomUUID())).toEqual(NOT_SIGNED_IN);
  });

  test('are not made for a page that believes in an account, or by a session for a visitor’s page', async () => {
    expect(await orders.place(null, { ...request(), customer: RAHIM.id })).toEqual(NOT_SIGNED_IN);
    expect(await orders.place(RAHIM, { ...request(), customer: 'guest' })).toEqual(NOT_SIGNED_IN);
    expect(await orders.settle(null, randomUUID(), RAHIM.id)).toEqual(NOT_SIGNED_IN);
  });

  test('wait to be confirmed until their phone has taken one', async () => {
    const first = valueOf(await orders.place(null, request('01711000001')));
    valueOf(await orders.admin.change(first.id, { change: 'stage', stage: 'new' }, 'operator'));
    valueOf(await orders.admin.change(first.id, { change: 'deliver' }, 'operator'));
    const [known, other] = [request('+8801711000001'), request('01711000002')];
    const stages = await Promise.all(
      [known, other].map(async (sent) => (await shownToShop(valueOf(await orders.place(null, sent)).id)).stage),
    );
    expect(stages).toEqual(['new', 'to confirm']);
  });

  test('tell nobody whether a phone is known', async () => {
    const before = valueOf(await orders.place(null, request('01711000001')));
    valueOf(await orders.admin.change(before.id, { change: 'deliver' }, 'operator'));
    const [known, unknown] = [
      valueOf(await orders.place(null, request('01711000001'))),
      valueOf(await orders.place(null, request('01711000002'))),
    ];
    const { id: _id, link: _link, time: _time, shippingInfo, ...told } = known;
    expect(unknown).toMatchObject({ ...told, shippingInfo: { ...shippingInfo, phone: '01711000002' } });
  });

  test('are canceled and read by their link alone', async () => {
    const [own, others] = [valueOf(await orders.place(null, request())), valueOf(await orders.place(null, request()))];
    for (const owner of [RAHIM, tokenOf(others.link), { token: '' }, { token: 'x'.repeat(32) }]) {
      expect(await orders.find(owner, own.id)).toMatchObject({ status: 404 });
      expect(await orders.history(owner, own.id)).toMatchObject({ status: 404 });
      expect(await orders.cancel(owner, own.id)).toMatchObject({ status: 404 });
    }
    expect(await orders.cancel(tokenOf(own.link), own.id)).toMatchObject({ value: { status: 'canceled' } });
    expect(valueOf(await orders.history(tokenOf(own.link), own.id))).toMatchObject([
      { kind: 'status', to: 'pending', actor: 'owner' },
      { kind: 'status', to: 'canceled', actor: 'owner' },
    ]);
  });

  test('become an account’s by their links, and then open by none', async () => {
    const sent = request();
    const [one, two] = [valueOf(await orders.place(null, sent)), valueOf(await orders.place(null, request()))];
    const links = [one.link ?? '', two.link ?? '', '/o/another-one-that-opens-nothing'];
    await orders.guests.add(RAHIM, links);
    expect((await orders.list(RAHIM)).orders.map(({ id }) => id)).toEqual([two.id, one.id]);
    expect((await orders.counts(RAHIM)).pending).toBe(2);
    expect(await orders.guests.list(links)).toEqual([]);
    // Whoever else has kept them gets nothing.
    await orders.guests.add(KARIMA, links);
    expect((await orders.list(KARIMA)).orders).toEqual([]);
    // A late copy of the request makes no second one.
    expect(await orders.place(null, sent)).toMatchObject({ ok: true, repeated: true, value: { id: one.id } });
  });

  test('are refused for a blocked phone, and after 30 of a phone in an hour', async () => {
    await database.kysely
      .insertInto('blocks')
      .values({ phone: '01711000003', reason: 'x', author: 'operator' })
      .execute();
    expect(await orders.place(null, request('+8801711000003'))).toEqual(refused(403, { code: 'blocked' }));
    const limited = usualOrders(database, { guests: () => true, limits: createRateLimits(database.kysely) });
    const caller = (network: number) => ({ headers: new Headers({ [CLIENT_ADDRESS]: `192.0.2.${network}` }) });
    for (let nth = 0; nth < 30; nth += 1) valueOf(await limited.place(null, request('01711000004'), caller(nth)));
    expect(await limited.place(null, request('+8801711000004'), caller(31))).toMatchObject({ status: 429 });
    expect(await limited.place(null, request('01711000005'), caller(31))).toMatchObject({ ok: true });
  });

  test('of one key are either one or none, for any timing of placing and settling', async () => {
    const calls = fc.array(fc.constantFrom('place', 'settle'), { minLength: 2, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(calls, async (sequence) => {
        const sent = request();
        const told = await Promise.all(
          sequence.map(async (call) => {
            if (call === 'settle')
              return valueOf(await orders.settle(null, sent.idempotencyKey)).order?.link ?? 'attempt-void';
            const answer = await orders.place(null, sent);
            return answer.ok ? answer.value.link : answer.reason.code;
          }),
        );
        const [outcome, ...others] = new Set(told);
        expect(others).toEqual([]);
        const made = await database.kysely
          .selectFrom('orders')
          .select('id')
          .where('idempotency_key', '=', sent.idempotencyKey)
          .execute();
        expect(made).toHaveLength(outcome === 'attempt-void' ? 0 : 1);
      }),
      { numRuns: 15 },
    );
  });
});
