/**
 * Orders under SIGKILL: several customers order over HTTP, the shop is killed in the middle of it, opened again on the same
 * data, and asked what it remembers. Again and again.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  type Customer,
  type ListedOrder,
  type OrderBody,
  newOrder,
  orderId,
  registerCustomer,
} from './customer.ts';
import { type DatabaseKind, preparePremises } from './premises.ts';

export interface KillOptions {
  rounds: number;
  database: DatabaseKind;
  /** How many order at the same time. */
  customers?: number;
  /** Called after each round with its number, from 1. */
  onRound?: (round: number) => void;
}

export interface KillFigures {
  /** Orders whose making was answered. */
  acknowledged: number;
  /** Orders whose answer the kill swallowed. */
  unanswered: number;
  /** Those of them that had been made nevertheless: asking again found them. */
  madeUnanswered: number;
  /** From starting the process until it says that it is open, in ms, one for each kill. */
  reopenMs: number[];
  /** What must not be; a line each: orders that are lost, doubled or not what was answered. */
  faults: string[];
}

/** What a customer has sent and heard. */
interface Ledger {
  customer: Customer;
  /** The order that was answered, by key; undefined while no answer has come. */
  sent: Map<string, { body: OrderBody; order: unknown }>;
  /** Attempts that were settled without an order: none may ever make one. */
  void: OrderBody[];
}

/** Each third order is sent twice at once, as a nervous finger does. */
const TWICE = 3;

/** Runs the rounds on one data directory. Everything that it starts is stopped. */
export async function killRounds({ rounds, database, customers = 4, onRound }: KillOptions): Promise<KillFigures> {
  const premises = await preparePremises(database, { durable: true });
  const figures: KillFigures = { acknowledged: 0, unanswered: 0, madeUnanswered: 0, reopenMs: [], faults: [] };
  try {
    let shop = await premises.openStocked();
    const port = Number(new URL(shop.url).port);
    const ledgers: Ledger[] = [];
    for (let number = 0; number < customers; number += 1) {
      ledgers.push({ customer: await registerCustomer(shop.url), sent: new Map(), void: [] });
    }
    for (let round = 1; round <= rounds; round += 1) {
      const before = countAnswered(ledgers);
      // Killed after another number of answers and in another moment of the next order each time.
      const doomed = { killed: false, answersLeft: 4 + ((round * 7) % 13), delayMs: round % 8, kill: shop.kill };
      await Promise.all(ledgers.map((ledger) => orderUntilKilled(ledger, doomed, figures)));
      const started = performance.now();
      shop = await premises.open({ port });
      figures.reopenMs.push(performance.now() - started);
      figures.acknowledged += countAnswered(ledgers) - before;
      for (const ledger of ledgers) await settle(ledger, figures);
      for (const ledger of ledgers) await compare(ledger, figures);
      onRound?.(round);
    }
    return figures;
  } finally {
    await premises.close();
  }
}

function countAnswered(ledgers: readonly Ledger[]): number {
  return ledgers.reduce(
    (sum, { sent }) => sum + [...sent.values()].filter(({ order }) => order !== undefined).length,
    0,
  );
}

interface Doomed {
  killed: boolean;
  answersLeft: number;
  delayMs: number;
  kill: () => Promise<void>;
}

async function orderUntilKilled(ledger: Ledger, doomed: Doomed, figures: KillFigures): Promise<void> {
  let dying: Promise<void> | undefined;
  while (!doomed.killed) {
    const body = newOrder();
    ledger.sent.set(body.idempotencyKey, { body, order: undefined });
    const copies = ledger.sent.size % TWICE === 0 ? 2 : 1;
    const sending = Array.from({ length: copies }, () => ledger.customer.place(body));
    for (const answer of await Promise.allSettled(sending)) {
      if (answer.status === 'rejected') continue;
      note(ledger, body.idempotencyKey, answer.value, figures);
      doomed.answersLeft -= 1;
      if (doomed.answersLeft === 0) dying = killSoon(doomed);
    }
  }
  await dying;
}

/** The delay waits for nothing: it is the moment of death, another part of an order's way each round. */
async function killSoon(doomed: Doomed): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, doomed.delayMs);
  });
  doomed.killed = true;
  await doomed.kill();
}

/** Writes an answer down; one that differs from an earlier one of the same key is a fault. */
function note(
  { sent }: Ledger,
  key: string,
  { status, body }: { status: number; body: unknown },
  { faults }: KillFigures,
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
 * The customer comes back. What has no answer is, by turns, sent again twice at once, or settled while a late copy of it arrives; something
 * that has an answer is sent again too.
 */
async function settle(ledger: Ledger, figures: KillFigures): Promise<void> {
  const all = [...ledger.sent.entries()];
  const unanswered = all.filter(([, { order }]) => order === undefined);
  figures.unanswered += unanswered.length;
  for (const [index, [key, { body }]] of unanswered.entries()) {
    if (index % 2 === 1) {
      await settleLate(ledger, key, body, figures);
      continue;
    }
    const answers = await Promise.all([ledger.customer.place(body), ledger.customer.place(body)]);
    for (const answer of answers) note(ledger, key, answer, figures);
    const made = answers.filter(({ status }) => status === 201).length;
    if (made === 0) figures.madeUnanswered += 1;
    if (made > 1) figures.faults.push(`order ${key} was made ${made} times at once`);
  }
  for (const [key, { body }] of all.filter(([, { order }]) => order !== undefined).slice(-3)) {
    const answer = await ledger.customer.place(body);
    note(ledger, key, answer, figures);
    if (answer.status !== 200) figures.faults.push(`order ${key} was made again: ${answer.status}`);
  }
}

/** Settles an attempt while a copy of it arrives: it is an order or void, and stays so. */
async function settleLate(ledger: Ledger, key: string, body: OrderBody, figures: KillFigures): Promise<void> {
  const settle = (): Promise<Answer> => ledger.customer.send('DELETE', `/api/orders/attempts/${key}`, '');
  const [settled, copy] = await Promise.all([settle(), ledger.customer.place(body)]);
  const { order } = Object(settled.body);
  if (order) {
    if (copy.status === 200) figures.madeUnanswered += 1;
    note(ledger, key, { status: 200, body: order }, figures);
    note(ledger, key, copy, figures);
    return;
  }
  ledger.sent.delete(key);
  ledger.void.push(body);
  if (settled.status !== 200 || copy.status !== 409) {
    figures.faults.push(`attempt ${key} is settled with ${settled.status}, its late copy with ${copy.status}`);
  }
}

/** Every order that was answered must be there as it was answered, once; and no other. */
async function compare({ customer, sent, void: called }: Ledger, { faults }: KillFigures): Promise<void> {
  for (const body of called.slice(-2)) {
    const { status } = await customer.place(body);
    if (status !== 409) faults.push(`void attempt ${body.idempotencyKey} is answered with ${status}`);
  }
  const there = Map.groupBy(await customer.orders(), ({ id }) => id);
  for (const [key, { order }] of sent) {
    const id = orderId({ body: order });
    const found: ListedOrder[] = there.get(id) ?? [];
    if (found.length !== 1 || !isDeepStrictEqual(found[0], order)) {
      faults.push(`order ${id} of key ${key} is there ${found.length} times: ${JSON.stringify(found)}`);
    }
    there.delete(id);
  }
  for (const id of there.keys()) faults.push(`order ${id} was made for no key`);
}
