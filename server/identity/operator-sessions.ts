/** The console's sessions. They end after 12 idle hours, and at once when the operator is removed or gets a new password. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import { BACKGROUND_REQUEST } from '../../domain/console-path.ts';
import type { Database } from '../db/connect.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type OperatorCookies, newToken, hashToken } from './operator-cookies.ts';

/** A person who may use the console. */
export interface Operator {
  id: string;
  email: string;
  name: string;
  secondFactor: boolean;
  /** Whether this operator gets a mail for new orders. */
  orderMails: boolean;
}

export interface OperatorSession {
  id: string;
  operator: Operator;
  /** When it ends without further use. */
  expiresAt: Date;
}

/** A session as its owner sees it in a list. */
export interface ListedSession {
  id: string;
  current: boolean;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
}

export interface OperatorSessions {
  /** The open session of a request. Found in this process's memory for up to a minute after a query, unless it is to be `fresh`. */
  find(headers: Headers, options?: { fresh?: boolean }): Promise<OperatorSession | null>;
  /** Opens a session and ends those of the same browser; returns the cookies. For a transaction's handle. */
  open(trx: Kysely<Tables>, userId: string, headers: Headers): Promise<Headers>;
  /** Ends the sessions whose cookies a request sends; returns the cleared cookies. */
  end(headers: Headers): Promise<Headers>;
  list(session: OperatorSession): Promise<ListedSession[]>;
  /** Ends one session of the same operator; false when there is none. */
  endOne(session: OperatorSession, id: string): Promise<boolean>;
  /** Ends all sessions of an operator, and the logins whose code is still awaited. For a transaction's handle. */
  endAll(trx: Kysely<Tables>, userId: string): Promise<void>;
  /** Forgets what this process knows of an operator: after a commit, before other processes are notified. */
  forget(userId: string): void;
}

const IDLE_MS = 12 * 60 * 60 * 1000;
/** Even a session in constant use ends then, with its cookie. */
const MAX_SECONDS = 30 * 24 * 60 * 60;
/** How often a use is written to the database, at most. */
const TOUCH_MS = 5 * 60 * 1000;
const CACHE_MS = 60_000;
/** How long an old entry is good enough while the embedded database is busy. */
const STALE_MS = 10 * 60_000;
const MAX_CACHED = 1_000;
const USER_AGENT_LENGTH = 200;
/** A form can send anything, also what PostgreSQL does not take. */
const SESSION_ID = /^[0-9a-f-]{36}$/;

interface Options {
  database: Pick<Database, 'kind' | 'kysely' | 'listen'>;
  cookies: OperatorCookies;
  /** ms since 1970. */
  now: () => number;
}

