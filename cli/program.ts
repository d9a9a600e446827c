/** The commands as a program of the library: what it takes, its help, and how it complains. */
import { Command, Help } from 'commander';
import { capitalized } from '../base/text.ts';
import { ACCOUNT_COMMANDS } from './accounts.ts';
import { AREA_COMMANDS } from './areas.ts';
import { CASH_COMMAND } from './cash.ts';
import { BACKUP_COMMAND } from './backup.ts';
import { DOCTOR_COMMAND } from './doctor.ts';
import type { CommandGroup, ShopCommand } from './command.ts';
import { UsageError } from './failure.ts';
import { OPERATOR_COMMANDS } from './operators.ts';
import { ORDER_COMMANDS } from './orders.ts';
import { PRODUCT_COMMANDS } from './products.ts';
import { SETTING_COMMANDS } from './shop-settings.ts';
import { RESTORE_COMMAND } from './restore.ts';
import type { Terminal } from './terminal.ts';

const GROUPS: readonly CommandGroup[] = [
  PRODUCT_COMMANDS,
  ORDER_COMMANDS,
  ACCOUNT_COMMANDS,
  OPERATOR_COMMANDS,
  SETTING_COMMANDS,
  AREA_COMMANDS,
];
const SINGLE: readonly ShopCommand[] = [CASH_COMMAND, DOCTOR_COMMAND, BACKUP_COMMAND, RESTORE_COMMAND];

const PREFIX = 'npm run shop --';

const SETTINGS = `
Settings (environment or .env):
  SHOP_URL         the shop to talk to; by default the one on this machine
  OPERATOR_TOKEN   the operator's token; by default the one in DATA_DIR/operator-token

Exit status: 0 done, 1 refused or failed, 2 wrong usage.`;

/** `run` gets the command of a command line, and what the library has taken of it. @throws {UsageError}, and a `CommanderError` after the help was shown. */
export function createProgram(terminal: Terminal, run: (command: ShopCommand, taken: Command) => Promise<void>) {
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

/** `npm run shop products import FILE --dry-run`, without the `--`, would really import: npm takes the option. @throws {UsageError} */
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
