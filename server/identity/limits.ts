/** The limits of logins and of what else somebody could guess or flood (product §7). */
import { type Counter, type Limit, limitKey } from '../limits/rate-limits.ts';

/** Accounts are counted with the network, and alone with a much higher limit, so that nobody can lock an owner out from elsewhere. */
export interface Limits {
  /** All requests of one network. A mobile provider can have a whole neighbourhood behind one address. */
  perNetwork: Limit;
  perNetworkAndAccount?: Limit;
  perAccount?: Limit;
  /** What a network may still try that has not tried much, when `perAccount` is used up by others, and all such networks together. */
  underAttack?: Record<'perNetworkAndAccount' | 'perAccount', Limit>;
}

const limit = (max: number, minutes: number): Limit => ({ max, seconds: minutes * 60 });

/** The counters of the account count failures: a successful login resets them. */
export const LOGIN_LIMITS: Limits = {
  perNetwork: limit(100, 5),
  perNetworkAndAccount: limit(10, 5),
  perAccount: limit(200, 60),
  underAttack: { perNetworkAndAccount: limit(3, 60), perAccount: limit(1_000, 60) },
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

/** The counters of a request: where it comes from, then that of the account, and what counts instead when only that is used up. */
export function countersOf(name: string, limits: Limits, network: string, account: string | null) {
  const { perNetwork, perNetworkAndAccount, perAccount, underAttack } = limits;
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