export async function createOperatorSessions({ database, cookies, now }: Options): Promise<OperatorSessions> {
  const { kysely, listen } = database;
  // No other process changes the embedded database, and this one forgets what it ends. So a stale entry is right there, and an import, which
  // keeps the database busy for minutes, makes nobody wait.
  const isEmbedded = database.kind === 'pglite';
  // Without it every request would wait for the embedded database, which an import keeps busy for seconds.
  const cache = new LRUCache<string, { session: OperatorSession; until: number; touchAt: number }>({
    max: MAX_CACHED,
  });
  /** Counts what was forgotten, so that a query that began before does not bring it back. */
  let forgotten = 0;

  function forget(userId: string): void {
    forgotten += 1;
    for (const [hash, { session }] of cache) if (session.operator.id === userId) cache.delete(hash);
  }

  function forgetAll(): void {
    forgotten += 1;
    cache.clear();
  }

  await listen('profile', forget, forgetAll);

  const expiryOf = (createdAt: number): Date => new Date(Math.min(now() + IDLE_MS, createdAt + MAX_SECONDS * 1000));

  async function load(hashes: readonly string[], headers: Headers): Promise<OperatorSession | null> {
    const began = forgotten;
    const at = now();
    const rows = await kysely
      .selectFrom('operator_sessions as session')
      .innerJoin('operators', 'operators.user_id', 'session.user_id')
      .innerJoin('users', 'users.id', 'session.user_id')
      .select(['session.id', 'token_hash', 'session.created_at', 'session.last_used_at', 'expires_at'])
      .select(['session.user_id', 'email', 'name', 'totp_enabled_at', 'order_mails'])
      .where('token_hash', 'in', hashes)
      .where('expires_at', '>', new Date(at))
      .where('role', '=', OPERATOR_ROLE)
      .execute();
    const row = hashes.map((hash) => rows.find(({ token_hash }) => token_hash === hash)).find((found) => found);
    if (!row) {
      for (const hash of hashes) cache.delete(hash);
      return null;
    }
    const touched = at - row.last_used_at.getTime() >= TOUCH_MS && !isBackground(headers);
    if (touched && !(await touch(row))) return null;
    const expiresAt = touched ? expiryOf(row.created_at.getTime()) : row.expires_at;
    const { id, user_id, email, name, totp_enabled_at, order_mails } = row;
    const secondFactor = totp_enabled_at !== null;
    const session = { id, operator: { id: user_id, email, name, secondFactor, orderMails: order_mails }, expiresAt };
    const until = Math.min(at + CACHE_MS, expiresAt.getTime());
    const touchAt = (touched ? at : row.last_used_at.getTime()) + TOUCH_MS;
    if (began === forgotten) cache.set(row.token_hash, { session, until, touchAt });
    return session;
  }

  /** Writes that a session is in use; false when it has just ended. */
  async function touch(session: { id: string; user_id: string; created_at: Date }): Promise<boolean> {
    const used = { last_used_at: new Date(now()) };
    const { numUpdatedRows } = await kysely
      .updateTable('operator_sessions')
      .set({ ...used, expires_at: expiryOf(session.created_at.getTime()) })
      .where('id', '=', session.id)
      .executeTakeFirst();
    await kysely.updateTable('operators').set(used).where('user_id', '=', session.user_id).execute();
    return numUpdatedRows > 0n;
  }

  return {
    async find(headers, { fresh = false } = {}) {
      const hashes = cookies.hashes('session', headers);
      const at = now();
      // A use must be written even when the page's own requests keep the entry fresh.
      const isKnown = (until: number, touchAt: number) => until > at && (touchAt > at || isBackground(headers));
      const known = hashes.map((hash) => cache.get(hash)).find((entry) => entry && isKnown(entry.until, entry.touchAt));
      if (known && !fresh) return known.session;
      const stale = hashes
        .map((hash) => cache.get(hash))
        .find((entry) => entry && Math.min(entry.until + STALE_MS, entry.session.expiresAt.getTime()) > at);
      if (stale && !fresh && isEmbedded) {
        void load(hashes, headers).catch(() => undefined);
        return stale.session;
      }
      return hashes.length === 0 ? null : load(hashes, headers);
    },

    async open(trx, userId, headers) {
      const sent = cookies.hashes('session', headers);
      const at = new Date(now());
      if (sent.length > 0) await endSent(trx, sent);
      await trx.deleteFrom('operator_sessions').where('expires_at', '<=', at).execute();
      const token = newToken();
      const user_agent = headers.get('user-agent')?.slice(0, USER_AGENT_LENGTH) ?? null;
      const times = { created_at: at, last_used_at: at, expires_at: expiryOf(at.getTime()) };
      await trx
        .insertInto('operator_sessions')
        .values({ id: randomUUID(), token_hash: hashToken(token), user_id: userId, user_agent, ...times })
        .execute();
      await trx.updateTable('operators').set({ last_used_at: at }).where('user_id', '=', userId).execute();
      const set = new Headers({ 'Set-Cookie': cookies.set('session', token, MAX_SECONDS) });
      set.append('Set-Cookie', cookies.clear('challenge'));
      return set;
    },

    async end(headers) {
      const sent = cookies.hashes('session', headers);
      if (sent.length > 0) {
        const ended = await kysely.transaction().execute((trx) => endSent(trx, sent));
        for (const userId of ended) forget(userId);
      }
      const cleared = new Headers({ 'Set-Cookie': cookies.clear('session') });
      cleared.append('Set-Cookie', cookies.clear('challenge'));
      return cleared;
    },

    async list({ id: current, operator }) {
      const rows = await kysely
        .selectFrom('operator_sessions')
        .select(['id', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'user_agent as userAgent'])
        .where('user_id', '=', operator.id)
        .where('expires_at', '>', new Date(now()))
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => Object.assign(row, { current: row.id === current }));
    },

    async endOne({ operator }, id) {
      if (!SESSION_ID.test(id)) return false;
      const ended = await kysely.transaction().execute(async (trx) => {
        const own = trx.deleteFrom('operator_sessions').where('id', '=', id).where('user_id', '=', operator.id);
        const { numDeletedRows } = await own.executeTakeFirst();
        await notify(trx, 'profile', operator.id);
        return numDeletedRows > 0n;
      });
      forget(operator.id);
      return ended;
    },

    async endAll(trx, userId) {
      await trx.deleteFrom('operator_challenges').where('user_id', '=', userId).execute();
      await trx.deleteFrom('operator_sessions').where('user_id', '=', userId).execute();
      await notify(trx, 'profile', userId);
    },

    forget,
  };
}

/** Whether the page itself asks, without its operator: that is no use. */
function isBackground(headers: Headers): boolean {
  return headers.get(BACKGROUND_REQUEST) !== null;
}

/** Ends the sessions with these tokens; returns whose they were. */
async function endSent(trx: Kysely<Tables>, hashes: readonly string[]): Promise<Set<string>> {
  const ended = trx.deleteFrom('operator_sessions').where('token_hash', 'in', hashes).returning('user_id');
  const people = new Set((await ended.execute()).map(({ user_id }) => user_id));
  for (const userId of people) await notify(trx, 'profile', userId);
  return people;
}
