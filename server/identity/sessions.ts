/** Sessions of both kinds: 30 days from the login; an operator's ends after 12 idle hours too (product §11, §13). */
import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { CUSTOMER_ROLE } from '../../domain/accounts/account.ts';
import { STAFF } from '../../domain/accounts/roles.ts';
import { BACKGROUND_REQUEST } from '../../base/console-path.ts';
import { gather } from '../db/gather.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import type { Cookies, SessionKind } from './cookies.ts';
import { hashToken, newToken } from './tokens.ts';

/** The role is always 'user' in the shop: other roles get no session there. */
export type Viewer = Pick<Selectable<Tables['users']>, 'id' | 'email' | 'name' | 'role' | 'language'>;

export interface Session {
  id: string;
  user: Viewer;
  secondFactor: boolean;
  orderMails: boolean;
  createdAt: Date;
  /** When it ends without further use. */
  expiresAt: Date;
}

/** Even of a session in constant use. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** A shopper's session that the browser forgets when it is closed. */
const SHORT_SESSION_SECONDS = 24 * 60 * 60;
const IDLE_MS = 12 * 60 * 60 * 1000;
/** How often a use is written to the database, at most. */
const TOUCH_MS = 5 * 60 * 1000;
const USER_AGENT_LENGTH = 200;
/** A form can send anything, also what PostgreSQL does not take. */
const SESSION_ID = /^[0-9a-f-]{36}$/;

/** `now` in ms since 1970. */
export function createSessions(kysely: Kysely<Tables>, kind: SessionKind, cookies: Cookies, now: () => number) {
  const sentHashes = (headers: Headers): string[] => cookies.tokens(kind, headers).map(hashToken);
  const idleExpiry = (createdAt: Date): Date =>
    new Date(Math.min(now() + IDLE_MS, createdAt.getTime() + SESSION_SECONDS * 1000));

  /** Writes that a session is in use; null when it has just ended. */
  async function touch(id: string, userId: string, createdAt: Date): Promise<Date | null> {
    const used = new Date(now());
    const expires_at = idleExpiry(createdAt);
    const own = kysely.updateTable('sessions').set({ last_used_at: used, expires_at }).where('id', '=', id);
    const { numUpdatedRows } = await own.executeTakeFirst();
    await kysely.updateTable('users').set({ console_used_at: used }).where('id', '=', userId).execute();
    return numUpdatedRows > 0n ? expires_at : null;
  }

  /** One query for requests that come together. */
  const read = gather((hashes: readonly string[]) =>
    kysely
      .selectFrom('sessions as session')
      .innerJoin('users', 'users.id', 'session.user_id')
      .select(['session.id', 'token_hash', 'session.created_at', 'last_used_at', 'expires_at', 'user_id'])
      .select(['email', 'name', 'role', 'language', 'totp_enabled_at', 'order_mails'])
      .where('token_hash', '=', sql<string>`any(${hashes}::text[])`)
      .where('kind', '=', kind)
      .where('expires_at', '>', new Date(now()))
      .where(mayEnter(kind))
      .execute(),
  );

  /** The open session of a request; the first one when several are sent. One query, or none without a cookie. */
  async function find(headers: Headers): Promise<Session | null> {
    const hashes = sentHashes(headers);
    if (hashes.length === 0) return null;
    const rows = await read(hashes);
    const row = hashes.map((hash) => rows.find(({ token_hash }) => token_hash === hash)).find((found) => found);
    if (!row) return null;
    const { id, user_id, email, name, role, language, created_at } = row;
    // What the page asks by itself, without its operator, is no use.
    const used = kind === 'console' && headers.get(BACKGROUND_REQUEST) === null;
    const isDue = used && now() - row.last_used_at.getTime() >= TOUCH_MS;
    const expiresAt = isDue ? await touch(id, user_id, created_at) : row.expires_at;
    if (expiresAt === null) return null;
    const user = { id: user_id, email, name, role, language };
    const settings = { secondFactor: row.totp_enabled_at !== null, orderMails: row.order_mails };
    return { id, user, ...settings, createdAt: created_at, expiresAt };
  }

  return {
    find,

    /** Whether the browser keeps the cookie of a session when it is closed. */
    isKept: ({ createdAt, expiresAt }: Session): boolean =>
      kind === 'console' || expiresAt.getTime() - createdAt.getTime() > SHORT_SESSION_SECONDS * 1000,

    /** Opens a session and ends those of the same browser; returns the cookie. For a transaction's handle. */
    async open(trx: Kysely<Tables>, userId: string, headers: Headers, remember = true): Promise<Headers> {
      await endSent(trx, sentHashes(headers));
      const token = newToken();
      const at = new Date(now());
      const seconds = remember ? SESSION_SECONDS : SHORT_SESSION_SECONDS;
      const row = {
        id: randomUUID(),
        token_hash: hashToken(token),
        kind,
        user_id: userId,
        user_agent: kind === 'console' ? (headers.get('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null) : null,
        created_at: at,
        last_used_at: at,
        expires_at: kind === 'console' ? idleExpiry(at) : new Date(at.getTime() + seconds * 1000),
      };
      await trx.insertInto('sessions').values(row).execute();
      return new Headers({ 'Set-Cookie': cookies.set(kind, token, remember ? seconds : null) });
    },

    /** Ends the sessions whose cookies a request sends; returns the cleared cookie. */
    async end(headers: Headers): Promise<Headers> {
      const sent = sentHashes(headers);
      if (sent.length > 0) await kysely.transaction().execute((trx) => endSent(trx, sent));
      return new Headers({ 'Set-Cookie': cookies.clear(kind) });
    },

    /** Those of the account of a session, the last used one first. */
    list: ({ id, user }: Session) =>
      kysely
        .selectFrom('sessions')
        .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'user_agent as userAgent'])
        .select(sql<boolean>`id = ${id}`.as('current'))
        .where('user_id', '=', user.id)
        .where('kind', '=', kind)
        .where('expires_at', '>', new Date(now()))
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute(),

    /** Ends the account's sessions of other browsers. */
    async endOthers(trx: Kysely<Tables>, userId: string, { headers }: Pick<Request, 'headers'>): Promise<void> {
      const others = trx.deleteFrom('sessions').where('user_id', '=', userId);
      await others.where('token_hash', '<>', sql<string>`all(${sentHashes(headers)}::text[])`).execute();
      // Also those whose session ran out (functions/push_order.sql).
      const kept = trx.selectFrom('sessions').select('id').where('user_id', '=', userId);
      await forgetPushes(trx, userId).where('session_id', 'not in', kept).execute();
    },

    /** Another press, or the 12 hours, may have ended it already. */
    async endOne({ user: { id: userId } }: Session, id: string): Promise<void> {
      if (!SESSION_ID.test(id)) return;
      await kysely.transaction().execute(async (trx) => {
        const own = trx.deleteFrom('sessions').where('id', '=', id).where('kind', '=', kind);
        await own.where('user_id', '=', userId).execute();
        await notify(trx, 'profile', userId);
      });
    },
  };
}

