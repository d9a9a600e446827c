/** The command line, from its arguments to its exit status (operations, "The command line"). */
import { Command, CommanderError, Help } from 'commander';
import { capitalized } from '../base/text.ts';
import { OPERATIONS, type OperationName } from '../server/operations.ts';
import { ACCOUNT_COMMANDS, OPERATOR_COMMANDS } from './accounts.ts';
import { BACKUP_COMMAND, RESTORE_COMMAND } from './backup.ts';
import { AREA_COMMANDS, DOCTOR_COMMAND, SETTING_COMMANDS } from './settings.ts';
import { type Call, type CommandGroup, type ShopCommand, Failure, print, UsageError } from './command.ts';
import { BAZAAR_COMMAND } from './bazaar.ts';
import { DUES_COMMAND } from './dues.ts';
import { CASH_COMMAND, ORDER_COMMANDS } from './orders.ts';
import { PRODUCT_COMMANDS } from './products.ts';
import { createProgress, type Terminal, withoutControls } from './output.ts';
import { codeOf, reasonOf } from '../base/error-code.ts';
import { SettingsError } from '../server/environment.ts';
import { type ShopClient, createShopClient, readShopAccess } from './client.ts';

/** Every operation by its name, for what has no command of its own and for scripts (docs/api.md). */
const RUN_COMMAND: ShopCommand = {
  name: 'run [OPERATION] [FIELDS...]',
  summary: 'do any operation of the API by its name; without one, list them',
  details: 'A field is NAME=VALUE. A value that begins with [ or { is JSON. docs/api.md has the fields of each.',
  examples: { 'run figures.show days=30': 'the answer is that of the API' },
  run: runOperation,
};

const GROUPS: readonly CommandGroup[] = [
  PRODUCT_COMMANDS,
  ORDER_COMMANDS,
  ACCOUNT_COMMANDS,
  OPERATOR_COMMANDS,
  SETTING_COMMANDS,
  AREA_COMMANDS,
];
const SINGLE: readonly ShopCommand[] = [
  BAZAAR_COMMAND,
  CASH_COMMAND,
  DUES_COMMAND,
  DOCTOR_COMMAND,
  BACKUP_COMMAND,
  RESTORE_COMMAND,
  RUN_COMMAND,
];

const PREFIX = 'npm run shop --';

const SETTINGS = `
Settings (environment or .env):
  SHOP_URL         the shop to talk to; by default the one on this machine
  OPERATOR_TOKEN   the operator's token; by default the one in DATA_DIR/operator-token

Exit status: 0 done, 1 refused or failed, 2 wrong usage.`;

/** `run` gets the chosen command, and its arguments. @throws {UsageError}; {CommanderError} when help was shown. */
function createProgram(terminal: Terminal, run: (command: ShopCommand, taken: Command) => Promise<void>) {
  const create = (name: string, description: string): Command => {
    const created: Command = new Command(name)
      .description(description)
      .helpOption('-h, --help', 'show this help')
      .helpCommand(false)
      .configureHelp(HELP)
      .configureOutput({
        writeOut: (text) => terminal.stdout.write(text),
        writeErr: (text) => terminal.stderr.write(text),
        outputError: () => {},
      })
      .exitOverride((error) => {
        const { code, message } = error;
        if (code === 'commander.excessArguments') checkNotConsumedByNpm(created, terminal);
        throw code.startsWith('commander.help') ? error : new UsageError(complaintOf(code, message, created));
      });
    return created;
  };
  const add = (parent: Command, command: ShopCommand): void => {
    const { name, summary, details, options = {}, examples } = command;
    const [, own = '', words = ''] = /^(?:\S+ (?=[a-z]))?(\S+) ?(.*)$/.exec(name) ?? [];
    const added = create(own, [`${capitalized(summary)}.`, details ?? []].flat().join('\n\n'))
      .summary(summary)
      .option('--json', 'answer in JSON, for scripts')
      .addHelpText('after', examplesText(examples) + SETTINGS)
      .action(() => run(command, added));
    if (words !== '') added.arguments(words);
    for (const [flags, help] of Object.entries(options)) added.option(flags, help);
    parent.addCommand(added);
  };
  const first = [...GROUPS.flatMap(({ commands }) => commands.slice(0, 2)), ...SINGLE];
  const program = create('', 'Runs the shop from the command line. Open pages show every change at once.').addHelpText(
    'after',
    `${examplesText(Object.fromEntries(first.flatMap(({ examples }) => Object.entries(examples).slice(0, 1))))}${SETTINGS}`,
  );
  for (const { name, summary, commands } of GROUPS) {
    const examples = Object.assign({}, ...commands.map(({ examples }) => examples));
    const group = create(name, summary).addHelpText('after', examplesText(examples));
    program.addCommand(group);
    for (const command of commands) add(group, command);
  }
  for (const command of SINGLE) add(program, command);
  return program;
}

