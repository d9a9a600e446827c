/**
 * Orders while the database's server changes: customers order over HTTP, the server is killed and its standby takes
 * over, and the orders are compared with the answers.
 */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { type Customer, orderId, registerCustomer } from './customer.ts';
import { type LiveStream, openLive } from './live-stream.ts';
import { changeProduct } from './operator-client.ts';
import { newOrder } from './factories.ts';

export interface OutageResult {
  /** Orders that were answered with 201 or 200. */
  acknowledged: number;
  /** Answers 503, each repeated until the order was made. */
  refused: number;
  /** Orders that were made without an answer, and found by the repetition. */
  found: number;
  /** From the failure to the first order that was made after it, in ms. */
  backMs: number;
  /** Lost, doubled or different orders, and other answers than 503, one line each. */
  faults: string[];
}

const PAUSE_MS = 20;

/**
 * Lets customers order, `fail`s in the middle of it, and goes on until orders are made again and a change of a product
 * has reached an open page. `fail` resolves when the database takes writes again, or will by itself.
 */
export async function orderThrough(
  url: string,
  fail: () => Promise<void>,
  { customers = 8, before = 40, after = 40 } = {},
): Promise<OutageResult> {
  const result: OutageResult = { acknowledged: 0, refused: 0, found: 0, backMs: 0, faults: [] };
  const shoppers: Customer[] = [];
  for (let number = 0; number < customers; number += 1) shoppers.push(await registerCustomer(url));
  const live = await openLive(url);
  let target = before;
  const ordering = { open: true };
  let reached = Promise.withResolvers<void>();
  const placed = shoppers.map((shopper) => keepOrdering(shopper));

  async function keepOrdering(shopper: Customer): Promise<unknown[]> {
    const orders: unknown[] = [];
    while (ordering.open) {
      const body = newOrder();
      for (;;) {
        const { status, body: answer, headers } = await shopper.place(body);
        if (status === 503) {
          result.refused += 1;
          if (!headers.has('retry-after')) result.faults.push('503 without Retry-After');
          await delay(PAUSE_MS);
          continue;
        }
        if (status !== 200 && status !== 201) result.faults.push(`an order was answered with ${status}`);
        if (status === 200) result.found += 1;
        orders.push(answer);
        break;
      }
      result.acknowledged += 1;
      if (result.acknowledged === target) reached.resolve();
    }
    return orders;
  }

  await reached.promise;
  const failedAt = performance.now();
  await fail();
  reached = Promise.withResolvers();
  target = result.acknowledged + 1;
  await reached.promise;
  result.backMs = performance.now() - failedAt;
  reached = Promise.withResolvers();
  target = result.acknowledged + after;
  await reached.promise;
  ordering.open = false;
  for (const [at, orders] of (await Promise.all(placed)).entries()) {
    const there = (await shoppers[at]?.orders()) ?? [];
    if (!isDeepStrictEqual(there.toReversed(), orders)) {
      const lost = orders.filter((order) => !there.some(({ id }) => id === orderId({ body: order }))).length;
      result.faults.push(`${orders.length} orders were acknowledged, ${there.length} are there; lost: ${lost}`);
    }
  }
  await hearsChange(url, live);
  live.close();
  return result;
}

/** Changes a product until the open page hears of it: the connection that listens may just be coming back. */
async function hearsChange(url: string, live: LiveStream): Promise<void> {
  const event = live.next('products').then(() => true);
  for (let price = 200; ; price += 1) {
    await changeProduct(url, 'rui', { price });
    if (await Promise.race([event, delay(1_000, false)])) return;
  }
}
