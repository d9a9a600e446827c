/** `npm run bench [-- NAME …]`: runs the benchmarks, prints tables, writes JSON and plots into bench/results. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { createProgress, formatTable } from '../cli/output.ts';
import { buildWhenStale } from '../server/build/build.ts';
import { drawPlot } from './plot.ts';
import { type Bench, machine, type Report, type Table } from './report.ts';
import { summaryOf } from './summary.ts';

const { version } = packageJson;
const RESULTS = path.join(import.meta.dirname, 'results');

/** In the order in which they run; each is imported when it starts. */
const BENCHES: Readonly<Record<string, () => Promise<{ bench: Bench }>>> = {
  pages: () => import('./pages.ts'),
  weight: () => import('./weight.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  hand: () => import('./hand.ts'),
  orders: () => import('./orders.ts'),
  scale: () => import('./scale.ts'),
  kill: () => import('./kill.ts'),
  simulate: () => import('./simulate.ts'),
  failover: () => import('./failover.ts'),
  upgrade: () => import('./upgrade.ts'),
  'catalogue-size': () => import('./catalogue-size.ts'),
  live: () => import('./live.ts'),
  import: () => import('./import.ts'),
  start: () => import('./start.ts'),
  overload: () => import('./overload.ts'),
  fuzz: () => import('./fuzz.ts'),
};

const progress = createProgress(process.stderr);
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const names = args.length > 0 ? args : Object.keys(BENCHES);
  const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) {
    const isHelp = unknown.some((name) => name === '--help' || name === 'help');
    console.error(`Usage: npm run bench [-- NAME …], with NAME one of\n  ${Object.keys(BENCHES).join('\n  ')}`);
    return isHelp ? 0 : 2;
  }
  await buildWhenStale();
  await mkdir(RESULTS, { recursive: true });
  let missed = 0;
  for (const name of names) {
    try {
      missed += await measure(name);
      await writeFile(path.join(RESULTS, 'README.md'), summaryOf(RESULTS, Object.keys(BENCHES)));
    } catch (error) {
      progress.clear();
      console.error(`${name} could not be measured:`, error);
      return 1;
    }
  }
  if (missed > 0) console.log(`${missed} ${missed === 1 ? 'goal was' : 'goals were'} not reached in this run.`);
  return 0;
}

/** Runs one benchmark and returns the number of missed goals. */
async function measure(name: string): Promise<number> {
  const { bench } = (await BENCHES[name]?.()) ?? {};
  if (!bench) return 0;
  const where = machine();
  const started = performance.now();
  const report = await bench.run((label, done, total) => progress.show(`${name}: ${label}`, done, total));
  progress.clear();
  const seconds = Math.round(performance.now() - started) / 1000;
  print(name, report, seconds);
  const { plot, isPart, ...figures } = report;
  const missed = report.goals.filter(({ met }) => !met).length;
  if (isPart) return missed;
  const written = { name, version, measuredAt: new Date().toISOString(), seconds, machine: where, ...figures };
  await writeFile(path.join(RESULTS, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`);
  await writeFile(path.join(RESULTS, `${name}.svg`), drawPlot(report.title, plot));
  return missed;
}

function print(name: string, { title, goals, tables, notes }: Report, seconds: number): void {
  console.log(`\n${name}: ${title} (${seconds.toFixed(0)} s)`);
  for (const { title: heading, columns, rows } of tables) {
    console.log(`\n${heading}`);
    console.log(
      formatTable(
        rows,
        columns.map((heading, at) => ({ heading, value: (row: Table['rows'][number]) => row[at] ?? '' })),
      ).trimEnd(),
    );
  }
  if (goals.length > 0) {
    console.log('\nGoals');
    for (const { what, goal, measured, met } of goals)
      console.log(`  ${met ? '✓' : '✗'} ${what}: ${measured} (${goal})`);
  }
  for (const note of notes) console.log(`  · ${note}`);
}
