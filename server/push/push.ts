/**
 * Messages that phones show when no page is open: who is told what, and what a message says. They wait in the outbox,
 * one for each browser (functions/push_order.sql), and say nothing personal but an order's short number and amount.
 */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { CONSOLE_PATH } from '../../base/console-path.ts';
import { type Language, localPath } from '../../base/language.ts';
import { fillIn } from '../../base/message.ts';
import { linkWith } from '../../base/order-link.ts';
import { hasRight } from '../../domain/accounts/roles.ts';
import { fromPoisha } from '../../domain/money.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import { formatAmount } from '../../domain/orders/pricing.ts';
import { isPushAddress, type PushWish, readPushWish } from '../../domain/push/subscription.ts';
import { done, type Outcome } from '../../domain/outcome.ts';
import { TEXTS } from '../../messages/texts.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import { mayEnter } from '../identity/sessions.ts';
import { amountText } from '../mail/email.ts';
import type { Transport } from '../mail/transport.ts';
import type { PushIdentity } from './send.ts';

export type Push = ReturnType<typeof createPush>;

/** Whose browser: an operator's, or that of whoever may see an order. */
export interface PushPlace {
  user: string | null;
  session: string | null;
  /** An order's id, which the caller has found for them; null: new orders, for an operator. */
  order: string | null;
}

/** What a browser gets to know. */
export interface PushAnswer {
  /** The shop's public key, for a new subscription. */
  key: string;
  /** Whether this browser is told. */
  on: boolean;
}

interface PushOptions {
  database: Pick<Database, 'kysely'>;
  /** The shop's own address. */
  origin: string;
  /** Of the page of a visitor's order. */
  linkToken: (order: string) => string;
  /** Of tests alone: a push service that may be on this machine. */
  trusted?: string | undefined;
  log: Pick<Logger, 'warn'>;
}

/** Of one operator, and of one order. The one not seen for longest makes room. */
const MOST = { operator: 10, order: 5 };

/** After so long nobody needs the message any more, in seconds. */
const LIFE = { operator: 60 * 60, order: 6 * 60 * 60 };

/** The answers of a service that does not know the browser; null: its keys are none. */
const GONE = new Set<number | null>([404, 410, null]);

export function createPush({ database: { kysely }, origin, linkToken, trusted, log }: PushOptions) {
  const subject = origin.startsWith('https:') ? origin : `mailto:shop@${new URL(origin).hostname}`;
  const isAllowed = (address: string): boolean =>
    isPushAddress(address) || (trusted !== undefined && URL.parse(address)?.origin === trusted);

  let identity: Promise<PushIdentity> | undefined;
  const ownKeys = (): Promise<PushIdentity> => {
    identity ??= readKeys(kysely).then((keys) => ({ subject, ...keys }));
    identity.catch(() => (identity = undefined));
    return identity;
  };

  const forget = (endpoint: string) => kysely.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint);

  async function add({ user, session, order }: PushPlace, wish: Extract<PushWish, { want: 'on' }>) {
    const { want: _, ...browser } = wish;
    const owner = { user_id: user, session_id: session, seen_at: sql<Date>`now()` };
    const row = { ...browser, ...owner, order_number: numberOf(order) };
    const added = kysely.insertInto('push_subscriptions').values(row);
    await added.onConflict((same) => same.columns(['endpoint', 'order_number']).doUpdateSet(row)).execute();
    const most = order === null ? MOST.operator : MOST.order;
    const oldest = kysely.selectFrom('push_subscriptions').select('id').where(isAt({ user, order }));
    const tooMany = oldest.orderBy('seen_at', 'desc').orderBy('id').offset(most);
    await kysely.deleteFrom('push_subscriptions').where('id', 'in', tooMany).execute();
  }

  return {
    /** Whether this browser is told, after what it asks for. */
    async wish(place: PushPlace, input: unknown): Promise<Outcome<PushAnswer>> {
      const read = readPushWish(input, isAllowed);
      if (!read.ok) return read;
      const { value: wish } = read;
      const { endpoint = '' } = wish;
      const here = sql<boolean>`${isAt(place)} and endpoint = ${endpoint}`;
      if (wish.want === 'on') await add(place, wish);
      else if (wish.want === 'off') await kysely.deleteFrom('push_subscriptions').where(here).execute();
      else if (endpoint !== '') {
        const seen = { seen_at: sql<Date>`now()`, session_id: place.session };
        await kysely.updateTable('push_subscriptions').set(seen).where(here).execute();
        // In the console of somebody else it is no longer that of whoever had it.
        if (place.order === null)
          await forget(endpoint).where('order_number', 'is', null).where('user_id', '<>', place.user).execute();
      }
      const told = await kysely.selectFrom('push_subscriptions').select('id').where(here).executeTakeFirst();
      return done({ key: (await ownKeys()).publicKey, on: told !== undefined });
    },

    /** The channel (server/mail/mail.ts). What nobody needs any more is as good as sent. */
    transport: {
      async deliver({ id: message, to, subject: kind, text, writtenAt }, signal) {
        const found = await kysely
          .selectFrom('push_subscriptions as browser')
          .innerJoin('orders', (join) => join.on('orders.number', '=', Number(text)))
          .leftJoin('users', (join) => join.onRef('users.id', '=', 'browser.user_id').on(mayEnter('console')))
          .select(['endpoint', 'p256dh', 'auth', 'browser.language', 'order_number', 'role'])
          .select(['orders.id', 'orders.user_id as owner', 'total_cost_poisha', 'stage'])
          .where('browser.id', '=', to)
          .where(isNewest(message))
          .executeTakeFirst();
        if (!found) return;
        // Those before it may be on their way beside it, and see by this that they come too late.
        await sql`delete from outbox as older using outbox as own where own.id = ${message} and older.id < own.id
          and (older.channel, older.recipient, older.body_text) = (own.channel, own.recipient, own.body_text)`.execute(
          kysely,
        );
        const { endpoint, p256dh, auth, language, order_number, role, id, owner } = found;
        const isStaff = order_number === null;
        const ttl = Math.ceil(LIFE[isStaff ? 'operator' : 'order'] - (Date.now() - writtenAt.getTime()) / 1_000);
        if (ttl <= 0 || (isStaff && !hasRight(role ?? '', 'orders'))) return;
        const payload = JSON.stringify({
          ...shownText(kind, found),
          url: isStaff
            ? `${CONSOLE_PATH}/orders/${id}`
            : localPath(language, owner === null ? linkWith(linkToken(id)) : `/user/orders/${id}`),
          tag: id,
          lang: language,
        });
        const { sendPush } = await import('./send.ts');
        const sent = { endpoint, keys: { p256dh, auth }, payload, ttl, topic: id };
        const status = await sendPush(sent, await ownKeys(), signal, trusted);
        if (GONE.has(status)) await forget(endpoint).execute();
        else if (status === null || status === 429 || status >= 500)
          throw new Error(`the push service answered ${status}`);
        else if (status >= 300) log.warn({ status }, 'a push service refuses a message');
      },
      close() {},
    } satisfies Transport,
  };
}

