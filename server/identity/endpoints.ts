/**
 * The library's endpoints that the shop serves, and what it lets through to them: the rules of product §5 hold here,
 * for the forms and for programs alike. Every other endpoint of the library is closed.
 */
import { accountEmail } from '../../domain/account.ts';
import { FIELD_LIMITS, isEmail } from '../../domain/contact.ts';
import { required, tooLong } from '../../domain/messages.ts';
import { characters, cleanText, isBlank } from '../../domain/text.ts';
import { type Counter, type Limit, limitKey } from './rate-limits.ts';
import { type Refusal, WRONG_PASSWORD } from './answers.ts';

/** Fields of a request's JSON body, unread. */
export type Fields = Readonly<Record<string, unknown>>;

/** A body as the library gets it, and the e-mail address it is about. */
export interface Accepted {
  body: Record<string, string | boolean>;
  account: string | null;
  /** The password that is to be set: not yet looked at. */
  newPassword?: string;
  /** Whether all sessions of whoever asks are to end. */
  everywhere?: boolean;
}

export type EndpointName =
  | 'sign-in'
  | 'sign-up'
  | 'sign-out'
  | 'get-session'
  | 'request-reset'
  | 'reset'
  | 'change-password';

export interface Endpoint {
  name: EndpointName;
  method: 'GET' | 'POST';
  /** Under /api/auth. */
  path: string;
  limits?: Limits;
  /** The security log's words for a request that was granted or refused. */
  events?: { done: string; refused: string };
  /** What is wrong with the fields, or what of them goes on; other fields do not. */
  read(fields: Fields): Accepted | Refusal;
}

/**
 * How often an endpoint may be asked. Nobody can shut the owner out of an account from elsewhere: what is wrong there is counted
 * for the account and the network it comes from, and for the account alone with a far higher bound.
 */
interface Limits {
  /** All requests from one network, which may be a whole neighbourhood behind one telephone company. */
  network: Limit;
  /** Those of one network about one account. */
  here?: Limit;
  /** Those about one account, from wherever. */
  everywhere?: Limit;
}

const limit = (most: number, minutes: number): Limit => ({ most, seconds: minutes * 60 });

/** What a request counts for. */
export function countersOf({ name, limits }: Endpoint, network: string, account: string | null): Counter[] {
  if (!limits) return [];
  return [
    { key: limitKey(name, 'network', network), limit: limits.network },
    ...(account === null ? [] : accountCounters(limits, name, network, account)),
  ];
}

function accountCounters({ here, everywhere }: Limits, name: EndpointName, network: string, account: string) {
  return [
    ...(here ? [{ key: limitKey(name, 'here', network, account), limit: here }] : []),
    ...(everywhere ? [{ key: limitKey(name, 'everywhere', account), limit: everywhere }] : []),
  ];
}

const NO_BODY: Accepted = { body: {}, account: null };

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'sign-in',
    method: 'POST',
    path: '/sign-in/email',
    // The account's are failures: signing in clears them.
    limits: { network: limit(100, 5), here: limit(10, 5), everywhere: limit(200, 60) },
    events: { done: 'login', refused: 'login-failed' },
    read(fields) {
      const email = readEmail(fields);
      if (typeof email !== 'string') return email;
      const { password, rememberMe } = fields;
      if (typeof password !== 'string' || password === '') return fault('INVALID_PASSWORD', required('password'));
      const remember = typeof rememberMe === 'boolean' ? { rememberMe } : {};
      return { body: { email, password, ...remember }, account: email };
    },
  },
  {
    name: 'sign-up',
    method: 'POST',
    path: '/sign-up/email',
    limits: { network: limit(100, 10), here: limit(20, 10), everywhere: limit(200, 60) },
    events: { done: 'registered', refused: 'registration-failed' },
    read(fields) {
      const name = readName(fields);
      if (typeof name !== 'string') return name;
      const email = readEmail(fields);
      if (typeof email !== 'string') return email;
      const { password } = fields;
      if (typeof password !== 'string' || password === '') return fault('INVALID_PASSWORD', required('password'));
      return { body: { name, email, password }, account: email, newPassword: password };
    },
  },
  {
    name: 'sign-out',
    method: 'POST',
    path: '/sign-out',
    read: ({ everywhere }) => ({ ...NO_BODY, everywhere: everywhere === true }),
  },
  { name: 'get-session', method: 'GET', path: '/get-session', read: () => NO_BODY },
  {
    name: 'request-reset',
    method: 'POST',
    path: '/request-password-reset',
    // Each is a mail.
    limits: { network: limit(50, 15), here: limit(5, 15), everywhere: limit(40, 24 * 60) },
    events: { done: 'reset-requested', refused: 'reset-request-failed' },
    read(fields) {
      const email = readEmail(fields);
      return typeof email === 'string' ? { body: { email }, account: email } : email;
    },
  },
  {
    name: 'reset',
    method: 'POST',
    path: '/reset-password',
    limits: { network: limit(50, 15) },
    events: { done: 'password-reset', refused: 'password-reset-failed' },
    read({ token, newPassword }) {
      if (typeof token !== 'string' || !/^[\w-]{1,128}$/.test(token)) return fault('INVALID_TOKEN', 'Invalid token');
      if (typeof newPassword !== 'string' || newPassword === '') return fault('INVALID_PASSWORD', required('password'));
      return { body: { token, newPassword }, account: null, newPassword };
    },
  },
  {
    name: 'change-password',
    method: 'POST',
    path: '/change-password',
    // For whoever holds the session: nobody else can use it up.
    limits: { network: limit(100, 5), everywhere: limit(10, 15) },
    events: { done: 'password-changed', refused: 'password-change-failed' },
    read({ currentPassword, newPassword }) {
      if (typeof currentPassword !== 'string' || currentPassword === '') return WRONG_PASSWORD;
      if (typeof newPassword !== 'string' || newPassword === '') return fault('INVALID_PASSWORD', required('password'));
      return { body: { currentPassword, newPassword, revokeOtherSessions: true }, account: null, newPassword };
    },
  },
];

function readEmail({ email }: Fields): string | Refusal {
  if (typeof email !== 'string' || isBlank(email)) return fault('INVALID_EMAIL', required('email'));
  const known = accountEmail(email);
  return isEmail(known) ? known : fault('INVALID_EMAIL', 'Invalid email');
}

/** A name of 1 to 120 visible characters, without control characters; what turns writing around is taken out. */
function readName({ name }: Fields): string | Refusal {
  if (typeof name !== 'string' || isBlank(name)) return fault('INVALID_NAME', required('name'));
  if (/\p{Cc}/u.test(name.trim()) || !name.isWellFormed()) {
    return fault('INVALID_NAME', 'Name must not contain control characters!');
  }
  const clean = cleanText(name);
  return characters(clean) > FIELD_LIMITS.name ? fault('INVALID_NAME', tooLong('name', FIELD_LIMITS.name)) : clean;
}

function fault(code: string, message: string): Refusal {
  return { status: 400, code, message };
}
