import { isDay } from '../domain/orders/delivery.ts';
import { codeOf, reasonOf } from '../base/error-code.ts';
import { isPhoneLogin, readLogin } from '../domain/accounts/account.ts';
import { isEmail } from '../domain/accounts/contact.ts';
import type { ShopClient } from './client.ts';
import type { Progress, Terminal } from './output.ts';

/** One command of the command line: the library takes its arguments and makes its help from this. */
export interface ShopCommand {
  /** The arguments stand after the name: 'products import <FILE>'. */
  name: string;
  summary: string;
  details?: string;
  /** The options with what they do: '--limit <N>'. Each command also has `--json` and `--help`. */
  options?: Readonly<Record<string, string>>;
  examples: Readonly<Record<string, string>>;
  run: (call: Call) => Promise<void>;
}

export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly ShopCommand[];
}

export interface Call {
  args: readonly string[];
  /** By their names in camel case: true, or what was given. */
  options: Readonly<Record<string, string | true | undefined>>;
  json: boolean;
  terminal: Terminal;
  progress: Progress;
  /** Creates the client on the first call, so that bad usage is reported before a missing token. */
  shop: () => ShopClient;
}

export function textOf({ options }: Call, name: string): string | undefined {
  const value = options[name];
  return value === true ? undefined : value;
}

export function dayOf(call: Call): string | undefined {
  const day = textOf(call, 'day');
  if (day !== undefined && !isDay(day)) throw new UsageError(`--day must be a day such as 2026-11-21, not ${day}`);
  return day;
}

export function emailOf({ args: [email = ''] }: Call): string {
  if (!isEmail(email)) throw new UsageError(`${email} is not an e-mail address`);
  return email;
}

/** An operator's e-mail address or phone. */
export function loginOf(call: Call): string {
  const login = readLogin(call.args[0] ?? '');
  return isPhoneLogin(login) ? login : emailOf(call);
}

export function print({ json, terminal, progress }: Call, value: unknown, text: () => string): void {
  progress.clear();
  terminal.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text());
}

/** The values of `NAME=VALUE …`. Names may be in any case; `what` is what they name: 'field'. @throws {UsageError} */
export function assignmentsOf<Name extends string>(words: readonly string[], names: readonly Name[], what: string) {
  const values: Partial<Record<Name, string>> = {};
  for (const word of words) {
    const [, given = '', value = ''] = /^(\w+)=(.*)$/su.exec(word) ?? [];
    if (given === '')
      throw new UsageError(`${word} is not ${what.toUpperCase()}=VALUE: write for example ${names[0]}=…`);
    const name = names.find((known) => known.toLowerCase() === given.toLowerCase());
    if (name === undefined) throw new UsageError(`there is no ${what} ${given}; the ${what}s are ${names.join(', ')}`);
    if (name in values) throw new UsageError(`${name} is given twice`);
    values[name] = value;
  }
  return values;
}

/** The shop refused, or something failed: exit status 1. */
export class Failure extends Error {
  override name = 'Failure';
}

/** The arguments are wrong: exit status 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export function fileFailure(name: string, error: unknown): Failure {
  if (codeOf(error) === 'ENOENT') return new Failure(`there is no file ${name}`);
  return new Failure(`${name} cannot be read: ${reasonOf(error)}`);
}

/** For what answers, but is no shop of this version. */
export function unreadable(url: string): Failure {
  return new Failure(
    `the answer of ${url} cannot be read: check SHOP_URL, and that the shop has the version of this command line`,
  );
}
