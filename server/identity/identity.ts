/** Checks requests before the identity library gets them, of `/api/auth/*` and of forms alike: fields, limits, refusals (product §5). */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { CUSTOMER_ROLE } from '../../domain/account.ts';
import { type Language, localPath, PAGE_LANGUAGE, parseLanguage } from '../../domain/language.ts';
import type { Database } from '../db/connect.ts';
import { isOfNobody, isUnavailable } from '../db/errors.ts';
import { notify } from '../db/notify.ts';
import type { Tables } from '../db/tables.ts';
import { subnetOf } from '../http/subnet.ts';
import {
  DATABASE_UNAVAILABLE,
  NO_SUCH_ENDPOINT,
  type Refusal,
  NOT_SIGNED_IN,
  WRONG_METHOD,
  WRONG_PASSWORD,
  alreadyRegistered,
  noUserWithEmail,
  notACustomer,
  refusalOf,
  tooMany,
  withoutToken,
} from './refusals.ts';
import { readFields } from './body.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import { type Accepted, ENDPOINTS, type Endpoint, type EndpointName, type Fields, countersOf } from './endpoints.ts';
import type { Library } from './library.ts';
import { type Session, type Viewer, createSessions } from './sessions.ts';
import type { Mail } from '../mail/mail.ts';
import { passwordResetEmail } from '../mail/reset-template.ts';
import { PASSWORD_COST, type PasswordCost, hashPassword, passwordError } from './passwords.ts';
import { type Counter, type RateLimits, sweepRateLimits } from '../limits/rate-limits.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Settings } from '../settings.ts';

export type { Viewer } from './sessions.ts';

type Caller = Pick<Request, 'headers'>;

/** The result of a form. On success `headers` set the cookies. */
export type SignOutcome = { ok: true; headers: Headers } | ({ ok: false } & Refusal);

