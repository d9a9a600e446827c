/**
 * Orders under SIGKILL, in rounds: several customers order over HTTP, the shop is killed during that, opened again on
 * the same data, and its orders are compared with the answers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, type Customer, type ListedOrder, orderId, registerCustomer } from './customer.ts';
import { createShopFixture } from './shop-fixture.ts';
import { newOrder, type OrderBody } from './factories.ts';

export interface KillOptions {
  /** Kills that leave an order without an answer. */
  rounds: number;
  /** With a server of DATABASE_URL, which goes on; else the shop's own, which ends with it. */
  server?: boolean;
  /** The number of customers that order in parallel. */
  customers?: number;
  /** Called after each round with its number, from 1. */
  onRound?: (round: number) => void;
}

export interface KillResults {
  /** Orders with an answer. */
  acknowledged: number;
  /** Orders whose answer was lost because of the kill. */
  unanswered: number;
  /** Unanswered orders that were made nevertheless, found by asking again. */
  madeUnanswered: number;
  /** The time from starting the process, with compiled code, until the shop is open, in ms, for each kill. */
  reopenMs: number[];
  /** Errors, one line each: lost orders, doubled orders, and orders that differ from their answer. */
  faults: string[];
}

/** The requests and answers of a customer. */
interface CustomerRecord {
  customer: Customer;
  /** The answered order, by key; undefined without an answer. */
  sent: Map<string, { body: OrderBody; order: unknown }>;
  /** Attempts that were settled as void: they must never make an order. */
  void: OrderBody[];
}

/** Every third order is sent twice in parallel, like a double click. */
const DUPLICATE_EVERY = 3;

/**
 * A kill can come when all that was asked is answered, as on a busy machine: then the round is done again, so often at
 * most.
 */
const MAX_KILLS_PER_ROUND = 20;

/**
 * After this many rounds other customers go on, so that late rounds have no longer lists to compare than early ones.
 */
const ROUNDS_OF_CUSTOMERS = 25;

/** Runs the rounds on one data directory. Stops everything that it starts. */
export async function killRounds({
  rounds,
  server = false,
  customers = 4,
  onRound,
}: KillOptions): Promise<KillResults> {
  const fixture = await createShopFixture({ server: server && 'durable' });
  const figures: KillResults = { acknowledged: 0, unanswered: 0, madeUnanswered: 0, reopenMs: [], faults: [] };
  try {
    let shop = await fixture.openWithProducts();
    const port = Number(new URL(shop.url).port);
    const all: CustomerRecord[] = [];
    let records: CustomerRecord[] = [];
    let kills = 0;
    for (let round = 1; round <= rounds; kills += 1) {
      if (kills === rounds * MAX_KILLS_PER_ROUND) throw new Error(`${kills} kills came between orders, not during one`);
      if (kills % ROUNDS_OF_CUSTOMERS === 0) {
        records = [];
        for (let number = 0; number < customers; number += 1) {
          records.push({ customer: patient(await registerCustomer(shop.url)), sent: new Map(), void: [] });
        }
        all.push(...records);
      }
      const before = countAnswered(records);
      const unanswered = figures.unanswered;
      // Each kill comes after another number of answers, and in another moment of the next order.
      const plan = { killed: false, answersLeft: 4 + ((kills * 7) % 13), delayMs: kills % 8, kill: shop.kill };
      await Promise.all(records.map((record) => orderUntilKilled(record, plan, figures)));
      const started = performance.now();
      shop = await fixture.open({ port });
      figures.reopenMs.push(performance.now() - started);
      figures.acknowledged += countAnswered(records) - before;
      for (const record of records) await settle(record, figures);
      for (const record of records) await compare(record, figures);
      if (figures.unanswered === unanswered) continue;
      onRound?.(round);
      round += 1;
    }
    // Once more, all of them: no later kill may have taken what was there.
    for (const record of all) await compare(record, figures);
    return figures;
  } finally {
    await fixture.close();
  }
}

/**
 * Sends a request again that the shop gave up before it could read it (408), as browsers do: the machine is overloaded.
 */
function patient(customer: Customer): Customer {
  const send: Customer['send'] = async (...request) => {
    for (;;) {
      const answer = await customer.send(...request);
      if (answer.status !== 408) return answer;
    }
  };
  return { ...customer, send, place: (body) => send('POST', '/api/orders', body) };
}

function countAnswered(records: readonly CustomerRecord[]): number {
  return records.reduce(
    (sum, { sent }) => sum + [...sent.values()].filter(({ order }) => order !== undefined).length,
    0,
  );
}

interface KillPlan {
  killed: boolean;
  answersLeft: number;
  delayMs: number;
  kill: () => Promise<void>;
}

