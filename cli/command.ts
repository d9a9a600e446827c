import { isEmail } from '../domain/accounts/contact.ts';
import type { ShopClient } from './client.ts';
import { UsageError } from './failure.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';

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

export function emailOf({ args: [email = ''] }: Call): string {
  if (!isEmail(email)) throw new UsageError(`${email} is not an e-mail address`);
  return email;
}

export function print({ json, terminal, progress }: Call, value: unknown, text: () => string): void {
  progress.clear();
  terminal.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text());
}
