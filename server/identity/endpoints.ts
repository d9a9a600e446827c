/**
 * The library's endpoints that the shop serves, and what it lets through to them: the rules of product §5 hold here,
 * for the forms and for programs alike. Every other endpoint of the library is closed.
 */
import { accountEmail } from '../../domain/account.ts';
import { FIELD_LIMITS, isEmail } from '../../domain/contact.ts';
import { required, tooLong } from '../../domain/messages.ts';
import { characters, cleanText, isBlank } from '../../domain/text.ts';
import { passwordFault } from '../passwords.ts';
import type { Refusal } from './answers.ts';
import type { Limit, Limits } from './limits.ts';

/** Fields of a request's JSON body, unread. */
export type Fields = Readonly<Record<string, unknown>>;

/** A body as the library gets it, and the e-mail address it is about. */
export interface Accepted {
  body: Record<string, string | boolean>;
  account: string | null;
  /** The password of a new account, to be hashed beforehand. */
  newPassword?: string;
}

export type EndpointName = 'sign-in' | 'sign-up' | 'sign-out' | 'get-session' | 'request-reset' | 'reset';

export interface Endpoint {
  name: EndpointName;
  method: 'GET' | 'POST';
  /** Under /api/auth. */
  path: string;
  limits?: Limits;
  /** What is wrong with the fields, or what of them goes on; other fields do not. */
  read(fields: Fields): Accepted | Refusal;
}

const MINUTE = 60;
const NO_BODY: Accepted = { body: {}, account: null };

/** The longest period that counters are kept for, in seconds. */
export const LONGEST_LIMIT_SECONDS = 15 * MINUTE;

/** One address may be a whole neighbourhood behind one telephone company. */
const limit = (most: number, minutes: number): Limit => ({ most, seconds: minutes * MINUTE });

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'sign-in',
    method: 'POST',
    path: '/sign-in/email',
    // The account's are failures: signing in clears them.
    limits: { address: limit(100, 5), account: limit(10, 5) },
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
    limits: { address: limit(100, 10), account: limit(10, 10) },
    read(fields) {
      const name = readName(fields);
      if (typeof name !== 'string') return name;
      const email = readEmail(fields);
      if (typeof email !== 'string') return email;
      const password = readNewPassword(fields.password);
      if (typeof password !== 'string') return password;
      return { body: { name, email, password }, account: email, newPassword: password };
    },
  },
  { name: 'sign-out', method: 'POST', path: '/sign-out', read: () => NO_BODY },
  { name: 'get-session', method: 'GET', path: '/get-session', read: () => NO_BODY },
  {
    name: 'request-reset',
    method: 'POST',
    path: '/request-password-reset',
    limits: { address: limit(50, 15), account: limit(5, 15) },
    read(fields) {
      const email = readEmail(fields);
      return typeof email === 'string' ? { body: { email }, account: email } : email;
    },
  },
  {
    name: 'reset',
    method: 'POST',
    path: '/reset-password',
    limits: { address: limit(50, 15), account: limit(50, 15) },
    read({ token, newPassword }) {
      if (typeof token !== 'string' || !/^[\w-]{1,128}$/.test(token)) return fault('INVALID_TOKEN', 'Invalid token');
      const password = readNewPassword(newPassword);
      return typeof password === 'string' ? { body: { token, newPassword: password }, account: null } : password;
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

function readNewPassword(password: unknown): string | Refusal {
  if (typeof password !== 'string' || password === '') return fault('INVALID_PASSWORD', required('password'));
  const wrong = passwordFault(password);
  return wrong ? fault(wrong.code, wrong.message) : password;
}

function fault(code: string, message: string): Refusal {
  return { status: 400, code, message };
}
