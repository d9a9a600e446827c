/** bench/results/README.md: every goal of every benchmark beside its last figure, from the JSON files there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const resultSchema = z.object({
  title: z.string(),
  /** Of the shop; results before 0.6.0 do not name it. */
  version: z.string().optional(),
  measuredAt: z.iso.datetime(),
  machine: z.object({ processor: z.string(), cores: z.number(), loadBefore: z.number() }),
  goals: z.array(z.object({ what: z.string(), goal: z.string(), measured: z.string(), met: z.boolean() })),
  notes: z.array(z.string()),
});

const INTRODUCTION = `# Goals and figures

Written by \`npm run bench\`: every goal with its last figure. docs/performance.md says how to read them; all tables are in the JSON files.
`;

/** As Markdown, in the order of `names`. A benchmark without a result is left out. */
export function summaryOf(folder: string, names: readonly string[]): string {
  const sections = names
    .filter((name) => existsSync(path.join(folder, `${name}.json`)))
    .map((name) => sectionOf(name, JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'))));
  return [INTRODUCTION, ...sections].join('\n');
}

function sectionOf(name: string, result: unknown): string {
  const { title, version, measuredAt, machine, goals, notes } = resultSchema.parse(result);
  const rows = goals.map(
    ({ what, goal, measured, met }) => `| ${what} | ${goal} | ${measured} | ${met ? '' : 'missed'} |`,
  );
  const table = ['', '| what | goal | measured | |', '| --- | --- | --- | --- |', ...rows];
  const facts = [
    version ?? 'before 0.6.0',
    measuredAt.slice(0, 10),
    `${machine.processor}, ${machine.cores} cores`,
    `load before ${machine.loadBefore.toFixed(1)}`,
  ];
  return [
    `## ${name}: ${title}`,
    '',
    `${facts.join('; ')}. [Figures](${name}.json), [plot](${name}.svg).`,
    ...(goals.length > 0 ? table : []),
    '',
    ...notes.map((note) => `- ${note}`),
    '',
  ].join('\n');
}
