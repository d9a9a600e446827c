import { capitalized } from '../domain/text.ts';
import type { Command, CommandGroup, Option } from './command.ts';

const COMMAND_PREFIX = 'npm run shop --';

export const COMMON_OPTIONS: Readonly<Record<string, Option>> = {
  json: { help: 'answer in JSON, for scripts' },
  help: { help: 'show this help' },
};

const SETTINGS_AND_STATUS = [
  'Settings (environment or .env):',
  '  SHOP_URL         the shop to talk to; by default the one on this machine',
  "  OPERATOR_TOKEN   the operator's token; by default the one in DATA_DIR/operator-token",
  '',
  'Exit status: 0 done, 1 refused or failed, 2 wrong usage.',
  '',
];

export function helpOfAll(groups: readonly CommandGroup[]): string {
  const commands = groups.flatMap(({ commands }) => commands);
  return text([
    `Usage: ${COMMAND_PREFIX} COMMAND`,
    '',
    'Runs the shop from the command line. Open pages show every change at once.',
    '',
    'Commands:',
    ...commandLines(commands),
    '',
    'Examples:',
    ...exampleLines(
      groups.flatMap(({ commands }) => commands.slice(0, 2).flatMap(({ examples }) => examples.slice(0, 1))),
    ),
    '',
    ...SETTINGS_AND_STATUS,
    `${COMMAND_PREFIX} COMMAND --help tells more about a command.`,
  ]);
}

export function helpOfGroup({ name, summary, commands }: CommandGroup): string {
  return text([
    `Usage: ${COMMAND_PREFIX} ${name} COMMAND`,
    '',
    summary,
    '',
    'Commands:',
    ...commandLines(commands),
    '',
    'Examples:',
    ...exampleLines(commands.flatMap(({ examples }) => examples)),
    '',
    `${COMMAND_PREFIX} ${name} COMMAND --help tells more about a command.`,
  ]);
}

export function helpOf(command: Command): string {
  const { summary, details = [], options = {}, examples } = command;
  const listed = Object.entries({ ...options, ...COMMON_OPTIONS });
  return text([
    `Usage: ${COMMAND_PREFIX} ${usageOf(command)}`,
    '',
    `${capitalized(summary)}.`,
    ...details,
    '',
    'Options:',
    ...aligned(listed.map(([name, option]) => [optionUsage(name, option), option.help])),
    '',
    'Examples:',
    ...exampleLines(examples),
    '',
    ...SETTINGS_AND_STATUS.slice(0, -1),
  ]);
}

function usageOf({ name, usage, options = {} }: Command): string {
  const given = Object.entries(options).map(([option, spec]) => `[${optionUsage(option, spec)}]`);
  return [name, ...(usage ? [usage] : []), ...given].join(' ');
}

function optionUsage(name: string, { value }: Option): string {
  return value ? `--${name} ${value}` : `--${name}`;
}

/** Each command with its summary below it, so that the lines fit a narrow terminal. */
function commandLines(commands: readonly Command[]): string[] {
  return commands.flatMap((command) => [`  ${usageOf(command)}`, `      ${command.summary}`]);
}

function exampleLines(examples: readonly (readonly [string, string])[]): string[] {
  return aligned(examples.map(([line, meaning]) => [`${COMMAND_PREFIX} ${line}`, meaning]));
}

function aligned(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
