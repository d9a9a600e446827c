import type { Kysely } from 'kysely';
import { CUSTOMER_ROLE } from '../../domain/account.ts';
import type { Language } from '../../domain/language.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { type SessionCookie, sessionCookieName, sessionCookies } from './session-cookie.ts';

export interface Viewer {
  id: string;
  email: string;
  name: string;
  /** Always 'user': other roles get no session. */
  role: string;
  language: Language;
}

export interface Session {
  viewer: Viewer;
  expiresAt: Date;
  /** Its cookie, `name=value`, exactly as it was sent. */
  cookie: string;
}

export interface Sessions {
  /** The open session of a request; the first one when several are sent. One query, or none without a cookie. */
  find(headers: Headers): Promise<Session | null>;
  end(headers: Headers): Promise<void>;
  /** Ends all sessions of a user. Inside a transaction pass its handle. */
  endAll(userId: string, executor?: Kysely<Tables>): Promise<void>;
}

export function createSessions(kysely: Kysely<Tables>, shop: { publicUrl: string; secret: string }): Sessions {
  const name = sessionCookieName(shop.publicUrl);
  const cookies = (headers: Headers) => sessionCookies(headers.get('cookie'), name, shop.secret);

  return {
    async find(headers) {
      const sent = cookies(headers);
      if (sent.length === 0) return null;
      const open = await kysely
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select([
          'sessions.token',
          'sessions.expires_at',
          'users.id',
          'users.email',
          'users.name',
          'users.role',
          'users.language',
        ])
        .where('sessions.token', 'in', tokensOf(sent))
        .where('sessions.expires_at', '>', new Date())
        .where('users.role', '=', CUSTOMER_ROLE)
        .execute();
      for (const { token, pair } of sent) {
        const found = open.find((session) => session.token === token);
        if (!found) continue;
        const { id, email, name, role, language, expires_at: expiresAt } = found;
        return { viewer: { id, email, name, role, language }, expiresAt, cookie: pair };
      }
      return null;
    },
    async end(headers) {
      const sent = cookies(headers);
      if (sent.length === 0) return;
      await kysely.transaction().execute(async (trx) => {
        const ended = trx.deleteFrom('sessions').where('token', 'in', tokensOf(sent)).returning('user_id');
        const people = new Set((await ended.execute()).map((session) => session.user_id));
        for (const userId of people) await notify(trx, 'profile', userId);
      });
    },
    async endAll(userId, executor = kysely) {
      await executor.deleteFrom('sessions').where('user_id', '=', userId).execute();
      await notify(executor, 'profile', userId);
    },
  };
}

function tokensOf(sent: readonly SessionCookie[]): string[] {
  return sent.map(({ token }) => token);
}