/** Only accounts that may have a session of this kind: customers, and operators who have accepted an invitation. */
export function mayEnter(kind: SessionKind): RawBuilder<boolean> {
  if (kind === 'shop') return sql`users.role = ${CUSTOMER_ROLE}`;
  return sql`users.role = any(${STAFF}::text[]) and users.console_since is not null`;
}

/** Of an account, in a query of `users`. */
export const HAS_PASSKEY = sql<boolean>`exists (select from passkeys where passkeys.user_id = users.id)`;
export const HAS_SECOND_FACTOR = sql<boolean>`(users.totp_enabled_at is not null or ${HAS_PASSKEY})`;

async function endSent(trx: Kysely<Tables>, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  const ended = trx.deleteFrom('sessions').where('token_hash', 'in', hashes).returning('user_id');
  const people = new Set((await ended.execute()).map(({ user_id }) => user_id));
  for (const userId of people) await notify(trx, 'profile', userId);
}

function forgetPushes(executor: Kysely<Tables>, userId: string) {
  return executor.deleteFrom('push_subscriptions').where('user_id', '=', userId);
}

/** Ends all sessions of an account, of both kinds, and notifies its open pages. */
export async function endSessions(executor: Kysely<Tables>, userId: string): Promise<void> {
  await executor.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await forgetPushes(executor, userId).execute();
  await notify(executor, 'profile', userId);
}

/** With a new password or role also the mailed links and the logins whose code is next end. */
export async function endAccess(trx: Kysely<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
  await endSessions(trx, userId);
}
