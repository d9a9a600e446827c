/** What each request passes that changes who is signed in: limits, the security log, a database that is away. */
import type { Kysely, Transaction } from 'kysely';
import type { ZodType } from 'zod';
import { done, type Outcome, type Reason, type Refused, refused } from '../../domain/outcome.ts';
import { parseBy } from '../../domain/parse.ts';
import { isOfNobody, isUnavailable, transact } from '../db/errors.ts';
import type { Tables } from '../db/tables.ts';
import { CLIENT_ADDRESS, subnetOf } from '../http/client-address.ts';
import type { AccessOptions } from './access.ts';
import { type Counter, type Limit, limitKey } from '../limits/rate-limits.ts';

/** The e-mail address belongs to no account that may sign in here (product §5). */
export const NOT_A_CUSTOMER = refused(400, { code: 'user-not-found' });

const UNAVAILABLE = refused(503, { code: 'unavailable' }, { retryAfter: 2 });

/** A refusal of one field of a form. */
export function badField(field: string, reason: Reason): Refused {
  return refused(400, reason, { fields: [{ field, reason }] });
}

export type Caller = Pick<Request, 'headers'>;

/** A code or a passkey that is right. `use` uses it up, in a transaction: false when that was done meanwhile. */
export interface Proof {
  userId: string;
  factor: 'totp' | 'recovery-code' | 'passkey';
  use: (trx: Kysely<Tables>) => Promise<boolean>;
  refuse: () => Refused;
}

/** The account of an event: its id, or the e-mail address that somebody claims. */
type Subject = Partial<Record<'userId' | 'email' | 'factor' | 'role', string | undefined>>;

export function createGuard(kysely: Kysely<Tables>, { limits, security, log }: AccessOptions) {
  const countersFor = (name: Limited, { headers }: Caller, { email, userId }: Subject) =>
    countersOf(name, subnetOf(headers.get(CLIENT_ADDRESS)), email ?? userId ?? null);

  async function attempt<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await work();
    } catch (error) {
      // The account was deleted after it was found.
      if (isOfNobody(error)) return NOT_A_CUSTOMER;
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'identity: the database is away');
      return UNAVAILABLE;
    }
  }

  const write = <T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => transact(kysely, work);

  return {
    attempt,
    write,
    /** An attempt with a form that its schema parses. */
    submit<Form, T>(schema: ZodType<Form>, fields: unknown, work: (form: Form) => Promise<Outcome<T>>) {
      const form = parseBy(schema, fields);
      return attempt<T>(async () => (form.ok ? work(form.value) : { ...form, status: 400 }));
    },
    async spend(checked: Outcome<Proof>): Promise<Outcome<void>> {
      if (!checked.ok) return checked;
      return (await write(checked.value.use)) ? done(undefined) : checked.value.refuse();
    },
    /** Counts a request; the refusal, when there are too many. */
    async count(name: Limited, caller: Caller, subject: Subject = {}) {
      const { network, here, everywhere, underAttack } = countersFor(name, caller, subject);
      let wait = (await limits?.count([network, ...here])) ?? 0;
      if (wait === 0) {
        wait = (await limits?.count(everywhere)) ?? 0;
        if (wait > 0 && underAttack.length > 0) wait = (await limits?.count(underAttack)) ?? 0;
      }
      if (wait === 0) return null;
      const address = caller.headers.get(CLIENT_ADDRESS);
      security.log('warn', { event: 'locked-out', request: name, address, ...subject });
      return refused(429, { code: 'too-many-attempts', seconds: wait }, { retryAfter: wait });
    },
    /** Forgets what was counted for an account. */
    async reset(name: Limited, caller: Caller, subject: Subject): Promise<void> {
      const { network: _, ...ofAccount } = countersFor(name, caller, subject);
      const counters = Object.values(ofAccount).flat();
      await limits?.reset(counters.map(({ key }) => key));
    },
    /** The good answer, with an entry in the security log. */
    succeed<T>(event: string, { headers }: Caller, value: T, subject: Subject) {
      security.log('info', { event, address: headers.get(CLIENT_ADDRESS), ...subject });
      return done(value);
    },
    /** Refuses, with a warning in the security log. */
    fail(event: string, { headers }: Caller, refusal: Refused, subject: Subject = {}): Refused {
      security.log('warn', { event, address: headers.get(CLIENT_ADDRESS), ...subject, code: refusal.reason.code });
      return refusal;
    },
  };
}

/** An account is counted with the network, and alone with a much higher limit: nobody can lock its owner out. */
interface Limits {
  /** All requests of one network. A mobile provider can have a whole neighbourhood behind one address. */
  perNetwork: Limit;
  perNetworkAndAccount?: Limit;
  perAccount?: Limit;
  /** When others have used `perAccount` up: what one new network may still try, and all of them together. */
  underAttack?: Record<'perNetworkAndAccount' | 'perAccount', Limit>;
}

const limit = (max: number, minutes: number): Limit => ({ max, seconds: minutes * 60 });

/** The counters of the account count failures: a successful login resets them. */
const LOGIN: Limits = {
  perNetwork: limit(100, 5),
  perNetworkAndAccount: limit(10, 5),
  perAccount: limit(200, 60),
  underAttack: { perNetworkAndAccount: limit(3, 60), perAccount: limit(1_000, 60) },
};
/** Counted for the signed-in account only, so that nobody else can use up its limit. */
const CURRENT_PASSWORD: Limits = { perNetwork: limit(100, 5), perAccount: limit(10, 15) };
const LINK: Limits = { perNetwork: limit(50, 15) };

const LIMITS = {
  'sign-in': LOGIN,
  'operator-sign-in': LOGIN,
  'sign-up': { perNetwork: limit(100, 10), perNetworkAndAccount: limit(20, 10), perAccount: limit(200, 60) },
  /** Each sends a mail. */
  'request-reset': { perNetwork: limit(50, 15), perNetworkAndAccount: limit(5, 15), perAccount: limit(40, 24 * 60) },
  reset: LINK,
  'operator-invitation': LINK,
  'change-password': CURRENT_PASSWORD,
  'operator-password': CURRENT_PASSWORD,
  /** The network's requests only: who will log in is known by the answer, whose signature nobody can guess. */
  'operator-passkey': { perNetwork: limit(100, 5) },
  /** Guesses of a code by somebody who has the password: a short window, and a whole day. */
  'operator-code': { perNetwork: limit(100, 5), perAccount: limit(5, 5) },
  'operator-code-daily': { perNetwork: limit(100, 5), perAccount: limit(50, 24 * 60) },
} satisfies Record<string, Limits>;

type Limited = keyof typeof LIMITS;

/** The counters of a request: of its network, then of the account; the last ones count when only that is used up. */
function countersOf(name: Limited, network: string, account: string | null) {
  const { perNetwork, perNetworkAndAccount, perAccount, underAttack }: Limits = LIMITS[name];
  const counter = (limit: Limit | undefined, ...parts: string[]): Counter[] =>
    limit && account !== null ? [{ key: limitKey(name, ...parts, account), limit }] : [];
  return {
    network: { key: limitKey(name, 'network', network), limit: perNetwork },
    here: counter(perNetworkAndAccount, 'here', network),
    everywhere: counter(perAccount, 'everywhere'),
    underAttack: [
      ...counter(underAttack?.perNetworkAndAccount, 'attack', network),
      ...counter(underAttack?.perAccount, 'attack'),
    ],
  };
}
