/** For operators who asked: the first at once, the next 10 minutes later at the earliest, with all orders since. Orders wait in a queue. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import type { Database } from '../db/connect.ts';
import { retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import type { Sender } from './email.ts';
import type { Mail } from './mail.ts';
import { LISTED_ORDERS, type NewOrder, newOrdersMail } from './new-orders-template.ts';

/** The shortest time between two mails to one operator, in ms. */
const PAUSE_MS = 10 * 60 * 1000;

/** How often the queue is checked without a notification, in ms: for operators whose pause is over. */
const POLL_MS = 15_000;

/** The payload of the channel 'mail' when the queue has new orders. */
const ORDERS = 'orders';

export interface NewOrderMails {
  /** Writes the mails that are due; resolves when they are in the outbox. */
  drain(): Promise<void>;
  /** Stops after the current mails. Call it before the database is closed. */
  close(): Promise<void>;
}

interface NewOrderMailOptions {
  database: Pick<Database, 'kysely' | 'listen'>;
  mail: Pick<Mail, 'enqueue'>;
  sender: Sender;
  log: Pick<Logger, 'warn'>;
  now?: () => Date;
}

export async function createNewOrderMails(options: NewOrderMailOptions): Promise<NewOrderMails> {
  const { database, mail, sender, log, now = () => new Date() } = options;
  const { kysely } = database;
  const stop = new AbortController();
  let draining: Promise<void> | undefined;
  let drainAgain = false;

  /** Empties what is due; if that is under way, once more afterwards. */
  function drain(): Promise<void> {
    drainAgain = true;
    draining ??= (async () => {
      try {
        while (drainAgain && !stop.signal.aborted) {
          drainAgain = false;
          await drainOnce();
        }
      } catch (error) {
        log.warn({ err: error }, 'the mails about new orders could not be written');
      } finally {
        draining = undefined;
      }
    })();
    return draining;
  }

  async function drainOnce(): Promise<void> {
    const waiting = await kysely.selectFrom('order_mail_queue').select('user_id').distinct().execute();
    for (const { user_id: userId } of waiting) {
      try {
        await retrySerializationFailures(() => kysely.transaction().execute((trx) => mailOperator(trx, userId)));
      } catch (error) {
        // The others still get theirs.
        log.warn({ err: error }, 'the mails about new orders could not be written');
      }
    }
  }

  async function mailOperator(trx: Transaction<Tables>, userId: string): Promise<void> {
    const operator = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('role', '=', OPERATOR_ROLE)
      .where('order_mails', '=', true)
      .forShare()
      .executeTakeFirst();
    const own = trx.deleteFrom('order_mail_queue').where('user_id', '=', userId);
    if (!operator) {
      await own.execute();
      return;
    }
    const at = now();
    await trx
      .insertInto('order_mail_times')
      .values({ user_id: userId, next_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Another process that has the row is writing this mail.
    const times = trx.selectFrom('order_mail_times').select('next_at').where('user_id', '=', userId);
    const due = await times.where('next_at', '<=', at).forUpdate().skipLocked().executeTakeFirst();
    if (!due) return;
    const numbers = (await own.returning('order_number').execute()).map((row) => row.order_number);
    const { count, totalPoisha, orders } = await newOrders(trx, numbers);
    if (count === 0) return;
    await mail.enqueue(trx, newOrdersMail(operator.email, { orders, count, totalPoisha }, sender));
    const next = new Date(at.getTime() + PAUSE_MS);
    await trx.updateTable('order_mail_times').set({ next_at: next }).where('user_id', '=', userId).execute();
  }

  const background = (): void => void drain();
  const stopListening = await database.listen('mail', (payload) => payload === ORDERS && background(), background);
  const timer = setInterval(background, POLL_MS);
  timer.unref();
  background();

  return {
    drain,
    async close() {
      stop.abort();
      clearInterval(timer);
      await stopListening();
      await draining;
    },
  };
}

/** Those of the orders that are still to be packed: how many, what they cost together, and the newest ones. */
async function newOrders(
  trx: Transaction<Tables>,
  numbers: readonly number[],
): Promise<{ orders: NewOrder[]; count: number; totalPoisha: number }> {
  const pending = trx
    .selectFrom('orders')
    .where('number', '=', sql<number>`any(${numbers}::bigint[])`)
    .where('status', '=', 'pending');
  const { count, total } = await pending
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<string | null>`sum(total_cost_poisha)`.as('total')])
    .executeTakeFirstOrThrow();
  const orders = await pending
    .select([
      'id',
      'total_cost_poisha as totalPoisha',
      ...(['name', 'city', 'division'] as const).map((field) =>
        sql<string>`coalesce(shipping_info ->> ${sql.lit(field)}, '')`.as(field),
      ),
      sql<number>`(select coalesce(sum(quantity), 0)::integer from order_lines where order_number = number)`.as(
        'pieces',
      ),
    ])
    .orderBy('number', 'desc')
    .limit(LISTED_ORDERS)
    .execute();
  return { orders, count: Number(count), totalPoisha: Number(total) };
}
