import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORDER_NOT_PLACED } from '../../domain/messages.ts';
import { SHIPPING } from '../../test/support/customer.ts';
import { newOrderAttempt, type OrderAttempt } from './order-attempt.ts';
import type { Answer, OrderConnection } from './order-connection.ts';
import { type OrderToPlace, type Placement, placeOrder, settleUntilKnown } from './place-order.ts';
import { settleOpenOrder } from './settle-order.ts';

const RAHIM = 'rahim';

function orderOf(...ids: string[]): OrderToPlace {
  const items = ids.map((id) => ({ id, quantity: 1 }));
  return { items, shippingInfo: SHIPPING, paymentMethod: 'cashon', expectedTotal: 100 };
}

/** The shop as the contract has it: a key makes one order, or is void for good. */
class Shop {
  readonly orders = new Map<string, string[]>();
  readonly void = new Set<string>();
  /** Whether prices have changed since the shopper saw them. */
  repriced = false;

  answer(method: string, path: string, body: unknown): Answer {
    if (method === 'DELETE') {
      const key = path.replace('/api/orders/attempts/', '');
      if (!this.orders.has(key)) this.void.add(key);
      return { status: 200, body: { order: this.order(key) } };
    }
    const { idempotencyKey: key, items } = Object(body);
    if (this.orders.has(key)) return { status: 200, body: this.order(key) };
    if (this.void.has(key)) return { status: 409, body: { type: 'attempt-void', detail: ORDER_NOT_PLACED } };
    if (this.repriced) return { status: 409, body: { type: 'price-changed', detail: 'Changed', products: [] } };
    this.orders.set(
      key,
      items.map(({ id }: { id: string }) => id),
    );
    return { status: 201, body: this.order(key) };
  }

  private order(key: string): unknown {
    const ids = this.orders.get(key);
    return ids ? { orderItems: ids.map((id) => ({ id })) } : null;
  }
}

/** What the network does with a request: a copy that is `late` arrives long after the browser has given it up. */
const FATES = ['through', 'lost', 'answer lost', 'late'] as const;
type Fate = (typeof FATES)[number];

/** A browser's storage and connection; each request meets the next fate, and goes through once there are no more. */
function browser(fates: readonly (Fate | Answer)[] = [], shop = new Shop()) {
  const left = [...fates];
  const asked: { method: string; key: string }[] = [];
  const late: (() => void)[] = [];
  let stored: OrderAttempt | null = newOrderAttempt();
  let unsettled: OrderAttempt | null = null;
  const leaving = new AbortController();
  let unsure = 0;
  const pauses: number[] = [];
  const connection: OrderConnection = {
    attempt: {
      get: () => stored,
      set: (next) => {
        stored = next;
      },
    },
    unsettled: { get: () => unsettled, set: (next) => void (unsettled = next) },
    async ask(method, path, body) {
      asked.push({ method, key: Object(body).idempotencyKey ?? path.slice(-36) });
      const fate = left.shift() ?? 'through';
      if (fate === 'late') late.push(() => shop.answer(method, path, body));
      if (fate === 'lost' || fate === 'late') return null;
      if (typeof fate === 'object') return fate;
      const answer = shop.answer(method, path, body);
      return fate === 'through' ? answer : null;
    },
    pause: async (failures) => void pauses.push(failures),
    inTurn: (work) => work(),
  };
  const press = { connection, userId: RAHIM, signal: leaving.signal, onUnsure: (): void => void (unsure += 1) };
  return {
    shop,
    asked,
    connection,
    press,
    leaving,
    late,
    pauses,
    unsure: () => unsure,
    stored: () => stored,
    place: (order = orderOf('rui')) => placeOrder(order, press),
  };
}

