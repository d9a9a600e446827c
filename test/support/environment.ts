/**
 * What decides the outcome of tests, the same on every machine: fonts, locale, time zone, home, programs. Nothing else
 * of the machine's environment reaches a test. The settings of Vitest and Playwright adopt it, so it holds for a single
 * test too.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { PROGRAM_FOLDERS } from './programs.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Tells the processes that a run starts that theirs is this one already. */
const ADOPTED = 'SODAI_TEST_ENVIRONMENT';
const CACHE = path.join(ROOT, 'node_modules/.cache');

/** What whoever runs the tests may say: seeds, the folder for temporary files, a clock (faketime) for a whole run. */
const TAKEN_OVER = /^(?:CI|TMPDIR|FC_SEED|SIMULATE_\w+|SODAI_\w+|FORCE_COLOR|NO_COLOR|LD_PRELOAD|FAKETIME\w*)$/;

/** Of tools that a run starts: they find the same as the tests. */
export function testEnvironment(machine: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const home = path.join(CACHE, 'home');
  mkdirSync(home, { recursive: true });
  const taken = Object.entries(machine).filter(
    (entry): entry is [string, string] => TAKEN_OVER.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(taken),
    [ADOPTED]: 'yes',
    PATH: [path.join(ROOT, 'node_modules/.bin'), ...PROGRAM_FOLDERS].join(path.delimiter),
    HOME: home,
    XDG_CACHE_HOME: CACHE,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    FONTCONFIG_FILE: path.join(ROOT, 'test/fonts/fonts.conf'),
    // TypeScript's compiler collects its garbage less often: a third less work.
    GOGC: '400',
    // Tests start some hundred Node processes: the compiled code of one serves the next.
    NODE_COMPILE_CACHE: path.join(CACHE, 'compiled'),
  };
}

/** Makes it that of this process and of those that it starts. */
export function adoptTestEnvironment(): void {
  if (process.env[ADOPTED] !== undefined) return;
  const environment = testEnvironment();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}
