/** What every request that changes who is signed in passes: limits, the security log, transactions, and the refusal while the database is away. */
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { isOfNobody, isUnavailable, retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import { subnetOf } from '../http/subnet.ts';
import { type RateLimits, sweepRateLimits } from '../limits/rate-limits.ts';
import type { SecurityLog } from '../security-log.ts';
import { type Limits, countersOf } from './limits.ts';
import { DATABASE_UNAVAILABLE, NOT_A_CUSTOMER, type Refused, refuse, tooMany } from './refusals.ts';

export type Caller = Pick<Request, 'headers'>;

/** The account of an event: its id, or the e-mail address that somebody claims. */
interface Subject {
  userId?: string | undefined;
  email?: string | undefined;
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
  /** Forgets what was counted for an account. */
  reset(name: string, limits: Limits, account: string, caller: Caller): Promise<void>;
  /** Writes an event into the security log, as a warning with the code of a refusal. */
  note(event: string, caller: Caller, subject: Subject & { code?: string; factor?: string }): void;
}

interface Options {
  kysely: Kysely<Tables>;
  limits: Pick<RateLimits, 'count' | 'reset'> | null;
  security: SecurityLog;
  log: Logger;
}

export function createGuard({ kysely, limits, security, log }: Options): Guard {
  const countersFor = (name: string, allowed: Limits, account: string | null, { headers }: Caller) =>
    countersOf(name, allowed, subnetOf(headers.get(CLIENT_ADDRESS)), account);

  return {
    async attempt(work) {
      try {
        return await work();
      } catch (error) {
        // The account was deleted after it was found.
        if (isOfNobody(error)) return refuse(NOT_A_CUSTOMER);
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
      security.log('warn', { event: 'locked-out', request: name, address, ...subject });
      return refuse(tooMany(wait));
    },
    async reset(name, allowed, account, caller) {
      const [, ...ofAccount] = countersFor(name, allowed, account, caller);
      await limits?.reset(ofAccount.map(({ key }) => key));
    },
    note(event, { headers }, subject) {
      const level = subject.code === undefined ? 'info' : 'warn';
      security.log(level, { event, address: headers.get(CLIENT_ADDRESS), ...subject });
    },
  };
}

/** Deletes expired counters, sessions and one-time tokens. */
export async function sweepIdentity(kysely: Kysely<Tables>, now = new Date()): Promise<void> {
  await sweepRateLimits(kysely, now);
  await kysely.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await kysely.deleteFrom('one_time_tokens').where('expires_at', '<', now).execute();
}
