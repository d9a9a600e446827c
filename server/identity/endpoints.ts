/**
 * The library's endpoints that the shop serves, and what it lets through to them: the rules of product §5 hold here,
 * for the forms and for programs alike. Every other endpoint of the library is closed.
 */
import { type ZodType, z } from 'zod';
import { changePasswordForm, loginForm, newPasswordForm, registerForm, resetForm } from '../../domain/account-forms.ts';
import { AN_ERROR_OCCURED, EMAIL_FAULT } from '../../domain/messages.ts';
import { type Counter, type Limit, limitKey } from './rate-limits.ts';
import type { Refusal } from './answers.ts';

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

/** The library's codes for bad fields. */
const CODES: Readonly<Record<string, string>> = {
  name: 'INVALID_NAME',
  email: 'INVALID_EMAIL',
  password: 'INVALID_PASSWORD',
  currentPassword: 'INVALID_PASSWORD',
  newPassword: 'INVALID_PASSWORD',
  token: 'INVALID_TOKEN',
};

export const ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'sign-in',
    method: 'POST',
    path: '/sign-in/email',
    // The account's are failures: signing in clears them.
    limits: { network: limit(100, 5), here: limit(10, 5), everywhere: limit(200, 60) },
    events: { done: 'login', refused: 'login-failed' },
    read: reads(loginForm.extend({ rememberMe: z.boolean().optional().catch(undefined) }), (form) => {
      const { rememberMe, ...known } = form;
      return { body: rememberMe === undefined ? known : { ...known, rememberMe }, account: form.email };
    }),
  },
  {
    name: 'sign-up',
    method: 'POST',
    path: '/sign-up/email',
    limits: { network: limit(100, 10), here: limit(20, 10), everywhere: limit(200, 60) },
    events: { done: 'registered', refused: 'registration-failed' },
    read: reads(registerForm, (form) => ({ body: form, account: form.email, newPassword: form.password })),
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
    read: reads(resetForm, (form) => ({ body: form, account: form.email })),
  },
  {
    name: 'reset',
    method: 'POST',
    path: '/reset-password',
    limits: { network: limit(50, 15) },
    events: { done: 'password-reset', refused: 'password-reset-failed' },
    read: reads(newPasswordForm, (form) => ({ body: form, account: null, newPassword: form.newPassword })),
  },
  {
    name: 'change-password',
    method: 'POST',
    path: '/change-password',
    // For whoever holds the session: nobody else can use it up.
    limits: { network: limit(100, 5), everywhere: limit(10, 15) },
    events: { done: 'password-changed', refused: 'password-change-failed' },
    read: reads(changePasswordForm, (form) => ({
      body: { ...form, revokeOtherSessions: true },
      account: null,
      newPassword: form.newPassword,
    })),
  },
];

/** How an endpoint reads this form: `accept` makes what goes on of it. A bad field is refused with its code in the library's words. */
function reads<Form>(schema: ZodType<Form>, accept: (form: Form) => Accepted): Endpoint['read'] {
  return (fields) => {
    const { success, data, error } = schema.safeParse(fields);
    if (success) return accept(data);
    const [issue] = error.issues;
    const message = issue?.message === EMAIL_FAULT ? 'Invalid email' : (issue?.message ?? AN_ERROR_OCCURED);
    return { status: 400, code: CODES[String(issue?.path[0])] ?? 'INVALID_BODY', message };
  };
}
