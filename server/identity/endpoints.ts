/** The library's endpoints that the shop serves, with the rules of product §5 for forms and for programs. All others are closed. */
import { type ZodType, z } from 'zod';
import { changePasswordForm, loginForm, newPasswordForm, registerForm, resetForm } from '../../domain/account-forms.ts';
import { reasonOf } from '../../domain/parsed.ts';
import { type Counter, type Limit, limitKey } from '../limits/rate-limits.ts';
import type { Refusal } from './refusals.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Accepted {
  body: Record<string, string | boolean>;
  account: string | null;
  newPassword?: string;
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
  /** The events in the security log for an accepted and for a refused request. */
  events?: { done: string; refused: string };
  /** Checks the fields and returns those to pass on, or a refusal. Other fields are dropped. */
  read(fields: Fields): Accepted | Refusal;
}

/** Accounts are counted with the network, and alone with a much higher limit, so that nobody can lock an owner out from elsewhere. */
export interface Limits {
  /** All requests of one network. A mobile provider can have a whole neighbourhood behind one address. */
  perNetwork: Limit;
  perNetworkAndAccount?: Limit;
  perAccount?: Limit;
}

const limit = (max: number, minutes: number): Limit => ({ max, seconds: minutes * 60 });

export const LOGIN_LIMITS: Limits = {
  perNetwork: limit(100, 5),
  perNetworkAndAccount: limit(10, 5),
  perAccount: limit(200, 60),
};
export const LINK_LIMITS: Limits = { perNetwork: limit(50, 15) };
/** Counted for the signed-in account only, so that nobody else can use up its limit. */
export const CURRENT_PASSWORD_LIMITS: Limits = { perNetwork: limit(100, 5), perAccount: limit(10, 15) };

export function countersOf(
  { name, limits }: { name: string; limits?: Limits },
  network: string,
  account: string | null,
): Counter[] {
  if (!limits) return [];
  return [
    { key: limitKey(name, 'network', network), limit: limits.perNetwork },
    ...(account === null ? [] : accountCounters(limits, name, network, account)),
  ];
}

function accountCounters({ perNetworkAndAccount, perAccount }: Limits, name: string, network: string, account: string) {
  return [
    ...(perNetworkAndAccount ? [{ key: limitKey(name, 'here', network, account), limit: perNetworkAndAccount }] : []),
    ...(perAccount ? [{ key: limitKey(name, 'everywhere', account), limit: perAccount }] : []),
  ];
}

const NO_BODY: Accepted = { body: {}, account: null };

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
    // The counters of the account count failures: a successful login resets them.
    limits: LOGIN_LIMITS,
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
    limits: { perNetwork: limit(100, 10), perNetworkAndAccount: limit(20, 10), perAccount: limit(200, 60) },
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
    // Each request sends a mail.
    limits: { perNetwork: limit(50, 15), perNetworkAndAccount: limit(5, 15), perAccount: limit(40, 24 * 60) },
    events: { done: 'reset-requested', refused: 'reset-request-failed' },
    read: reads(resetForm, (form) => ({ body: form, account: form.email })),
  },
  {
    name: 'reset',
    method: 'POST',
    path: '/reset-password',
    limits: LINK_LIMITS,
    events: { done: 'password-reset', refused: 'password-reset-failed' },
    read: reads(newPasswordForm, (form) => ({ body: form, account: null, newPassword: form.newPassword })),
  },
  {
    name: 'change-password',
    method: 'POST',
    path: '/change-password',
    limits: CURRENT_PASSWORD_LIMITS,
    events: { done: 'password-changed', refused: 'password-change-failed' },
    read: reads(changePasswordForm, (form) => ({
      body: { ...form, revokeOtherSessions: true },
      account: null,
      newPassword: form.newPassword,
    })),
  },
];

/** A bad field is refused with its code. Screens check an e-mail address before; programs get the library's message. */
function reads<Form>(schema: ZodType<Form>, accept: (form: Form) => Accepted): Endpoint['read'] {
  return (fields) => {
    const { success, data, error } = schema.safeParse(fields);
    if (success) return accept(data);
    const reason = reasonOf(error);
    return {
      status: 400,
      code: CODES[String(error.issues[0]?.path[0])] ?? 'INVALID_BODY',
      reason: reason.code === 'invalid-email' ? { code: 'malformed', detail: 'Invalid email' } : reason,
    };
  };
}
