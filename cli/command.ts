/** What a command of the operator's command line is made of. */
import type { ShopClient } from './client.ts';
import { UsageError } from './failure.ts';
import type { Progress } from './progress.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  /** How help calls the value; none for a switch. */
  value?: string;
  help: string;
}

export interface Command {
  /** As it is typed: 'products import'. */
  name: string;
  /** What is typed after the name, but for the options. */
  usage?: string;
  /** One line of help. */
  summary: string;
  /** More lines of it. */
  details?: readonly string[];
  options?: Readonly<Record<string, Option>>;
  /** The least and the most arguments. */
  takes?: readonly [number, number];
  /** Command lines after `npm run shop --`, each with what it does. */
  examples: readonly (readonly [string, string])[];
  run: (call: Call) => Promise<void>;
}

/** One use of a command. */
export interface Call {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  /** Whether a script wants JSON. */
  json: boolean;
  terminal: Terminal;
  progress: Progress;
  /** Made when first asked for: bad usage is told before a missing token. */
  shop: () => ShopClient;
}

/** A group of commands, 'products'. */
export interface CommandGroup {
  name: string;
  summary: string;
  commands: readonly Command[];
}

/** The argument at a place; commands declare in `takes` that it is there. */
export function argumentOf({ args }: Call, at = 0): string {
  const argument = args[at];
  if (argument === undefined) throw new UsageError('an argument is missing');
  return argument;
}

/** A switch's value. */
export function isOn({ options }: Call, name: string): boolean {
  return options[name] === true;
}

/** An option's text; undefined when it was not given. */
export function textOf({ options }: Call, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Writes a result: JSON for scripts, text for people. */
export function print({ json, terminal, progress }: Call, value: unknown, text: () => string): void {
  progress.clear();
  terminal.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : text());
}
