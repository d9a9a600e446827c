/** What every request that changes who is signed in passes: limits, the security log, transactions, and the refusal while the database is away. */
import type { Kysely, Transaction } from 'kysely';
import type { ZodType } from 'zod';
import { isOfNobody, isUnavailable, retrySerializationFailures } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import { subnetOf } from '../http/subnet.ts';
import type { AccessOptions } from './access.ts';
import { type Limits, countersOf } from './limits.ts';
import { DATABASE_UNAVAILABLE, NOT_A_CUSTOMER, parseForm, refuse, tooMany } from './refusals.ts';
import type { Refusal, Refused } from './refusals.ts';

export type Caller = Pick<Request, 'headers'>;

/** The account of an event: its id, or the e-mail address that somebody claims. */
interface Subject {
  userId?: string | undefined;
  email?: string | undefined;
}

export function createGuard(kysely: Kysely<Tables>, { limits, security, log }: AccessOptions) {
  const countersFor = (name: string, allowed: Limits, account: string | null, { headers }: Caller) =>
    countersOf(name, allowed, subnetOf(headers.get(CLIENT_ADDRESS)), account);

  async function attempt<T>(work: () => Promise<T>): Promise<T | Refused> {
    try {
      return await work();
    } catch (error) {
      // The account was deleted after it was found.
      if (isOfNobody(error)) return refuse(NOT_A_CUSTOMER);
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'identity: the database is away');
      return refuse(DATABASE_UNAVAILABLE);
    }
  }

  function note(event: string, { headers }: Caller, subject: Subject & { factor?: string; role?: string }): void {
    security.log('info', { event, address: headers.get(CLIENT_ADDRESS), ...subject });
  }

  return {
    attempt,
    note,
    /** An attempt with a form that its schema parses. */
    submit: <Form, T>(schema: ZodType<Form>, fields: unknown, work: (form: Form) => Promise<T>): Promise<T | Refused> =>
      attempt(async () => {
        const parsed = parseForm(schema, fields);
        return parsed.ok ? work(parsed.form) : parsed;
      }),
    write: <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
      retrySerializationFailures(() => kysely.transaction().execute(work)),
    /** Counts a request; the refusal, when there are too many. `account`: what the limits of an account count. */
    async count(name: string, allowed: Limits, account: string | null, caller: Caller, subject: Subject = {}) {
      const { network, here, everywhere, underAttack } = countersFor(name, allowed, account, caller);
      let wait = (await limits?.count([network, ...here])) ?? 0;
      if (wait === 0) {
        wait = (await limits?.count(everywhere)) ?? 0;
        if (wait > 0 && underAttack.length > 0) wait = (await limits?.count(underAttack)) ?? 0;
      }
      if (wait === 0) return null;
      const address = caller.headers.get(CLIENT_ADDRESS);
      security.log('warn', { event: 'locked-out', request: name, address, ...subject });
      return refuse(tooMany(wait));
    },
    /** Forgets what was counted for an account. */
    async reset(name: string, allowed: Limits, account: string, caller: Caller): Promise<void> {
      const { network: _, ...ofAccount } = countersFor(name, allowed, account, caller);
      await limits?.reset(
        Object.values(ofAccount)
          .flat()
          .map(({ key }) => key),
      );
    },
    /** Refuses, with a warning in the security log. */
    fail(event: string, { headers }: Caller, refusal: Refusal, subject: Subject = {}): Refused {
      security.log('warn', { event, address: headers.get(CLIENT_ADDRESS), ...subject, code: refusal.code });
      return refuse(refusal);
    },
  };
}