describe('a press of Place order', () => {
  test('places one order, which then waits to leave the cart', async () => {
    const { place, asked, stored, unsure } = browser();
    const { idempotencyKey } = stored() ?? {};
    expect(await place(orderOf('rui', 'tea'))).toEqual({ kind: 'placed' });
    expect(asked).toEqual([{ method: 'POST', key: idempotencyKey }]);
    expect(stored()).toEqual({ idempotencyKey, state: 'made', ordered: ['rui', 'tea'] });
    expect(unsure()).toBe(0);
  });

  test.each(['lost', 'answer lost', { status: 503, body: { detail: 'busy' } }, { status: 403, body: {} }] as const)(
    'whose answer is %j asks under the same key with growing pauses until it knows',
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

  test('that is refused is one only once its key is void', async () => {
    const { place, asked, shop, late, stored } = browser(['late', 'through', 'lost']);
    shop.repriced = true;
    expect(await place()).toMatchObject({ kind: 'refused', detail: 'Changed', changed: true });
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE', 'DELETE']);
    shop.repriced = false;
    for (const arrive of late) arrive();
    expect(shop.orders.size).toBe(0);
    expect(stored()).toMatchObject({ state: 'drawn' });
    expect(stored()?.idempotencyKey).not.toBe(asked[0]?.key);
  });

  test('that is refused although a copy of before has made the order is told of the order', async () => {
    const { place, shop } = browser(['answer lost', { status: 429, body: { detail: 'Too many orders' } }]);
    expect(await place()).toEqual({ kind: 'placed' });
    expect(shop.orders.size).toBe(1);
  });

  test('after an order that nobody knew of is told of that one and sends nothing', async () => {
    const { place, asked, shop, connection, stored } = browser();
    shop.answer('POST', '', { ...orderOf('rui'), idempotencyKey: stored()?.idempotencyKey });
    connection.attempt.set({ idempotencyKey: stored()?.idempotencyKey ?? '', state: 'open', userId: RAHIM });
    expect(await place(orderOf('rui', 'tea'))).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['DELETE']);
    expect(stored()).toMatchObject({ state: 'made', ordered: ['rui'] });
  });

  test('after an attempt that made none draws a new key', async () => {
    const { place, asked, shop, connection, stored } = browser();
    const key = stored()?.idempotencyKey ?? '';
    connection.attempt.set({ idempotencyKey: key, state: 'open', userId: RAHIM });
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
    expect([...shop.orders.keys()]).not.toContain(key);
  });

  test('leaves what another customer of this browser had open alone', async () => {
    const { place, asked, connection } = browser();
    connection.attempt.set({ ...newOrderAttempt(), state: 'open', userId: 'karima' });
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['POST']);
  });

  test('is first told of the order that an ended session left open', async () => {
    const { place, asked, shop, connection, stored } = browser();
    const key = newOrderAttempt().idempotencyKey;
    shop.answer('POST', '', { ...orderOf('rui'), idempotencyKey: key });
    connection.unsettled.set({ idempotencyKey: key, state: 'open', userId: RAHIM });
    expect(await place(orderOf('rui', 'tea'))).toEqual({ kind: 'placed' });
    expect(asked).toEqual([{ method: 'DELETE', key }]);
    expect(stored()).toEqual({ idempotencyKey: key, state: 'made', ordered: ['rui'] });
    expect(connection.unsettled.get()).toBeNull();
  });

  test("leaves what another customer's session left open to that customer", async () => {
    const { place, asked, connection } = browser();
    const left: OrderAttempt = { ...newOrderAttempt(), state: 'open', userId: 'karima' };
    connection.unsettled.set(left);
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['POST']);
    expect(connection.unsettled.get()).toEqual(left);
  });

  test('is told when the session has ended', async () => {
    const { place, asked } = browser(['lost', { status: 401, body: {} }]);
    expect(await place()).toEqual({ kind: 'signed-out' });
    expect(asked).toHaveLength(2);
  });

  test('sends nothing more once another tab has seen to the attempt, and asks what became of it', async () => {
    const { place, asked, press, connection, shop } = browser(['answer lost', 'lost']);
    press.onUnsure = () => connection.attempt.set(null);
    expect(await place()).toEqual({ kind: 'placed' });
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'DELETE']);
    expect(shop.orders.size).toBe(1);
  });

  test('sends nothing more once the shopper has gone on', async () => {
    const { place, asked, press, leaving, stored } = browser(['lost', 'lost']);
    press.onUnsure = () => leaving.abort();
    expect(await place()).toBeNull();
    expect(asked).toHaveLength(1);
    expect(stored()).toMatchObject({ state: 'open' });
  });
});

