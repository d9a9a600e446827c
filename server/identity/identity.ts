/**
 * Who is who: registering, signing in and out, new passwords. The work is the identity library's; this is the door to
 * it, the same for the library's own endpoints (`/api/auth/*`) and for the shop's forms: what may pass, how often, and
 * in which words it is refused (product §5).
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { CUSTOMER_ROLE } from '../../domain/account.ts';
import type { Database } from '../db/connect.ts';
import { isUnavailable } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { networkOf } from '../http/network.ts';
import {
  AWAY,
  CLOSED,
  type Refusal,
  SIGNED_OUT,
  WRONG_METHOD,
  WRONG_PASSWORD,
  alreadyRegistered,
  noUserWithEmail,
  notACustomer,
  refusalOf,
  refuse,
  tooMany,
  withoutToken,
} from './answers.ts';
import { readFields } from './body.ts';
import { CLIENT_ADDRESS } from './client-address.ts';
import { type Accepted, ENDPOINTS, type Endpoint, type EndpointName, type Fields, countersOf } from './endpoints.ts';
import type { Library } from './library.ts';
import { type Session, type Viewer, createSessions } from './sessions.ts';
import type { Mail } from '../mail/mail.ts';
import { passwordResetEmail } from '../mail/reset-template.ts';
import { hashPassword, passwordFault } from './passwords.ts';
import { type Counter, type RateLimits, sweepRateLimits } from './rate-limits.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Settings } from '../settings.ts';

export type { Viewer } from './sessions.ts';

/** The request that a form came with: its cookie, and the network address for the limits (`CLIENT_ADDRESS`). */
type Caller = Pick<Request, 'headers'>;

/** What became of a form. On success `headers` hold the cookies to be set. */
export type SignOutcome = { ok: true; headers: Headers } | ({ ok: false } & Refusal);

