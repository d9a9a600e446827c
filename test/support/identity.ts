/** Users, requests and an open identity, for tests of the identity. */
import pino from 'pino';
import type { Outcome } from '../../domain/outcome.ts';
import type { Database } from '../../server/db/connect.ts';
import type { AccessOptions } from '../../server/identity/access.ts';
import { type Identity, createIdentity } from '../../server/identity/identity.ts';
import { createRateLimits } from '../../server/limits/rate-limits.ts';
import { CLIENT_ADDRESS } from '../../server/http/client-address.ts';
import { LOW_COST } from './cheap-passwords.ts';
import { valueOf } from './outcome.ts';
import { type Language, PAGE_LANGUAGE } from '../../base/language.ts';

export const ORIGIN = 'https://shop.example';
export const PASSWORD = 'correct-horse-7';

/** What the identity of a shop needs that sends no mail; `change` replaces options. */
export function accessOptions(database: Database, change: Partial<AccessOptions> = {}): AccessOptions {
  return {
    database,
    sender: { name: 'Sodai', nameBn: 'সদাই', phone: '+880 1700-000000', url: ORIGIN },
    secret: 'a secret of these tests, long enough',
    mail: { enqueue: async () => {} },
    limits: createRateLimits(database.kysely, change.now),
    security: { log: () => {} },
    log: pino({ level: 'silent' }),
    passwordCost: LOW_COST,
    ...change,
  };
}

export function openIdentity(database: Database, change: Partial<AccessOptions> = {}): Identity {
  return createIdentity(accessOptions(database, change));
}

let userCount = 0;

/** A new user each time. */
export function newUser(): { name: string; email: string; password: string } {
  userCount += 1;
  return { name: `Person ${userCount}`, email: `person-${userCount}@example.com`, password: PASSWORD };
}

/** A visitor with an own address, so that tests do not use up each other's limits. `language` is that of the page. */
export function visitor(cookie?: string, language?: Language): { headers: Headers } {
  userCount += 1;
  const address = `10.9.${userCount >> 8}.${userCount & 255}`;
  return {
    headers: new Headers({
      [CLIENT_ADDRESS]: address,
      ...(cookie ? { cookie } : {}),
      ...(language ? { [PAGE_LANGUAGE]: language } : {}),
    }),
  };
}

/** Registers a new user; returns the user and the session's cookie. */
export async function registerUser(identity: Identity): Promise<ReturnType<typeof newUser> & { cookie: string }> {
  const person = newUser();
  return { ...person, cookie: cookieOf(await identity.register(person, visitor())) };
}

/** The cookies of an outcome, as a browser sends them back. */
export function cookieOf(outcome: Outcome<{ headers: Headers }>): string {
  return valueOf(outcome)
    .headers.getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

/** The row of the account with this address. */
export function accountRow(database: Database, email: string) {
  return database.kysely.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

/** How many sessions the account with this address has. */
export async function sessionCount(database: Database, email: string): Promise<number> {
  const sessions = await database.kysely
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.email', '=', email)
    .execute();
  return sessions.length;
}