test.each(['attempt', 'unsettled'] as const)(
  'a later visit with an open %s asks until it knows, and never orders',
  async (store) => {
    const { connection, press, asked, shop, stored } = browser(['lost', 'answer lost']);
    connection[store].set({ ...newOrderAttempt(), state: 'open', userId: RAHIM });
    expect(await settleUntilKnown(press)).toEqual({ kind: 'void' });
    expect(asked.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE']);
    expect(shop.orders.size).toBe(0);
    expect(stored()).toMatchObject({ state: 'drawn' });
    expect(await settleUntilKnown(press)).toBeNull();
  },
);

describe('two tabs, any network, any order of events', () => {
  /** A tab's day. `leaves`: the shopper goes on before the outcome is known. */
  type Step = 'visit' | 'prices change' | 'session ends' | { press: string; leaves: boolean };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ press: fc.constantFrom('rui', 'tea'), leaves: fc.boolean() }),
    fc.constantFrom('visit' as const, 'prices change' as const, 'session ends' as const),
  );
  const script = fc.array(step, { minLength: 1, maxLength: 4 });

  test('a press makes at most one order, and what is told is true', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.tuple(script, script),
        fc.array(fc.constantFrom(...FATES), { maxLength: 12 }),
        fc.boolean(),
        async (scheduler, scripts, fates, locks) => {
          const shop = new Shop();
          const left = [...fates];
          let stored: OrderAttempt | null = newOrderAttempt();
          let unsettled: OrderAttempt | null = null;
          let turn: Promise<unknown> = Promise.resolve();
          const told: { result: Placement; keys: Set<string> }[] = [];
          const knownOrders = new Set<string>();
          const faults: string[] = [];
          let presses = 0;

          /** The connection of one press or visit; `keys` are those that it sent orders under. */
          const connect = (mayOrder: () => boolean, keys: Set<string>): OrderConnection => ({
            attempt: {
              get: () => stored,
              set(next) {
                stored = next;
                if (next?.state === 'made') knownOrders.add(next.idempotencyKey);
              },
            },
            unsettled: { get: () => unsettled, set: (next) => void (unsettled = next) },
            async ask(method, path, body) {
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
            inTurn(work) {
              if (!locks) return work();
              const mine = turn.then(work);
              turn = mine;
              return mine;
            },
          });
          /** As finishOrder does. */
          const finish = (): void => {
            if (stored?.state === 'made') stored = null;
          };
          /** As endSession does; the same customer is back at once. */
          const endSession = (): void => {
            if (stored?.state === 'open') unsettled = stored;
            stored = null;
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
          // The last visit, on a network that works; then whatever was late arrives.
          left.length = 0;
          shop.repriced = false;
          await scheduler.waitFor(visit());
          await scheduler.waitAll();

          expect(shop.orders.size).toBeLessThanOrEqual(presses);
          expect([...shop.orders.keys()].filter((key) => !knownOrders.has(key))).toEqual([]);
          const isTrue = ({ kind }: Placement, keys: Set<string>): boolean =>
            kind === 'placed' ? shop.orders.size > 0 : [...keys].every((key) => !shop.orders.has(key));
          expect(told.filter(({ result, keys }) => !isTrue(result, keys))).toEqual([]);
          expect(faults).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
