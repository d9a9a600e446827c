import { ORDER_NOT_PLACED } from '#messages';
import { REASON_TEXTS } from '#reasons';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newOrderAttempt, orderAttempt, type OrderAttempt, unsettledOrder } from './order-attempt.ts';
import { type Answer, type OrderClient, settleOpenOrder } from './order-client.ts';
import { type UnsentOrder, type PlaceOrderOutcome, placeOrder, settleUntilKnown } from './place-order.ts';
import { SHIPPING } from '../../../test/support/factories.ts';

const RAHIM = 'rahim';

function orderOf(...ids: string[]): UnsentOrder {
  const items = ids.map((id) => ({ id, quantity: 1 }));
  return { items, shippingInfo: SHIPPING, paymentMethod: 'cashon', expectedTotal: 100 };
}

/** A refusal of `POST /api/orders`. */
function problemOf(code: 'attempt-void' | 'price-changed'): object {
  return { type: code, detail: 'An English sentence for programs.', reason: { code } };
}

/** The shop as product §4 describes it: a key makes one order, or is void forever. */
class Shop {
  readonly orders = new Map<string, string[]>();
  readonly void = new Set<string>();
  /** Whether prices have changed since the shopper saw them. */
  repriced = false;

  /** Whose session it is. */
  session = RAHIM;

  answer(method: string, path: string, body: unknown): Answer {
    const { pathname, searchParams } = new URL(path, 'https://shop.example');
    if ((Object(body).customer ?? searchParams.get('customer')) !== this.session) return { status: 401, body: {} };
    if (method === 'DELETE') {
      const key = pathname.replace('/api/orders/attempts/', '');
      if (!this.orders.has(key)) this.void.add(key);
      return { status: 200, body: { order: this.order(key) } };
    }
    const { idempotencyKey: key, items } = Object(body);
    if (this.orders.has(key)) return { status: 200, body: this.order(key) };
    if (this.void.has(key)) return { status: 409, body: problemOf('attempt-void') };
    if (this.repriced) return { status: 409, body: { ...problemOf('price-changed'), products: [] } };
    this.orders.set(
      key,
      items.map(({ id }: { id: string }) => id),
    );
    return { status: 201, body: this.order(key) };
  }

  private order(key: string): unknown {
    const ids = this.orders.get(key);
    return ids ? { id: 'abc123', totalCost: 258, orderItems: ids.map((id) => ({ id })) } : null;
  }
}

/** What the network does with a request. A `late` copy arrives long after the browser has given up. */
const NETWORK_OUTCOMES = ['through', 'lost', 'answer lost', 'late'] as const;
type NetworkOutcome = (typeof NETWORK_OUTCOMES)[number];

/** A browser's storage and connection. Each request uses the next outcome; after the last one all requests succeed. */
function browser(outcomes: readonly (NetworkOutcome | Answer)[] = [], shop = new Shop()) {
  const left = [...outcomes];
  const asked: { method: string; key: string }[] = [];
  const late: (() => void)[] = [];
  orderAttempt.set(newOrderAttempt());
  unsettledOrder.set(null);
  const leaving = new AbortController();
  let unsure = 0;
  const pauses: number[] = [];
  const connection: OrderClient = {
    async request(method, path, body) {
      asked.push({ method, key: Object(body).idempotencyKey ?? /[\w-]{36}/.exec(path)?.[0] });
      const fate = left.shift() ?? 'through';
      if (fate === 'late') late.push(() => shop.answer(method, path, body));
      if (fate === 'lost' || fate === 'late') return null;
      if (typeof fate === 'object') return fate;
      const answer = shop.answer(method, path, body);
      return fate === 'through' ? answer : null;
    },
    pause: async (failures) => void pauses.push(failures),
    runExclusive: (work) => work(),
  };
  const press = { connection, userId: RAHIM, signal: leaving.signal, onUnsure: (): void => void (unsure += 1) };
  return {
    shop,
    asked,
    press,
    leaving,
    late,
    pauses,
    unsure: () => unsure,
    stored: orderAttempt.get,
    place: (order = orderOf('rui')) => placeOrder(order, press),
  };
}

