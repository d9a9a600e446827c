/**
 * Who is who: registering, signing in and out, new passwords. The work is the identity library's; this is the door to
 * it, the same for the library's own endpoints (`/api/auth/*`) and for the shop's forms: what may pass, how often, and
 * in which words it is refused (product §5).
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { CUSTOMER_ROLE } from '../domain/account.ts';
import type { Database } from './db/connect.ts';
import { isUnavailable } from './db/faults.ts';
import type { Tables } from './db/tables.ts';
import {
  type Refusal,
  alreadyRegistered,
  noUserWithEmail,
  notACustomer,
  refusalOf,
  refuse,
  withoutToken,
} from './identity/answers.ts';
import { readFields } from './identity/body.ts';
import { CLIENT_ADDRESS } from './identity/client-address.ts';
import {
  type Accepted,
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  type Fields,
  LONGEST_LIMIT_SECONDS,
} from './identity/endpoints.ts';
import type { Library } from './identity/library.ts';
import { createRateLimits, sweepRateLimits } from './identity/limits.ts';
import { sessionCookie, sessionCookieName } from './identity/session-cookie.ts';
import type { Mail } from './mail.ts';
import { resetLetter } from './mail/reset-letter.ts';
import { hashPassword } from './passwords.ts';
import type { Settings } from './settings.ts';

/** A signed-in customer. */
export interface Viewer {
  id: string;
  email: string;
  name: string;
  /** Always 'user': nobody else is let in. */
  role: string;
}

/** The request that a form came with: its cookie, and the network address for the limits (`CLIENT_ADDRESS`). */
type Caller = Pick<Request, 'headers'>;

/** What became of a form. On success `headers` hold the cookies to be set. */
export type SignOutcome = { ok: true; headers: Headers } | ({ ok: false } & Refusal);

