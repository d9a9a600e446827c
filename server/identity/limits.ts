/** The limits of logins and of what else somebody could guess or flood (product §7). */
import { type Counter, type Limit, limitKey } from '../limits/rate-limits.ts';

/** Accounts are counted with the network, and alone with a much higher limit, so that nobody can lock an owner out from elsewhere. */
export interface Limits {
  /** All requests of one network. A mobile provider can have a whole neighbourhood behind one address. */
  perNetwork: Limit;
  perNetworkAndAccount?: Limit;
  perAccount?: Limit;
}

const limit = (max: number, minutes: number): Limit => ({ max, seconds: minutes * 60 });

/** The counters of the account count failures: a successful login resets them. */
export const LOGIN_LIMITS: Limits = {
  perNetwork: limit(100, 5),
  perNetworkAndAccount: limit(10, 5),
  perAccount: limit(200, 60),
};
export const SIGN_UP_LIMITS: Limits = {
  perNetwork: limit(100, 10),
  perNetworkAndAccount: limit(20, 10),
  perAccount: limit(200, 60),
};
/** Each request sends a mail. */
export const RESET_LIMITS: Limits = {
  perNetwork: limit(50, 15),
  perNetworkAndAccount: limit(5, 15),
  perAccount: limit(40, 24 * 60),
};
export const LINK_LIMITS: Limits = { perNetwork: limit(50, 15) };
/** The network's requests only: who will log in is known by the answer, whose signature nobody can guess. */
export const PASSKEY_LIMITS: Limits = { perNetwork: LOGIN_LIMITS.perNetwork };
/** Counted for the signed-in account only, so that nobody else can use up its limit. */
export const CURRENT_PASSWORD_LIMITS: Limits = { perNetwork: limit(100, 5), perAccount: limit(10, 15) };
/** Guesses of a code by somebody who has the password: a short window, and a whole day. */
export const CODE_LIMITS: Limits = { perNetwork: limit(100, 5), perAccount: limit(5, 5) };
export const DAILY_CODE_LIMITS: Limits = { ...CODE_LIMITS, perAccount: limit(50, 24 * 60) };

/**
 * The counters of a request, that of the network first. A `device` that has logged in to the account before is counted by itself, and with
 * others of its kind: wrong passwords of strangers do not keep it out.
 */
export function countersOf(
  name: string,
  limits: Limits,
  network: string,
  account: string | null,
  device: string | null = null,
): Counter[] {
  const { perNetwork, perNetworkAndAccount, perAccount } = limits;
  const counters = [{ key: limitKey(name, 'network', network), limit: perNetwork }];
  if (account === null) return counters;
  if (perNetworkAndAccount)
    counters.push({ key: limitKey(name, 'here', device ?? network, account), limit: perNetworkAndAccount });
  if (perAccount) counters.push({ key: limitKey(name, device === null ? 'everywhere' : 'devices', account), limit: perAccount });
  return counters;
}
