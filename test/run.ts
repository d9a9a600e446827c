/**
 * `npm test`: all checks, the fastest ones first. Ends with one line of counts and times, or where something failed.
 * `npm run check` runs those that need no database and no browser.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { testEnvironment } from './support/environment.ts';
import { createMemoryFolder } from './support/memory-folder.ts';
import { ensurePrograms, versionOf } from './support/programs.ts';

interface Step {
  name: string;
  command: readonly string[];
}

const VITEST = 'test-results/vitest.json';
const BROWSER = 'test-results/browser.json';

/** None needs another's result: they run at the same time. */
const CHECKS: readonly Step[] = [
  // With one checker: several do the same work again, and the other checks have the other processors.
  { name: 'types', command: ['tsc', '--noEmit', '--checkers', '1'] },
  { name: 'types of the service worker', command: ['tsc', '-p', 'tsconfig.service-worker.json'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'unused code', command: ['knip'] },
];

const TESTS: readonly Step[] = [
  {
    name: 'unit and service tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${VITEST}`],
  },
  { name: 'browser tests', command: ['playwright', 'test'] },
];

const UNIT_TESTS: Step = { name: 'unit tests', command: ['vitest', 'run', '--project', 'unit'] };

const isQuick = process.argv[2] === 'quick';
const started = performance.now();
const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const temporary = createMemoryFolder();

rmSync('test-results', { recursive: true, force: true });
if (!isQuick) {
  try {
    console.log(`Browser: ${versionOf(ensurePrograms().browser)}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
await runAll([{ name: 'route types', command: ['react-router', 'typegen'] }]);
await runAll([...CHECKS, ...(isQuick ? [UNIT_TESTS] : [])]);
if (isQuick) process.exit();
for (const step of TESTS) await runAll([step]);

const { services, unit } = vitestCounts();
const inBrowser = browserCounts();
console.log(`\n${unit} unit, ${services} service and ${inBrowser} browser tests in ${seconds(started)}`);
console.log(`Tests: ${unit + services + inBrowser} passed, 0 failed`);

function vitestCounts(): { unit: number; services: number } {
  const report: { testResults: { name: string; assertionResults: { status: string }[] }[] } = JSON.parse(
    readFileSync(VITEST, 'utf8'),
  );
  let unit = 0;
  let services = 0;
  for (const { name, assertionResults } of report.testResults) {
    const passed = assertionResults.filter(({ status }) => status === 'passed').length;
    if (name.includes('/server/')) services += passed;
    else unit += passed;
  }
  return { unit, services };
}

function browserCounts(): number {
  const report: { stats: { expected: number; flaky: number } } = JSON.parse(readFileSync(BROWSER, 'utf8'));
  return report.stats.expected + report.stats.flaky;
}

/**
 * Runs the steps at the same time, each to its end: one that is cut off complains of files that are gone. Ends the whole
 * run when one has failed.
 */
async function runAll(steps: readonly Step[]): Promise<void> {
  if ((await Promise.all(steps.map(run))).includes(false)) process.exit(1);
}

/** Whether the step has passed. */
async function run({ name, command }: Step): Promise<boolean> {
  const stepStarted = performance.now();
  const [tool = '', ...args] = command;
  console.log(`▸ ${name}`);
  const step = spawn(process.execPath, [`node_modules/.bin/${tool}`, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...testEnvironment(), ...(temporary === null ? {} : { TMPDIR: temporary }) },
  });
  const [status] = await once(step, 'exit');
  console.log(status === 0 ? `✓ ${name}: ${seconds(stepStarted)}` : `\n✗ ${name} failed after ${seconds(stepStarted)}`);
  return status === 0;
}