const HELP: Partial<Help> = {
  visibleCommands: ({ commands }) =>
    commands.flatMap((command) => (command.commands.length > 0 ? command.commands : command)),
  commandUsage: (command) => `${PREFIX} ${usageOf(command)}`,
  subcommandTerm: usageOf,
  longestSubcommandTermLength: () => 0,
  // Each command with its summary below it, so that the lines fit a narrow terminal.
  formatItem: (term, width, description, help) =>
    term.startsWith('-')
      ? Help.prototype.formatItem.call(help, term, width, description, help)
      : `  ${term}\n      ${description}`,
};

/** 'products import FILE [--dry-run]'. */
function usageOf(command: Command): string {
  if (command.commands.length > 0) return `${pathOf(command)} COMMAND`.trim();
  const words = command.registeredArguments.map((word) => (word.variadic ? `${word.name()} …` : word.name()));
  const options = command.options.flatMap(({ long, flags }) =>
    long === '--json' ? [] : `[${flags.replaceAll(/[<>]/g, '')}]`,
  );
  return [pathOf(command), ...words, ...options].join(' ');
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : '';
}

/** Without the `--`, npm takes `--dry-run` for itself, and the shop would really import. @throws {UsageError} */
export function checkNotConsumedByNpm(taken: Command, { environment }: Terminal): void {
  const consumed = taken.options.find(
    (option) =>
      taken.getOptionValue(option.attributeName()) === undefined &&
      environment[`npm_config_${option.name().replaceAll('-', '_')}`],
  );
  if (consumed?.long)
    throw new UsageError(`npm took ${consumed.long} as its own option: write -- before the command, npm run shop -- …`);
}

function complaintOf(code: string, message: string, command: Command): string {
  const { args, commands, registeredArguments } = command;
  const path = pathOf(command);
  switch (code) {
    case 'commander.unknownCommand': {
      const names = commands.map((known) => pathOf(known)).join(', ');
      return `there is no command ${`${path} ${args[0]}`.trim()}; the commands are ${names} (see --help)`;
    }
    case 'commander.missingArgument':
      return `${path}: an argument is missing; usage: ${usageOf(command)}`;
    case 'commander.excessArguments':
      return `${path}: the argument ${args[registeredArguments.length]} is one too many (see --help)`;
    default:
      return `${path}: ${message.replace('error: ', '')} (see --help)`.trim();
  }
}

function examplesText(examples: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(examples).map((line) => line.length));
  const lines = Object.entries(examples).map(([line, meaning]) => `\n  ${PREFIX} ${line.padEnd(width)}  ${meaning}`);
  return `\nExamples:${lines.join('')}\n`;
}

/**
 * Runs one command line. Never throws: errors are one line on standard error. Returns the exit status: 0: done, 1: the
 * shop refused, or it failed, 2: bad usage.
 */
export async function runShop(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const progress = createProgress(terminal.stderr);
  try {
    const program = createProgram(terminal, async (command, taken) => {
      checkNotConsumedByNpm(taken, terminal);
      let client: ShopClient | undefined;
      const shop = (): ShopClient => (client ??= createShopClient(readShopAccess(terminal.environment)));
      const options: Call['options'] = taken.opts();
      await command.run({ args: taken.args, options, json: options.json === true, terminal, progress, shop });
    });
    await program.parseAsync(args[0] === 'help' ? [...args.slice(1), '--help'] : args, { from: 'user' });
    progress.clear();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // The reader of our output (`| head`) has closed it. That is no error.
    if (codeOf(error) === 'EPIPE') return 0;
    progress.clear();
    terminal.stderr.write(`shop: ${reasonOf(error).split('\n').map(withoutControls).join(' ')}\n`);
    if (error instanceof UsageError) return 2;
    const isExpected = error instanceof Failure || error instanceof SettingsError;
    if (error instanceof Error && !isExpected) terminal.stderr.write(`${error.stack}\n`);
    return 1;
  }
}

async function runOperation(call: Call): Promise<void> {
  const [name, ...fields] = call.args;
  if (name === undefined) {
    const summaries = Object.fromEntries(Object.entries(OPERATIONS).map(([known, { summary }]) => [known, summary]));
    print(call, summaries, () =>
      Object.entries(summaries)
        .map(([known, summary]) => `${known}\n    ${summary}\n`)
        .join(''),
    );
    return;
  }
  if (!Object.hasOwn(OPERATIONS, name)) throw new UsageError(`there is no operation ${name}: run alone lists them`);
  const input = Object.fromEntries(fields.map(fieldOf));
  const answer: unknown = await call.shop().run(name as OperationName, input as never);
  print(call, answer ?? null, () => (answer === undefined ? 'Done.\n' : `${JSON.stringify(answer, null, 2)}\n`));
}

function fieldOf(word: string): [string, unknown] {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/su.exec(word) ?? [];
  if (name === '') throw new UsageError(`${word} is not NAME=VALUE`);
  try {
    return [name, /^[[{]/.test(value) ? JSON.parse(value) : value];
  } catch {
    throw new UsageError(`${name} is not JSON`);
  }
}