export interface Identity {
  handle(request: Request): Promise<Response | Refusal>;
  /** The signed-in customer of a request's cookie: one query, or none without a cookie. */
  viewer(headers: Headers): Promise<Viewer | null>;
  session(headers: Headers): Promise<Session | null>;
  signIn(form: { email: string; password: string }, caller: Caller): Promise<SignOutcome>;
  register(form: { name: string; email: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Ends all sessions whose cookies the caller sends, or all of that customer's; the headers clear the cookie. */
  signOut(caller: Caller, which?: { everywhere: boolean }): Promise<SignOutcome>;
  requestReset(form: { email: string }, caller: Caller): Promise<SignOutcome>;
  /** Sets a new password with the token of such a link, once, and ends all sessions of the account. */
  resetPassword(form: { token: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Changes the password of the caller, who must know the current one. All other sessions end; this one gets a new cookie. */
  changePassword(form: { current: string; password: string }, caller: Caller): Promise<SignOutcome>;
  /** Ends all sessions of a user and notifies their open pages. Inside a transaction pass its handle. */
  endSessions(userId: string, executor?: Kysely<Tables>): Promise<void>;
}

export interface IdentityOptions {
  database: Database;
  settings: Pick<Settings, 'publicUrl' | 'shopName' | 'shopPhone'>;
  secret: string;
  mail: Pick<Mail, 'enqueue'>;
  limits: Pick<RateLimits, 'count' | 'reset'> | null;
  security: SecurityLog;
  log: Logger;
  passwordCost?: PasswordCost;
}

const BASE = '/api/auth';
const SWEEP_MS = 60 * 60 * 1000;

const SESSION_ENDPOINTS: ReadonlySet<EndpointName> = new Set(['sign-out', 'get-session', 'change-password']);

type Result = { response: Response; refusal?: undefined } | { response?: undefined; refusal: Refusal };

type User = Viewer;

export function createIdentity(options: IdentityOptions): Identity {
  const { settings, secret, mail, limits, security, log, passwordCost = PASSWORD_COST } = options;
  const { kysely } = options.database;
  const { publicUrl } = settings;
  const sessions = createSessions(kysely, { publicUrl, secret });
  let library: Promise<Library> | undefined;
  let sweptAt = 0;

  function openLibrary(): Promise<Library> {
    library ??= import('./library.ts').then((module) =>
      module.openLibrary({
        kysely,
        publicUrl,
        secret,
        log,
        passwordCost,
        sendReset,
      }),
    );
    return library;
  }

  async function sendReset({ email, language }: { email: string; language: Language }, token: string): Promise<void> {
    const { RESET_MINUTES } = await import('./library.ts');
    const url = publicUrl + localPath(language, `/user/reset-password/${token}`);
    const sender = { name: settings.shopName, phone: settings.shopPhone, url: publicUrl };
    await mail.enqueue(kysely, passwordResetEmail({ to: email, language }, { url, minutes: RESET_MINUTES }, sender));
  }

  async function respond(endpoint: Endpoint, fields: Fields, caller: Caller): Promise<Response | Refusal> {
    try {
      return await processRequest(endpoint, fields, caller);
    } catch (error) {
      // The account was deleted after it was found.
      if (isOfNobody(error)) return notACustomer();
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'identity: the database is away');
      return DATABASE_UNAVAILABLE;
    }
  }

  async function processRequest(endpoint: Endpoint, fields: Fields, { headers }: Caller): Promise<Response | Refusal> {
    const { name, events } = endpoint;
    const accepted = endpoint.read(fields);
    if ('status' in accepted) return accepted;
    const session = SESSION_ENDPOINTS.has(name) ? await sessions.find(headers) : null;
    const viewer = session?.viewer ?? null;
    if (viewer === null && name === 'get-session') return Response.json(null);
    if (viewer === null && name === 'change-password') return NOT_SIGNED_IN;

    const address = headers.get(CLIENT_ADDRESS);
    const counters = countersOf(endpoint, subnetOf(address), viewer?.id ?? accepted.account);
    const claim = { address, userId: viewer?.id, email: accepted.account };
    const wait = await count(counters);
    if (wait > 0) {
      security.log('warn', { event: 'locked-out', request: name, ...claim });
      return tooMany(wait);
    }

    const user = viewer ?? (await userOf(accepted));
    const { response, refusal } = await execute({ endpoint, accepted, headers, session, user });
    if (refusal) {
      const userId = user?.id;
      if (events) security.log('warn', { event: events.refused, ...claim, userId, code: refusal.code });
      return refusal;
    }
    if (name === 'sign-in') await limits?.reset(counters.slice(1).map(({ key }) => key));
    // A new account has an id only now.
    const userId = (user ?? (events ? await userOf(accepted) : null))?.id;
    if (events) security.log('info', { event: events.done, ...claim, userId });
    if (accepted.everywhere && userId !== undefined) security.log('info', { event: 'logout-everywhere', ...claim });
    return response;
  }

  async function execute(checked: CheckedRequest): Promise<Result> {
    const { endpoint, accepted, headers, session, user } = checked;
    const { name } = endpoint;
    const invalid = accountRefusal(name, accepted.account, user) ?? (await passwordRefusal(accepted, user));
    if (invalid) return { refusal: invalid };
    if (accepted.everywhere && user) await sessions.endAll(user.id);
    if (name === 'sign-out') await sessions.end(headers);
    // Hash before the registration's transaction, so that waiting for the hash takes no connection.
    const hash =
      name === 'sign-up' && accepted.newPassword ? await hashPassword(accepted.newPassword, passwordCost) : undefined;
    // The session has just ended, so the library need not find it; it only clears the cookie.
    const cookie = name === 'sign-out' ? undefined : session?.cookie;
    const language = parseLanguage(headers.get(PAGE_LANGUAGE)) ?? user?.language ?? 'en';
    const request = libraryRequest(endpoint, accepted, cookie);
    const response = await (await openLibrary()).handle(request, { passwordHash: hash, language });
    const refusal = await refusalOf(response);
    if (!refusal) {
      // The login replaces the session that this browser had before.
      if (name === 'sign-in' || name === 'sign-up') await sessions.end(headers);
      if (user && (name === 'reset' || name === 'change-password')) await afterNewPassword(user);
      return { response };
    }
    // Another request registered the same address at the same moment.
    if (name === 'sign-up' && (await userOf(accepted))) return { refusal: alreadyRegistered() };
    return { refusal: name === 'change-password' && refusal.code === WRONG_PASSWORD.code ? WRONG_PASSWORD : refusal };
  }

  /** Deletes older reset links, which must no longer work, and notifies the pages of the ended sessions. */
  async function afterNewPassword({ id }: User): Promise<void> {
    await kysely.deleteFrom('verifications').where('value', '=', id).execute();
    await notify(kysely, 'profile', id);
  }

  async function count(counters: readonly Counter[]): Promise<number> {
    if (counters.length === 0) return 0;
    if (Date.now() - sweptAt > SWEEP_MS) await sweep();
    return (await limits?.count(counters)) ?? 0;
  }

  /** Deletes expired counters, sessions and links; at most once an hour, during some request. */
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

  async function userOf({ account, body }: Accepted): Promise<User | null> {
    const users = kysely.selectFrom('users').select(['id', 'email', 'name', 'role', 'language']);
    if (account !== null) return (await users.where('email', '=', account).executeTakeFirst()) ?? null;
    if (typeof body.token !== 'string') return null;
    const id = await (await openLibrary()).userOfResetToken(body.token);
    return id === null ? null : ((await users.where('id', '=', id).executeTakeFirst()) ?? null);
  }

  async function passwordRefusal({ newPassword, account, body }: Accepted, user: User | null) {
    if (newPassword === undefined) return null;
    const { hostname } = new URL(publicUrl);
    const about = [settings.shopName, hostname, user?.email ?? account, user?.name ?? body.name];
    const known = about.filter((text): text is string => typeof text === 'string');
    const wrong = await passwordError(newPassword, known);
    return wrong ? { status: 400, ...wrong } : null;
  }

  /** The request for the library. Its origin is the shop's own, because the real origin was checked before. */
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
    const response = await respond(endpoint, fields, caller);
    if (!(response instanceof Response)) return { ok: false, ...response };
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
        return other ? { ...WRONG_METHOD, allow: other.method } : NO_SUCH_ENDPOINT;
      }
      const read = endpoint.method === 'GET' ? { fields: {} } : await readFields(request);
      if ('status' in read) return read;
      const answer = await respond(endpoint, read.fields, request);
      if (!(answer instanceof Response)) return answer;
      const response = await withoutToken(answer);
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

interface CheckedRequest {
  endpoint: Endpoint;
  accepted: Accepted;
  headers: Headers;
  session: Session | null;
  user: User | null;
}

/** Why the account must not exist, or must exist and be a customer's (product §5). */
function accountRefusal(name: EndpointName, email: string | null, user: User | null): Refusal | null {
  if (email === null) return null;
  if (name === 'sign-up') return user ? alreadyRegistered() : null;
  if (user?.role === CUSTOMER_ROLE) return null;
  return name === 'sign-in' ? notACustomer() : noUserWithEmail();
}