export interface Identity {
  /** Answers a request under /api/auth. Refusals are problems (RFC 9457) with the library's `code` and `message`. */
  handle(request: Request): Promise<Response>;
  /** Whose session a request's cookie is: one query, none without a cookie. */
  viewer(headers: Headers): Promise<Viewer | null>;
  /** The same, with the session's end. */
  session(headers: Headers): Promise<Session | null>;
  signIn(form: { email: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Makes an account and signs in. */
  register(form: { name: string; email: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Ends all sessions whose cookies the caller sends, or all of that customer's; the headers clear the cookie. */
  signOut(caller: Caller, which?: { everywhere: boolean }): Promise<SignOutcome>;
  /** Sends the link to a new password. */
  requestReset(form: { email: string }, caller: Caller): Promise<SignOutcome>;
  /** Sets a new password by the token of such a link, once, and ends all of the account's sessions. */
  resetPassword(form: { token: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Sets another password for whoever asks and knows the current one; of their sessions only this one stays, under a new cookie. */
  changePassword(form: { current: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Ends all of a person's sessions, of which their open pages hear; within a transaction pass its handle. */
  endSessions(userId: string, executor?: Kysely<Tables>): Promise<void>;
}

export interface IdentityOptions {
  database: Database;
  settings: Pick<Settings, 'publicUrl' | 'shopName' | 'shopPhone'>;
  /** Signs sessions; see data-dir/secrets.ts. */
  secret: string;
  mail: Pick<Mail, 'enqueue'>;
  /** Null: no rate limits. */
  limits: Pick<RateLimits, 'count' | 'forget'> | null;
  security: SecurityLog;
  log: Logger;
}

const BASE = '/api/auth';
const SWEEP_MS = 60 * 60 * 1000;

/** What is asked by a session's cookie. */
const OF_A_SESSION: ReadonlySet<EndpointName> = new Set(['sign-out', 'get-session', 'change-password']);

/** What became of a request. */
type Attempt = { response: Response; refusal?: undefined } | { response?: undefined; refusal: Refusal };

/** Whom a request is about. */
type Person = Pick<Viewer, 'id' | 'email' | 'name' | 'role'>;

/** Opens the door. */
export function createIdentity(options: IdentityOptions): Identity {
  const { settings, secret, mail, limits, security, log } = options;
  const { kysely } = options.database;
  const { publicUrl } = settings;
  const sessions = createSessions(kysely, { publicUrl, secret });
  let library: Promise<Library> | undefined;
  let sweptAt = 0;

  function openLibrary(): Promise<Library> {
    library ??= import('./library.ts').then((module) =>
      module.openLibrary({ kysely, publicUrl, secret, log, sendReset: (user, token) => sendReset(user, token) }),
    );
    return library;
  }

  async function sendReset(user: { email: string }, token: string): Promise<void> {
    const { RESET_MINUTES } = await import('./library.ts');
    const link = { url: `${publicUrl}/user/reset-password/${token}`, minutes: RESET_MINUTES };
    const sender = { name: settings.shopName, phone: settings.shopPhone, url: publicUrl };
    await mail.enqueue(kysely, passwordResetEmail(user.email, link, sender));
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

  /** The way of every request: its fields are read, it is counted, it is known whom it is about, it is done, the log has it. */
  async function admit(endpoint: Endpoint, fields: Fields, { headers }: Caller): Promise<Response> {
    const { name, events } = endpoint;
    const accepted = endpoint.read(fields);
    if ('status' in accepted) return refuse(accepted);
    const session = OF_A_SESSION.has(name) ? await sessions.find(headers) : null;
    const viewer = session?.viewer ?? null;
    if (viewer === null && name === 'get-session') return Response.json(null);
    if (viewer === null && name === 'change-password') return refuse(SIGNED_OUT);

    const address = headers.get(CLIENT_ADDRESS);
    const counters = countersOf(endpoint, networkOf(address), viewer?.id ?? accepted.account);
    const claim = { address, userId: viewer?.id, email: accepted.account };
    const wait = await count(counters);
    if (wait > 0) {
      security.note('warn', { event: 'locked-out', request: name, ...claim });
      return refuse(tooMany(wait));
    }

    const person = viewer ?? (await personOf(accepted));
    const { response, refusal } = await attempt({ endpoint, accepted, headers, session, person });
    if (refusal) {
      const userId = person?.id;
      if (events) security.note('warn', { event: events.refused, ...claim, userId, code: refusal.code });
      return refuse(refusal);
    }
    if (name === 'sign-in') await limits?.forget(counters.slice(1).map(({ key }) => key));
    // Whoever registers has an id only now.
    const userId = (person ?? (events ? await personOf(accepted) : null))?.id;
    if (events) security.note('info', { event: events.done, ...claim, userId });
    if (accepted.everywhere && userId !== undefined) security.note('info', { event: 'logout-everywhere', ...claim });
    return response;
  }

  async function attempt(asked: Asked): Promise<Attempt> {
    const { endpoint, accepted, headers, session, person } = asked;
    const { name } = endpoint;
    const unfit = unfitAccount(name, accepted.account, person) ?? (await unfitPassword(accepted, person));
    if (unfit) return { refusal: unfit };
    if (accepted.everywhere && person) await sessions.endAll(person.id);
    if (name === 'sign-out') await sessions.end(headers);
    // Registering is one transaction, and hashing within it would keep the embedded database from everyone.
    const hash = name === 'sign-up' && accepted.newPassword ? await hashPassword(accepted.newPassword) : undefined;
    // Of a session that has just ended it has nothing to look for; it only clears the cookie.
    const cookie = name === 'sign-out' ? undefined : session?.cookie;
    const response = await (await openLibrary()).handle(libraryRequest(endpoint, accepted, cookie), hash);
    const refusal = await refusalOf(response);
    if (!refusal) {
      // Whoever was signed in here is not any longer.
      if (name === 'sign-in' || name === 'sign-up') await sessions.end(headers);
      if (person && (name === 'reset' || name === 'change-password')) await afterNewPassword(person);
      return { response };
    }
    // Somebody else was registering the same address at the same moment.
    if (name === 'sign-up' && (await personOf(accepted))) return { refusal: alreadyRegistered() };
    return { refusal: name === 'change-password' && refusal.code === WRONG_PASSWORD.code ? WRONG_PASSWORD : refusal };
  }

  /** Links to a new password that were asked for before work no longer; pages of the sessions that have ended hear of it. */
  async function afterNewPassword({ id }: Person): Promise<void> {
    await kysely.deleteFrom('verifications').where('value', '=', id).execute();
    await notify(kysely, 'profile', id);
  }

  async function count(counters: readonly Counter[]): Promise<number> {
    if (counters.length === 0) return 0;
    if (Date.now() - sweptAt > SWEEP_MS) await sweep();
    return (await limits?.count(counters)) ?? 0;
  }

  /** Forgets what is over: counters, sessions, links. Once an hour, by whoever comes. */
  async function sweep(): Promise<void> {
    sweptAt = Date.now();
    try {
      await sweepRateLimits(kysely);
      await kysely.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
      await kysely.deleteFrom('verifications').where('expires_at', '<', new Date()).execute();
    } catch (error) {
      log.warn({ err: error }, 'old sessions could not be cleared away');
    }
  }

  /** Whose account an e-mail address or a link's token means. */
  async function personOf({ account, body }: Accepted): Promise<Person | null> {
    const users = kysely.selectFrom('users').select(['id', 'email', 'name', 'role']);
    if (account !== null) return (await users.where('email', '=', account).executeTakeFirst()) ?? null;
    if (typeof body.token !== 'string') return null;
    const id = await (await openLibrary()).ownerOfReset(body.token);
    return id === null ? null : ((await users.where('id', '=', id).executeTakeFirst()) ?? null);
  }

  async function unfitPassword({ newPassword, account, body }: Accepted, person: Person | null) {
    if (newPassword === undefined) return null;
    const { hostname } = new URL(publicUrl);
    const about = [settings.shopName, hostname, person?.email ?? account, person?.name ?? body.name];
    const known = about.filter((text): text is string => typeof text === 'string');
    const wrong = await passwordFault(newPassword, known);
    return wrong ? { status: 400, ...wrong } : null;
  }

  /** The library is asked in the shop's own name: who asks was checked on the way here. */
  function libraryRequest({ method, path }: Endpoint, { body }: Accepted, cookie: string | undefined): Request {
    return new Request(`${publicUrl}${BASE}${path}`, {
      method,
      headers: {
        origin: publicUrl,
        ...(cookie === undefined ? {} : { cookie }),
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
    session: sessions.find,
    async viewer(headers) {
      return (await sessions.find(headers))?.viewer ?? null;
    },
    signIn: (form, caller) => submit('sign-in', form, caller),
    register: (form, caller) => submit('sign-up', form, caller),
    signOut: (caller, { everywhere } = { everywhere: false }) => submit('sign-out', { everywhere }, caller),
    requestReset: (form, caller) => submit('request-reset', form, caller),
    resetPassword: ({ token, password }, caller) => submit('reset', { token, newPassword: password }, caller),
    changePassword: ({ current, password }, caller) =>
      submit('change-password', { currentPassword: current, newPassword: password }, caller),
    endSessions: sessions.endAll,
  };
}

/** A request whose fields were read and counted. */
interface Asked {
  endpoint: Endpoint;
  accepted: Accepted;
  headers: Headers;
  session: Session | null;
  person: Person | null;
}

/** Why an account must not be there yet, or must be, and a customer's (product §5). */
function unfitAccount(name: EndpointName, email: string | null, person: Person | null): Refusal | null {
  if (email === null) return null;
  if (name === 'sign-up') return person ? alreadyRegistered() : null;
  if (person?.role === CUSTOMER_ROLE) return null;
  return name === 'sign-in' ? notACustomer() : noUserWithEmail();
}
