/** Open sessions: whose a request's cookie is, and their end, of which open pages hear. */
import type { Kysely } from 'kysely';
import { CUSTOMER_ROLE } from '../../domain/account.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type SessionCookie, sessionCookie, sessionCookieName } from './session-cookie.ts';

/** A signed-in customer. */
export interface Viewer {
  id: string;
  email: string;
  name: string;
  /** Always 'user': nobody else is let in. */
  role: string;
}

/** An open session. */
export interface Session {
  viewer: Viewer;
  expiresAt: Date;
}

export interface Sessions {
  /** The session's cookie of a request, if this shop has signed it; whether it is still open is not looked at. */
  cookie(headers: Headers): SessionCookie | null;
  /** The open session of a request: one query, none without a cookie. */
  find(headers: Headers): Promise<Session | null>;
  /** Ends the session of a request, if there is one. */
  end(headers: Headers): Promise<void>;
  /** Ends all of a person's; within a transaction pass its handle. */
  endAll(userId: string, executor?: Kysely<Tables>): Promise<void>;
}

export function createSessions(kysely: Kysely<Tables>, shop: { publicUrl: string; secret: string }): Sessions {
  const name = sessionCookieName(shop.publicUrl);
  const cookie = (headers: Headers) => sessionCookie(headers.get('cookie'), name, shop.secret);

  return {
    cookie,
    async find(headers) {
      const sent = cookie(headers);
      if (sent === null) return null;
      const found = await kysely
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(['users.id', 'users.email', 'users.name', 'users.role', 'sessions.expires_at'])
        .where('sessions.token', '=', sent.token)
        .where('sessions.expires_at', '>', new Date())
        .where('users.role', '=', CUSTOMER_ROLE)
        .executeTakeFirst();
      if (!found) return null;
      const { expires_at: expiresAt, ...viewer } = found;
      return { viewer, expiresAt };
    },
    async end(headers) {
      const sent = cookie(headers);
      if (sent === null) return;
      await kysely.transaction().execute(async (trx) => {
        const ended = trx.deleteFrom('sessions').where('token', '=', sent.token).returning('user_id');
        const { user_id: userId } = (await ended.executeTakeFirst()) ?? {};
        if (userId !== undefined) await notify(trx, 'profile', userId);
      });
    },
    async endAll(userId, executor = kysely) {
      await executor.deleteFrom('sessions').where('user_id', '=', userId).execute();
      await notify(executor, 'profile', userId);
    },
  };
}
