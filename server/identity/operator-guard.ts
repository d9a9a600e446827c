import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { isUnavailable, retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import { subnetOf } from '../http/subnet.ts';
import type { SecurityLog } from '../security-log.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import { CURRENT_PASSWORD_LIMITS, type Limits, countersOf } from './endpoints.ts';
import type { OperatorSession, OperatorSessions } from './operator-sessions.ts';
import { verifyPassword } from './passwords.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { DATABASE_UNAVAILABLE, NOT_SIGNED_IN, type Refusal, WRONG_PASSWORD, tooMany } from './refusals.ts';

export type Caller = Pick<Request, 'headers'>;

export type Refused = { ok: false } & Refusal;

interface Subject {
  userId?: string | undefined;
  email?: string | undefined;
}

interface Confirmed {
  ok: true;
  session: OperatorSession;
  hash: string;
}

export interface Guard {
  attempt<T>(work: () => Promise<T>): Promise<T | Refused>;
  write<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Counts a request; the refusal, when there are too many. `account`: what the limits of an account count. */
  count(
    name: string,
    limits: Limits,
    account: string | null,
    caller: Caller,
    subject?: Subject,
  ): Promise<Refused | null>;
  reset(name: string, limits: Limits, account: string, caller: Caller): Promise<void>;
  note(event: string, caller: Caller, subject: Subject & { code?: string; factor?: string }): void;
  confirm(password: unknown, caller: Caller): Promise<Confirmed | Refused>;
}

interface Options {
  kysely: Kysely<Tables>;
  sessions: Pick<OperatorSessions, 'find'>;
  limits: Pick<RateLimits, 'count' | 'reset'> | null;
  security: SecurityLog;
  log: Logger;
}

export function refuse(refusal: Refusal): Refused {
  return { ok: false, ...refusal };
}

export function createGuard({ kysely, sessions, limits, security, log }: Options): Guard {
  const countersFor = (name: string, limits: Limits, account: string | null, { headers }: Caller) =>
    countersOf({ name: `operator-${name}`, limits }, subnetOf(headers.get(CLIENT_ADDRESS)), account);

  const guard: Guard = {
    async attempt(work) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        log.warn({ err: error }, 'identity: the database is away');
        return refuse(DATABASE_UNAVAILABLE);
      }
    },
    write: (work) => retrySerializationFailures(() => kysely.transaction().execute(work)),
    async count(name, allowed, account, caller, subject = {}) {
      const wait = (await limits?.count(countersFor(name, allowed, account, caller))) ?? 0;
      if (wait === 0) return null;
      const address = caller.headers.get(CLIENT_ADDRESS);
      security.log('warn', { event: 'locked-out', request: `operator-${name}`, address, ...subject });
      return refuse(tooMany(wait));
    },
    async reset(name, allowed, account, caller) {
      // The first counter is that of the network.
      await limits?.reset(
        countersFor(name, allowed, account, caller)
          .slice(1)
          .map(({ key }) => key),
      );
    },
    note(event, { headers }, subject) {
      const level = subject.code === undefined ? 'info' : 'warn';
      security.log(level, { event, address: headers.get(CLIENT_ADDRESS), ...subject });
    },
    async confirm(password, caller) {
      const session = await sessions.find(caller.headers);
      if (!session) return refuse(NOT_SIGNED_IN);
      const { id: userId } = session.operator;
      const locked = await guard.count('password', CURRENT_PASSWORD_LIMITS, userId, caller, { userId });
      if (locked) return locked;
      const stored = kysely.selectFrom('operators').select('password').where('user_id', '=', userId);
      const { password: hash } = (await stored.executeTakeFirst()) ?? {};
      if (hash === undefined) return refuse(NOT_SIGNED_IN);
      if (typeof password === 'string' && (await verifyPassword({ hash, password })))
        return { ok: true, session, hash };
      guard.note('operator-password-refused', caller, { userId, code: WRONG_PASSWORD.code });
      return refuse(WRONG_PASSWORD);
    },
  };
  return guard;
}
