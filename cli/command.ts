/** The parts of a command of the operator's command line. */
import type { ShopClient } from './client.ts';
import { UsageError } from './failure.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  /** The value's name in the help; undefined for a switch. */
  value?: string;
  help: string;
}

export interface Command {
  /** The name as typed: 'products import'. */
  name: string;
  /** The arguments after the name, without the options. */
  usage?: string;
  /** One line of help. */
  summary: string;
  /** More lines of help. */
  details?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** The minimum and the maximum number of arguments. */
  argumentCount?: readonly [number, number];
  /** Arguments after `npm run shop --`, each with an explanation. */
  examples: readonly (readonly [string, string])[];
  run: (call: Call) => Promise<void>;
}

/** One run of a command. */
export interface Call {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  /** Whether to print JSON, for scripts. */
  json: boolean;
  terminal: Terminal;
  progress: Progress;
  /** Creates the client on the first call, so that bad usage is reported before a missing token. */
  shop: () => ShopClient;
}

/** A group of commands, 'products'. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly Command[];
}

/** The argument at an index; the command's `takes` guarantees that it exists. */
export function argumentOf({ args }: Call, at = 0): string {
  const argument = args[at];
  if (argument === undefined) throw new UsageError('an argument is missing');
  return argument;
}

/** A switch's value. */
export function isOn({ options }: Call, name: string): boolean {
  return options[name] === true;
}

/** An option's value; undefined when it was not given. */
export function textOf({ options }: Call, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Prints a result: JSON for scripts, text for people. */
export function print({ json, terminal, progress }: Call, value: unknown, text: () => string): void {
  progress.clear();
  terminal.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text());
}