async function orderUntilKilled(record: CustomerRecord, plan: KillPlan, figures: KillResults): Promise<void> {
  let killing: Promise<void> | undefined;
  while (!plan.killed) {
    const body = newOrder();
    record.sent.set(body.idempotencyKey, { body, order: undefined });
    const copies = record.sent.size % DUPLICATE_EVERY === 0 ? 2 : 1;
    const sending = Array.from({ length: copies }, () => record.customer.place(body));
    for (const answer of await Promise.allSettled(sending)) {
      if (answer.status === 'rejected') continue;
      recordAnswer(record, body.idempotencyKey, answer.value, figures);
      plan.answersLeft -= 1;
      if (plan.answersLeft === 0) killing = killAfterDelay(plan);
    }
  }
  await killing;
}

/** The delay does not wait for anything: it moves the kill to another moment of an order. */
async function killAfterDelay(plan: KillPlan): Promise<void> {
  await delay(plan.delayMs);
  plan.killed = true;
  await plan.kill();
}

/** Records an answer. A difference to an earlier answer for the same key is a fault. */
function recordAnswer(
  { sent }: CustomerRecord,
  key: string,
  { status, body }: { status: number; body: unknown },
  { faults }: KillResults,
): void {
  const entry = sent.get(key);
  if (!entry) return;
  if ((status !== 200 && status !== 201) || orderId({ body }) === '') {
    faults.push(`order ${key} was answered with ${status}: ${JSON.stringify(body)}`);
  } else if (entry.order === undefined) {
    entry.order = body;
  } else if (!isDeepStrictEqual(entry.order, body)) {
    faults.push(`order ${key} was answered differently before: ${JSON.stringify(body)}`);
  }
}

/**
 * Settles the customer's open attempts after the restart. Unanswered ones are alternately sent again twice in parallel,
 * or settled while a late copy arrives. Some answered ones are sent again too.
 */
async function settle(record: CustomerRecord, figures: KillResults): Promise<void> {
  const all = [...record.sent.entries()];
  const unanswered = all.filter(([, { order }]) => order === undefined);
  figures.unanswered += unanswered.length;
  for (const [index, [key, { body }]] of unanswered.entries()) {
    if (index % 2 === 1) {
      await settleWithLateCopy(record, key, body, figures);
      continue;
    }
    const answers = await Promise.all([record.customer.place(body), record.customer.place(body)]);
    for (const answer of answers) recordAnswer(record, key, answer, figures);
    const made = answers.filter(({ status }) => status === 201).length;
    if (made === 0) figures.madeUnanswered += 1;
    if (made > 1) figures.faults.push(`order ${key} was made ${made} times at once`);
  }
  for (const [key, { body }] of all.filter(([, { order }]) => order !== undefined).slice(-3)) {
    const answer = await record.customer.place(body);
    recordAnswer(record, key, answer, figures);
    if (answer.status !== 200) figures.faults.push(`order ${key} was made again: ${answer.status}`);
  }
}

/** Settles an attempt while a copy of it arrives: the outcome is an order or void, and does not change. */
async function settleWithLateCopy(
  record: CustomerRecord,
  key: string,
  body: OrderBody,
  figures: KillResults,
): Promise<void> {
  const settle = (): Promise<Answer> => record.customer.send('DELETE', `/api/orders/attempts/${key}`, '');
  const [settled, copy] = await Promise.all([settle(), record.customer.place(body)]);
  const { order } = Object(settled.body);
  if (order) {
    if (copy.status === 200) figures.madeUnanswered += 1;
    recordAnswer(record, key, { status: 200, body: order }, figures);
    recordAnswer(record, key, copy, figures);
    return;
  }
  record.sent.delete(key);
  record.void.push(body);
  if (settled.status !== 200 || copy.status !== 409) {
    figures.faults.push(`attempt ${key} is settled with ${settled.status}, its late copy with ${copy.status}`);
  }
}

/** Every answered order must exist once and equal its answer, and there must be no other. */
async function compare({ customer, sent, void: called }: CustomerRecord, { faults }: KillResults): Promise<void> {
  for (const body of called.slice(-2)) {
    const { status } = await customer.place(body);
    if (status !== 409) faults.push(`void attempt ${body.idempotencyKey} is answered with ${status}`);
  }
  const existing = Map.groupBy(await customer.orders(), ({ id }) => id);
  for (const [key, { order }] of sent) {
    const id = orderId({ body: order });
    const found: ListedOrder[] = existing.get(id) ?? [];
    if (found.length !== 1 || !isDeepStrictEqual(found[0], order)) {
      faults.push(`order ${id} of key ${key} is there ${found.length} times: ${JSON.stringify(found)}`);
    }
    existing.delete(id);
  }
  for (const id of existing.keys()) faults.push(`order ${id} was made for no key`);
}