describe('a press of Place order', () => {
  test('places one order, whose products are then removed from the cart', async () => {
    const { place, asked, stored, unsure } = browser();
    const { idempotencyKey } = stored() ?? {};
    expect(await place(orderOf('rui', 'tea'))).toEqual({ kind: 'placed' });
    expect(asked).toEqual([{ method: 'POST', key: idempotencyKey }]);
    expect(stored()).toEqual({
      idempotencyKey,
      state: 'made',
      id: 'abc123',
      totalCost: 258,
      ordered: ['rui', 'tea'],
    });
    expect(unsure()).toBe(0);
  });

  test.each(['lost', 'answer lost', { status: 503, body: { detail: 'busy' } }, { status: 403, body: {} }] as const)(
    'whose answer is %j asks with the same key and growing pauses until the outcome is known',
    async (fate) => {
      const { place, asked, unsure, pauses, shop } = browser([fate, 'lost', fate]);
      expect(await place()).toEqual({ kind: 'placed' });
      expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
      expect(asked).toHaveLength(4);
      expect(unsure()).toBe(3);
      expect(pauses).toEqual([1, 2, 3]);
      expect(shop.orders.size).toBe(1);
    },
  );

  test('ends as refused only after its key is void', async () => {
    const { place, asked, shop, late, stored } = browser(['late', 'through', 'lost']);
    shop.repriced = true;
    expect(await place()).toEqual({
      kind: 'refused',
      sentence: REASON_TEXTS['price-changed'],
      changed: true,
      products: [],
    });
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE', 'DELETE']);
    shop.repriced = false;
    for (const arrive of late) arrive();
    expect(shop.orders.size).toBe(0);
    expect(stored()).toMatchObject({ state: 'drawn' });
    expect(stored()?.idempotencyKey).not.toBe(asked[0]?.key);
  });

  test('with a key that is void says that nothing was ordered', async () => {
    const { place, shop, stored } = browser();
    shop.void.add(stored()?.idempotencyKey ?? '');
    const refused = { kind: 'refused', sentence: ORDER_NOT_PLACED, changed: false, products: [] };
    expect(await place()).toEqual(refused);
    expect(shop.orders.size).toBe(0);
  });

  test('ends as placed when an earlier copy of a refused request made the order', async () => {
    const { place, shop } = browser(['answer lost', { status: 429, body: { detail: 'Too many orders' } }]);
    expect(await place()).toEqual({ kind: 'placed' });
    expect(shop.orders.size).toBe(1);
  });

  test('ends as placed and sends nothing when an open attempt turns out to have made an order', async () => {
    const { place, asked, shop, stored } = browser();
    shop.answer('POST', '', { customer: RAHIM, ...orderOf('rui'), idempotencyKey: stored()?.idempotencyKey });
    orderAttempt.set({ idempotencyKey: stored()?.idempotencyKey ?? '', state: 'open', userId: RAHIM });
    expect(await place(orderOf('rui', 'tea'))).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['DELETE']);
    expect(stored()).toMatchObject({ state: 'made', ordered: ['rui'] });
  });

  test('draws a new key after an attempt that made no order', async () => {
    const { place, asked, shop, stored } = browser();
    const key = stored()?.idempotencyKey ?? '';
    orderAttempt.set({ idempotencyKey: key, state: 'open', userId: RAHIM });
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect([...shop.orders.keys()]).not.toContain(key);
  });

  test('does not touch an open attempt of another customer', async () => {
    const { place, asked } = browser();
    orderAttempt.set({ ...newOrderAttempt(), state: 'open', userId: 'karima' });
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['POST']);
  });

  test('first settles the attempt that an ended session left open', async () => {
    const { place, asked, shop, stored } = browser();
    const key = newOrderAttempt().idempotencyKey;
    shop.answer('POST', '', { customer: RAHIM, ...orderOf('rui'), idempotencyKey: key });
    unsettledOrder.set({ idempotencyKey: key, state: 'open', userId: RAHIM });
    expect(await place(orderOf('rui', 'tea'))).toEqual({ kind: 'placed' });
    expect(asked).toEqual([{ method: 'DELETE', key }]);
    expect(stored()).toMatchObject({ idempotencyKey: key, state: 'made', ordered: ['rui'] });
    expect(unsettledOrder.get()).toBeNull();
  });

  test("does not settle the attempt that another customer's session left open", async () => {
    const { place, asked } = browser();
    const left: OrderAttempt = { ...newOrderAttempt(), state: 'open', userId: 'karima' };
    unsettledOrder.set(left);
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['POST']);
    expect(unsettledOrder.get()).toEqual(left);
  });

  test('reports when the session has ended', async () => {
    const { place, asked } = browser(['lost', { status: 401, body: {} }]);
    expect(await place()).toEqual({ kind: 'signed-out' });
    expect(asked).toHaveLength(2);
  });

  test.each(['POST', 'DELETE'])('in the session of another customer does nothing, by one %s', async (method) => {
    const { place, asked, shop, stored } = browser();
    shop.session = 'karima';
    const key = newOrderAttempt();
    orderAttempt.set(method === 'POST' ? key : { ...key, state: 'open', userId: RAHIM });
    const before = stored();
    expect(await place()).toEqual({ kind: 'signed-out' });
    expect(asked.map((one) => one.method)).toEqual([method]);
    expect([shop.orders.size, shop.void.size]).toEqual([0, 0]);
    // What was open stays open, and what was not sent before has not become open.
    expect(stored()).toEqual(before);
  });

  test('sends nothing more after another tab has settled the attempt, and requests its outcome', async () => {
    const { place, asked, press, shop } = browser(['answer lost', 'lost']);
    press.onUnsure = () => orderAttempt.set(null);
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'DELETE']);
    expect(shop.orders.size).toBe(1);
  });

  test('sends nothing more after the shopper has left', async () => {
    const { place, asked, press, leaving, stored } = browser(['lost', 'lost']);
    press.onUnsure = () => leaving.abort();
    expect(await place()).toBeNull();
    expect(asked).toHaveLength(1);
    expect(stored()).toMatchObject({ state: 'open' });
  });
});

