import type { ShopClient } from './client.ts';
import { UsageError } from './failure.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  value?: string;
  help: string;
}

export interface Command {
  name: string;
  /** The arguments after the name, without the options. */
  usage?: string;
  summary: string;
  details?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  argumentCount?: readonly [number, number];
  examples: readonly (readonly [string, string])[];
  run: (call: Call) => Promise<void>;
}

export interface Call {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  json: boolean;
  terminal: Terminal;
  progress: Progress;
  /** Creates the client on the first call, so that bad usage is reported before a missing token. */
  shop: () => ShopClient;
}

export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly Command[];
}

export function argumentOf({ args }: Call, at = 0): string {
  const argument = args[at];
  if (argument === undefined) throw new UsageError('an argument is missing');
  return argument;
}

export function isOn({ options }: Call, name: string): boolean {
  return options[name] === true;
}

export function textOf({ options }: Call, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function print({ json, terminal, progress }: Call, value: unknown, text: () => string): void {
  progress.clear();
  terminal.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text());
}
