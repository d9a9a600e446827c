/** The operator's command line from its words to its exit status (contract 'Operator's command line'). */
import { parseArgs } from 'node:util';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import { createShopClient } from './client.ts';
import type { ShopClient } from './client.ts';
import type { Call, Command, CommandGroup } from './command.ts';
import { Failure, UsageError, codeOf, reasonOf } from './failure.ts';
import { COMMON_OPTIONS, helpOf, helpOfAll, helpOfGroup } from './help.ts';
import { ORDER_COMMANDS } from './orders.ts';
import { PRODUCT_COMMANDS } from './products.ts';
import { createProgress } from './progress.ts';
import { readShopAccess } from './settings.ts';
import { harmless } from './table.ts';
import type { Terminal } from './terminal.ts';

const GROUPS: readonly CommandGroup[] = [PRODUCT_COMMANDS, ORDER_COMMANDS, ACCOUNT_COMMANDS];

/** 0: done. 1: the shop refused, or it failed. 2: bad usage. */
export type ExitStatus = 0 | 1 | 2;

/** Runs one command line. Never throws: what goes wrong is one line on standard error. */
export async function runShop(words: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const progress = createProgress(terminal.stderr);
  const complain = (error: unknown): void => {
    progress.clear();
    terminal.stderr.write(`shop: ${reasonOf(error).split('\n').map(harmless).join(' ')}\n`);
  };
  try {
    const named = words[0] === 'help' ? [...words.slice(1), '--help'] : words;
    const found = findCommand(named);
    if ('help' in found) {
      (found.asked ? terminal.stdout : terminal.stderr).write(found.help);
      return found.asked ? 0 : 2;
    }
    const { command, rest } = found;
    const { values, positionals } = parse(command, rest);
    if (values.help) {
      terminal.stdout.write(helpOf(command));
      return 0;
    }
    checkArguments(command, positionals);
    checkNotTakenByNpm(command, values, terminal);
    let client: ShopClient | undefined;
    const shop = (): ShopClient => (client ??= createShopClient(readShopAccess(terminal.environment)));
    const json = values.json === true;
    const call: Call = { args: positionals, options: values, json, terminal, progress, shop };
    await command.run(call);
    progress.clear();
    return 0;
  } catch (error) {
    // Whoever read our answer has read enough.
    if (codeOf(error) === 'EPIPE') return 0;
    complain(error);
    if (!(error instanceof Failure || error instanceof UsageError)) terminal.stderr.write(stackOf(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

/** The command that the words begin with, or the help of as far as they go. */
function findCommand(
  words: readonly string[],
): { command: Command; rest: string[] } | { help: string; asked: boolean } {
  const [first = '', second = '', ...rest] = words;
  const asked = words.some((word) => word === '--help' || word === '-h');
  if (first === '' || first.startsWith('-')) return { help: helpOfAll(GROUPS), asked };
  const group = GROUPS.find(({ name }) => name === first);
  if (!group) throw new UsageError(`there is no command ${first}; the commands are ${listed(GROUPS)} (see --help)`);
  if (second === '' || second.startsWith('-')) return { help: helpOfGroup(group), asked };
  const command = group.commands.find(({ name }) => name === `${first} ${second}`);
  if (command) return { command, rest };
  throw new UsageError(`there is no command ${first} ${second}; there is ${listed(group.commands)} (see --help)`);
}

function listed(named: readonly { name: string }[]): string {
  return named.map(({ name }) => name).join(', ');
}

function parse({ name, options = {} }: Command, words: readonly string[]) {
  const known = Object.entries({ ...options, ...COMMON_OPTIONS }).map(
    ([option, { value }]) =>
      [option, { type: value ? 'string' : 'boolean', ...(option === 'help' ? { short: 'h' } : {}) }] as const,
  );
  try {
    return parseArgs({ args: [...words], options: Object.fromEntries(known), allowPositionals: true });
  } catch (error) {
    // Node adds hints of its own to the first sentence.
    const [reason = ''] = reasonOf(error).split(/\.(?:\s|$)|\n/);
    throw new UsageError(`${name}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)} (see --help)`);
  }
}

function checkArguments({ name, usage = '', takes = [0, 0] }: Command, args: readonly string[]): void {
  const [least, most] = takes;
  if (args.length < least) throw new UsageError(`${name}: missing argument; usage: ${name} ${usage}`);
  if (args.length > most) throw new UsageError(`${name}: ${args[most]} is one argument too many (see --help)`);
}

/** `npm run shop products import FILE --dry-run`, without the `--`: npm keeps the option and we would import in earnest. */
function checkNotTakenByNpm({ options = {} }: Command, values: Call['options'], { environment }: Terminal): void {
  const taken = Object.keys(options).find(
    (option) => values[option] === undefined && environment[`npm_config_${option.replaceAll('-', '_')}`],
  );
  if (taken) throw new UsageError(`npm took --${taken} for its own: put -- before the command, npm run shop -- …`);
}

/** Where a fault of our own came from. */
function stackOf(error: unknown): string {
  return error instanceof Error && error.stack ? `${error.stack}\n` : '';
}
