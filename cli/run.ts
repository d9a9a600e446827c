/** The operator's command line, from its arguments to its exit status (operations, "The command line"). */
import { parseArgs } from 'node:util';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import { BACKUP_COMMAND } from './backup.ts';
import { createShopClient } from './client.ts';
import type { ShopClient } from './client.ts';
import type { Call, Command, CommandGroup } from './command.ts';
import { Failure, UsageError, codeOf, reasonOf } from './failure.ts';
import { COMMON_OPTIONS, helpOf, helpOfAll, helpOfGroup } from './help.ts';
import { OPERATOR_COMMANDS } from './operators.ts';
import { ORDER_COMMANDS } from './orders.ts';
import { PRODUCT_COMMANDS } from './products.ts';
import { createProgress } from './progress.ts';
import { RESTORE_COMMAND } from './restore.ts';
import { readShopAccess } from './settings.ts';
import { withoutControls } from './table.ts';
import type { Terminal } from './terminal.ts';

const GROUPS: readonly CommandGroup[] = [
  PRODUCT_COMMANDS,
  ORDER_COMMANDS,
  ACCOUNT_COMMANDS,
  OPERATOR_COMMANDS,
  groupOf(BACKUP_COMMAND),
  groupOf(RESTORE_COMMAND),
];

function groupOf(command: Command): CommandGroup {
  return { name: command.name, summary: command.summary, commands: [command] };
}

/** 0: done. 1: the shop refused, or it failed. 2: bad usage. */
export type ExitStatus = 0 | 1 | 2;

/** Runs one command line. Never throws: errors are one line on standard error. */
export async function runShop(args: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  const progress = createProgress(terminal.stderr);
  const printError = (error: unknown): void => {
    progress.clear();
    terminal.stderr.write(`shop: ${reasonOf(error).split('\n').map(withoutControls).join(' ')}\n`);
  };
  try {
    const named = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
    const found = findCommand(named);
    if ('help' in found) {
      (found.requested ? terminal.stdout : terminal.stderr).write(found.help);
      return found.requested ? 0 : 2;
    }
    const { command, rest } = found;
    const { values, positionals } = parse(command, rest);
    if (values.help) {
      terminal.stdout.write(helpOf(command));
      return 0;
    }
    checkArguments(command, positionals);
    checkNotConsumedByNpm(command, values, terminal);
    let client: ShopClient | undefined;
    const shop = (): ShopClient => (client ??= createShopClient(readShopAccess(terminal.environment)));
    const json = values.json === true;
    const call: Call = { args: positionals, options: values, json, terminal, progress, shop };
    await command.run(call);
    progress.clear();
    return 0;
  } catch (error) {
    // The reader of our output (`| head`) has closed it. That is no error.
    if (codeOf(error) === 'EPIPE') return 0;
    printError(error);
    if (!(error instanceof Failure || error instanceof UsageError)) terminal.stderr.write(stackOf(error));
    return error instanceof UsageError ? 2 : 1;
  }
}

function findCommand(
  args: readonly string[],
): { command: Command; rest: string[] } | { help: string; requested: boolean } {
  const [first = '', second = '', ...rest] = args;
  const requested = args.some((word) => word === '--help' || word === '-h');
  if (first === '' || first.startsWith('-')) return { help: helpOfAll(GROUPS), requested };
  const group = GROUPS.find(({ name }) => name === first);
  if (!group) throw new UsageError(`there is no command ${first}; the commands are ${nameList(GROUPS)} (see --help)`);
  const alone = group.commands.find(({ name }) => name === first);
  if (alone) return { command: alone, rest: args.slice(1) };
  if (second === '' || second.startsWith('-')) return { help: helpOfGroup(group), requested };
  const command = group.commands.find(({ name }) => name === `${first} ${second}`);
  if (command) return { command, rest };
  throw new UsageError(
    `there is no command ${first} ${second}; the commands are ${nameList(group.commands)} (see --help)`,
  );
}

function nameList(named: readonly { name: string }[]): string {
  return named.map(({ name }) => name).join(', ');
}

function parse({ name, options = {} }: Command, args: readonly string[]) {
  const known = Object.entries({ ...options, ...COMMON_OPTIONS }).map(
    ([option, { value }]) =>
      [option, { type: value ? 'string' : 'boolean', ...(option === 'help' ? { short: 'h' } : {}) }] as const,
  );
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true });
  } catch (error) {
    // Node adds hints after the first sentence.
    const [reason = ''] = reasonOf(error).split(/\.(?:\s|$)|\n/);
    throw new UsageError(`${name}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)} (see --help)`);
  }
}

function checkArguments({ name, usage = '', argumentCount = [0, 0] }: Command, args: readonly string[]): void {
  const [min, max] = argumentCount;
  if (args.length < min) throw new UsageError(`${name}: an argument is missing; usage: ${name} ${usage}`);
  if (args.length > max) throw new UsageError(`${name}: the argument ${args[max]} is one too many (see --help)`);
}

/**
 * In `npm run shop products import FILE --dry-run`, without the `--`, npm consumes the option. Without this check the
 * import would really run.
 */
function checkNotConsumedByNpm({ options = {} }: Command, values: Call['options'], { environment }: Terminal): void {
  const consumed = Object.keys(options).find(
    (option) => values[option] === undefined && environment[`npm_config_${option.replaceAll('-', '_')}`],
  );
  if (consumed)
    throw new UsageError(`npm took --${consumed} as its own option: write -- before the command, npm run shop -- …`);
}

/** The stack trace of a bug in our own code. */
function stackOf(error: unknown): string {
  return error instanceof Error && error.stack ? `${error.stack}\n` : '';
}