function isAt({ user, order }: Pick<PushPlace, 'user' | 'order'>) {
  return sql<boolean>`order_number is not distinct from ${numberOf(order)} and user_id is not distinct from ${user}`;
}

/** A phone shows the last message about an order alone: several at once may come in any order. */
function isNewest(id: number) {
  return sql<boolean>`exists (
    select from outbox where outbox.id = ${id} and not exists (
      select from outbox as later
      where (later.channel, later.recipient, later.body_text) = (outbox.channel, outbox.recipient, outbox.body_text)
        and later.id > outbox.id and (later.attempts > 0 or later.next_attempt_at <= now())
    )
  )`;
}

function numberOf(order: string | null) {
  return sql<number | null>`(select number from orders where id = ${order})`;
}

/** Several processes that make them at once take the same. */
async function readKeys(kysely: Kysely<Tables>): Promise<Omit<PushIdentity, 'subject'>> {
  const stored = kysely.selectFrom('push_keys').select(['public_key as publicKey', 'private_key as privateKey']);
  const found = await stored.executeTakeFirst();
  if (found) return found;
  const { newKeys } = await import('./send.ts');
  const { publicKey: public_key, privateKey: private_key } = newKeys();
  const made = kysely.insertInto('push_keys').values({ public_key, private_key });
  await made.onConflict((known) => known.doNothing()).execute();
  return stored.executeTakeFirstOrThrow();
}

interface OfOrder {
  id: string;
  language: Language;
  stage: string;
  total_cost_poisha: number;
  /** Null: an operator reads it. */
  order_number: number | null;
}

function shownText(kind: string, { id, language, stage, total_cost_poisha, order_number }: OfOrder) {
  const texts = TEXTS[language];
  const what = order_number === null ? (kind === 'placed' && stage === 'to confirm' ? stage : kind) : kind;
  const happened: Readonly<Record<string, string>> =
    order_number === null
      ? texts.PUSH_STAFF
      : {
          ...Object.fromEntries(Object.entries(texts.ORDER_EVENTS).map(([status, { operator }]) => [status, operator])),
          ...texts.ORDER_STAGE_EVENTS,
          changed: texts.ORDER_EDITED,
          'set-back': texts.ORDER_SET_BACK,
        };
  const amount = amountText(language, formatAmount(fromPoisha(total_cost_poisha)));
  return {
    title: fillIn(language, texts.ORDER_NAME, { id: shortOrderId(id) }),
    body: `${happened[what]}, ${amount}`,
  };
}