export interface Identity {
  /** Answers a request under /api/auth. Refusals are problems (RFC 9457) with the library's `code` and `message`. */
  handle(request: Request): Promise<Response>;
  /** Whose session a request's cookie is: one query, none without a cookie. */
  viewer(headers: Headers): Promise<Viewer | null>;
  signIn(form: { email: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Makes an account and signs in. */
  register(form: { name: string; email: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Ends the caller's session, if there is one; the headers clear its cookie. */
  signOut(caller: Caller): Promise<{ headers: Headers }>;
  /** Sends the link to a new password. */
  requestReset(form: { email: string }, caller: Caller): Promise<SignOutcome>;
  /** Sets a new password by the token of such a link, once, and ends all of the account's sessions. */
  resetPassword(form: { token: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Ends all of a person's sessions; within a transaction pass its handle. */
  endSessions(userId: string, executor?: Kysely<Tables>): Promise<void>;
}

export interface IdentityOptions {
  database: Database;
  settings: Pick<Settings, 'publicUrl' | 'shopName' | 'shopPhone' | 'rateLimit'>;
  /** Signs sessions; see secrets.ts. */
  secret: string;
  mail: Pick<Mail, 'enqueue'>;
  log: Logger;
}

const BASE = '/api/auth';
const SWEEP_MS = 60 * 60 * 1000;

/** Opens the door. */
export function createIdentity({ database, settings, secret, mail, log }: IdentityOptions): Identity {
  const { kysely } = database;
  const { publicUrl } = settings;
  const cookieName = sessionCookieName(publicUrl);
  const limits = createRateLimits(kysely);
  let library: Promise<Library> | undefined;
  let sweptAt = 0;

  function openLibrary(): Promise<Library> {
    library ??= import('./identity/library.ts').then((module) =>
      module.openLibrary({ kysely, publicUrl, secret, log, sendReset: (user, token) => sendReset(user, token) }),
    );
    return library;
  }

  async function sendReset(user: { email: string; name: string }, token: string): Promise<void> {
    const { RESET_MINUTES } = await import('./identity/library.ts');
    const link = { url: `${publicUrl}/user/reset-password/${token}`, minutes: RESET_MINUTES };
    const sender = { name: settings.shopName, phone: settings.shopPhone, url: publicUrl };
    await mail.enqueue(kysely, resetLetter(user, link, sender));
  }

  /** Does what is asked, or says that the database is away. */
  async function perform(endpoint: Endpoint, fields: Fields, caller: Caller): Promise<Response> {
    try {
      return await admit(endpoint, fields, caller);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'identity: the database is away');
      return refuse(AWAY);
    }
  }

  /** The way of every request: its fields are read, it is counted, it is known whom it is about, the library does it. */
  async function admit(endpoint: Endpoint, fields: Fields, { headers }: Caller): Promise<Response> {
    const accepted = endpoint.read(fields);
    if ('status' in accepted) return refuse(accepted);
    const wait = await count(endpoint, accepted, headers.get(CLIENT_ADDRESS));
    if (wait > 0) return refuse(tooMany(wait));
    if (endpoint.name === 'get-session' && (await viewer(headers)) === null) return Response.json(null);
    const unfit = await accountFault(endpoint.name, accepted.account);
    if (unfit) return refuse(unfit);
    const passwordHash = accepted.newPassword && (await hashPassword(accepted.newPassword));
    const response = await (await openLibrary()).handle(libraryRequest(endpoint, accepted, headers), passwordHash);
    const refusal = await refusalOf(response);
    if (refusal === null) {
      if (endpoint.name === 'sign-in' && accepted.account !== null) await limits.forget('sign-in', accepted.account);
      return response;
    }
    // Somebody else was registering the same address at the same moment.
    return refuse((endpoint.name === 'sign-up' && (await accountFault('sign-up', accepted.account))) || refusal);
  }

  async function count({ name, limits: allowed }: Endpoint, { account }: Accepted, address: string | null) {
    if (!allowed) return 0;
    if (Date.now() - sweptAt > SWEEP_MS) await sweep();
    if (!settings.rateLimit) return 0;
    return limits.count({ kind: name, limits: allowed, address, account });
  }

  /** Forgets what is over: counters, sessions, links. Once an hour, by whoever comes. */
  async function sweep(): Promise<void> {
    sweptAt = Date.now();
    try {
      await sweepRateLimits(kysely, LONGEST_LIMIT_SECONDS);
      await kysely.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
      await kysely.deleteFrom('verifications').where('expires_at', '<', new Date()).execute();
    } catch (error) {
      log.warn({ err: error }, 'old sessions could not be cleared away');
    }
  }

  /** Why nobody, or somebody, must have an address already. */
  async function accountFault(name: EndpointName, email: string | null): Promise<Refusal | null> {
    if (email === null) return null;
    const user = await kysely.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst();
    if (name === 'sign-up') return user ? alreadyRegistered() : null;
    if (user?.role === CUSTOMER_ROLE) return null;
    return name === 'sign-in' ? notACustomer() : noUserWithEmail();
  }

  /** The library is asked in the shop's own name: who asks was checked on the way here. */
  function libraryRequest({ method, path }: Endpoint, { body }: Accepted, headers: Headers): Request {
    const cookie = sessionCookie(headers.get('cookie'), cookieName, secret);
    return new Request(`${publicUrl}${BASE}${path}`, {
      method,
      headers: {
        origin: publicUrl,
        ...(cookie === null ? {} : { cookie: cookie.pair }),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      body: method === 'POST' ? JSON.stringify(body) : null,
    });
  }

  async function submit(name: EndpointName, fields: Fields, caller: Caller): Promise<SignOutcome> {
    const endpoint = ENDPOINTS.find((endpoint) => endpoint.name === name);
    if (!endpoint) throw new Error(`there is no endpoint ${name}`);
    const response = await perform(endpoint, fields, caller);
    const refusal = await refusalOf(response);
    if (refusal) {
      const retryAfter = Number(response.headers.get('retry-after') ?? 0);
      return { ok: false, ...refusal, ...(retryAfter > 0 ? { retryAfter } : {}) };
    }
    const headers = new Headers();
    for (const cookie of response.headers.getSetCookie()) headers.append('Set-Cookie', cookie);
    return { ok: true, headers };
  }

  async function viewer(headers: Headers): Promise<Viewer | null> {
    const cookie = sessionCookie(headers.get('cookie'), cookieName, secret);
    if (cookie === null) return null;
    const found = await kysely
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['users.id', 'users.email', 'users.name', 'users.role'])
      .where('sessions.token', '=', cookie.token)
      .where('sessions.expires_at', '>', new Date())
      .where('users.role', '=', CUSTOMER_ROLE)
      .executeTakeFirst();
    return found ?? null;
  }

  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const path = pathname.startsWith(`${BASE}/`) ? pathname.slice(BASE.length) : '';
      const known = ENDPOINTS.filter((endpoint) => endpoint.path === path);
      const endpoint = known.find(({ method }) => method === request.method);
      if (!endpoint) {
        const [other] = known;
        return refuse(other ? { ...WRONG_METHOD, allow: other.method } : CLOSED);
      }
      const read = endpoint.method === 'GET' ? { fields: {} } : await readFields(request);
      if ('status' in read) return refuse(read);
      const answer = await perform(endpoint, read.fields, request);
      const response = answer.ok ? await withoutToken(answer) : answer;
      response.headers.set('Cache-Control', 'no-store');
      return response;
    },
    viewer,
    signIn: (form, caller) => submit('sign-in', form, caller),
    register: (form, caller) => submit('sign-up', form, caller),
    async signOut(caller) {
      const outcome = await submit('sign-out', {}, caller);
      if (!outcome.ok) throw new Error(`signing out: ${outcome.message}`);
      return outcome;
    },
    requestReset: (form, caller) => submit('request-reset', form, caller),
    resetPassword: ({ token, password }, caller) => submit('reset', { token, newPassword: password }, caller),
    async endSessions(userId, executor = kysely) {
      await executor.deleteFrom('sessions').where('user_id', '=', userId).execute();
    },
  };
}

const AWAY: Refusal = {
  status: 503,
  code: 'UNAVAILABLE',
  message: 'The shop cannot do that just now. Please try again in a moment.',
  retryAfter: 2,
};
const CLOSED: Refusal = { status: 404, code: 'NOT_FOUND', message: 'There is no such endpoint.' };
const WRONG_METHOD: Refusal = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'This endpoint takes another method.',
};

function tooMany(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const message = `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
  return { status: 429, code: 'TOO_MANY_REQUESTS', message, retryAfter: seconds };
}