test.each([
  ['attempt', orderAttempt],
  ['attempt of an earlier session', unsettledOrder],
])('a later visit with an open %s asks until the outcome is known, and never orders', async (_, store) => {
  const { press, asked, shop, stored } = browser(['lost', 'answer lost']);
  store.set({ ...newOrderAttempt(), state: 'open', userId: RAHIM });
  expect(await settleUntilKnown(press)).toEqual({ kind: 'void' });
  expect(asked.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE']);
  expect(shop.orders.size).toBe(0);
  expect(stored()).toMatchObject({ state: 'drawn' });
  expect(await settleUntilKnown(press)).toBeNull();
});

describe('two tabs, any network, any order of events', () => {
  /** A step of a tab. `leaves`: the shopper leaves before the outcome is known. */
  type Step = 'visit' | 'prices change' | 'session ends' | { press: string; leaves: boolean };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ press: fc.constantFrom('rui', 'tea'), leaves: fc.boolean() }),
    fc.constantFrom('visit' as const, 'prices change' as const, 'session ends' as const),
  );
  const script = fc.array(step, { minLength: 1, maxLength: 4 });

  test('a press makes at most one order, and the reported outcome is true', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.tuple(script, script),
        fc.array(fc.constantFrom(...NETWORK_OUTCOMES), { maxLength: 12 }),
        fc.boolean(),
        async (scheduler, scripts, outcomes, locks) => {
          const shop = new Shop();
          const left = [...outcomes];
          orderAttempt.set(newOrderAttempt());
          unsettledOrder.set(null);
          let turn: Promise<unknown> = Promise.resolve();
          const told: { result: PlaceOrderOutcome; keys: Set<string> }[] = [];
          const knownOrders = new Set<string>();
          const unsubscribe = orderAttempt.subscribe(() => {
            const attempt = orderAttempt.get();
            if (attempt?.state === 'made') knownOrders.add(attempt.idempotencyKey);
          });
          const faults: string[] = [];
          let presses = 0;

          /** The connection of one press or visit; `keys` are those of the orders that it sent. */
          const connect = (mayOrder: () => boolean, keys: Set<string>): OrderClient => ({
            async request(method, path, body) {
              if (method === 'POST') {
                if (!mayOrder()) faults.push('an order was sent without a press');
                keys.add(Object(body).idempotencyKey);
              }
              const fate = left.shift() ?? 'through';
              const arrival = scheduler.schedule(Promise.resolve(), `${method} ${fate}`);
              if (fate === 'late') void arrival.then(() => shop.answer(method, path, body));
              if (fate === 'lost' || fate === 'late') return null;
              await arrival;
              const answer = shop.answer(method, path, body);
              await scheduler.schedule(Promise.resolve(), `answer to ${method}`);
              return fate === 'through' ? answer : null;
            },
            pause: () => scheduler.schedule(Promise.resolve(), 'pause'),
            runExclusive(work) {
              if (!locks) return work();
              const mine = turn.then(work);
              turn = mine;
              return mine;
            },
          });
          /** Like finishOrder. */
          const finish = (): void => {
            if (orderAttempt.get()?.state === 'made') orderAttempt.set(null);
          };
          /** Like endSession; the same customer signs in again immediately. */
          const endSession = (): void => {
            const attempt = orderAttempt.get();
            if (attempt?.state === 'open') unsettledOrder.set(attempt);
            orderAttempt.set(null);
          };
          const visit = async (): Promise<void> => {
            finish();
            const connection = connect(() => false, new Set());
            if ((await settleOpenOrder(connection, RAHIM))?.kind === 'made') finish();
          };
          const run = async (steps: readonly Step[]): Promise<void> => {
            for (const now of steps) {
              await scheduler.schedule(Promise.resolve(), 'next');
              if (now === 'visit') await visit();
              else if (now === 'prices change') shop.repriced = !shop.repriced;
              else if (now === 'session ends') endSession();
              else {
                const leaving = new AbortController();
                const keys = new Set<string>();
                const connection = connect(() => !leaving.signal.aborted, keys);
                const press = { connection, userId: RAHIM, signal: leaving.signal, onUnsure: () => undefined };
                presses += 1;
                if (now.leaves) void scheduler.schedule(Promise.resolve(), 'leave').then(() => leaving.abort());
                const result = await placeOrder(orderOf(now.press), press);
                if (result) told.push({ result, keys });
                if (result?.kind === 'placed') finish();
              }
            }
          };

          await scheduler.waitFor(Promise.all(scripts.map(run)));
          // The last visit, with a working network; then all late requests arrive.
          left.length = 0;
          shop.repriced = false;
          await scheduler.waitFor(visit());
          await scheduler.waitAll();
          unsubscribe();

          expect(shop.orders.size).toBeLessThanOrEqual(presses);
          expect([...shop.orders.keys()].filter((key) => !knownOrders.has(key))).toEqual([]);
          const isTrue = ({ kind }: PlaceOrderOutcome, keys: Set<string>): boolean =>
            kind === 'placed' ? shop.orders.size > 0 : [...keys].every((key) => !shop.orders.has(key));
          expect(told.filter(({ result, keys }) => !isTrue(result, keys))).toEqual([]);
          expect(faults).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
