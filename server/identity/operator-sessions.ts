/** The console's sessions. They end after 12 idle hours, and at once when the operator is removed or gets a new password. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { OPERATOR_ROLE } from '../../domain/account.ts';
import { BACKGROUND_REQUEST } from '../../domain/console-path.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type OperatorCookies, newToken, hashToken } from './operator-cookies.ts';

export interface Operator {
  id: string;
  email: string;
  name: string;
  secondFactor: boolean;
  orderMails: boolean;
}

export interface OperatorSession {
  id: string;
  operator: Operator;
  /** When it ends without further use. */
  expiresAt: Date;
}

export interface ListedSession {
  id: string;
  current: boolean;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string | null;
}

export interface OperatorSessions {
  find(headers: Headers): Promise<OperatorSession | null>;
  /** Opens a session and ends those of the same browser; returns the cookies. For a transaction's handle. */
  open(trx: Kysely<Tables>, userId: string, headers: Headers): Promise<Headers>;
  /** Ends the sessions whose cookies a request sends; returns the cleared cookies. */
  end(headers: Headers): Promise<Headers>;
  list(session: OperatorSession): Promise<ListedSession[]>;
  endOne(session: OperatorSession, id: string): Promise<boolean>;
  /** Ends all sessions of an operator, and the logins whose code is still awaited. For a transaction's handle. */
  endAll(trx: Kysely<Tables>, userId: string): Promise<void>;
}

const IDLE_MS = 12 * 60 * 60 * 1000;
/** Even a session in constant use ends then, with its cookie. */
const MAX_SECONDS = 30 * 24 * 60 * 60;
/** How often a use is written to the database, at most. */
const TOUCH_MS = 5 * 60 * 1000;
const USER_AGENT_LENGTH = 200;
/** A form can send anything, also what PostgreSQL does not take. */
const SESSION_ID = /^[0-9a-f-]{36}$/;

interface Options {
  kysely: Kysely<Tables>;
  cookies: OperatorCookies;
  /** ms since 1970. */
  now: () => number;
}

export function createOperatorSessions({ kysely, cookies, now }: Options): OperatorSessions {
  const expiryOf = (createdAt: number): Date => new Date(Math.min(now() + IDLE_MS, createdAt + MAX_SECONDS * 1000));

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
    async find(headers) {
      const hashes = cookies.hashes('session', headers);
      if (hashes.length === 0) return null;
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
      if (!row) return null;
      const touched = at - row.last_used_at.getTime() >= TOUCH_MS && !isBackground(headers);
      if (touched && !(await touch(row))) return null;
      const expiresAt = touched ? expiryOf(row.created_at.getTime()) : row.expires_at;
      const { id, user_id, email, name, totp_enabled_at, order_mails } = row;
      const secondFactor = totp_enabled_at !== null;
      return { id, operator: { id: user_id, email, name, secondFactor, orderMails: order_mails }, expiresAt };
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
      if (sent.length > 0) await kysely.transaction().execute((trx) => endSent(trx, sent));
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
      return kysely.transaction().execute(async (trx) => {
        const own = trx.deleteFrom('operator_sessions').where('id', '=', id).where('user_id', '=', operator.id);
        const { numDeletedRows } = await own.executeTakeFirst();
        await notify(trx, 'profile', operator.id);
        return numDeletedRows > 0n;
      });
    },

    async endAll(trx, userId) {
      await trx.deleteFrom('operator_challenges').where('user_id', '=', userId).execute();
      await trx.deleteFrom('operator_sessions').where('user_id', '=', userId).execute();
      await notify(trx, 'profile', userId);
    },
  };
}

/** Whether the page itself asks, without its operator: that is no use. */
function isBackground(headers: Headers): boolean {
  return headers.get(BACKGROUND_REQUEST) !== null;
}

async function endSent(trx: Kysely<Tables>, hashes: readonly string[]): Promise<void> {
  const ended = trx.deleteFrom('operator_sessions').where('token_hash', 'in', hashes).returning('user_id');
  const people = new Set((await ended.execute()).map(({ user_id }) => user_id));
  for (const userId of people) await notify(trx, 'profile', userId);
}
