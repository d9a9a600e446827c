/**
 * Whether anything breaks a shop that is disturbed: random walks through its life with faults of the database, kills,
 * jumps of the clock, lost notifications and a bad mail server, against a plain model; and each call to the database of
 * each journey failing in each way. `SIMULATE_SEED=n` walks that seed alone and prints its steps, `SIMULATE_SEEDS=n`
 * walks so many, from `SIMULATE_FIRST` on.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startPostgres } from '../test/support/postgres-server.ts';
import { atLeast, atMost, type Bench, type Report } from './report.ts';
import type { JourneyResult } from './simulate/nth-call.ts';
import { STEPS, type Walk } from './simulate/walk.ts';

const ONLY = process.env.SIMULATE_SEED === undefined ? null : Number(process.env.SIMULATE_SEED);
const GOAL = 10_000;
const SEEDS = Number(process.env.SIMULATE_SEEDS ?? GOAL);
const FIRST = Number(process.env.SIMULATE_FIRST ?? 1);
/** Its results are not those of the benchmark. */
const IS_PART = ONLY !== null || SEEDS < GOAL;
/** Side by side: a walk waits for PostgreSQL, or PostgreSQL for it. */
const WALKERS = 3;
/** In one process, in which killed shops leave their memory. */
const SEEDS_OF_A_PROCESS = 200;
const SHOWN = 20;
/** Most of what a request makes is gone after it: it need not be looked at so often. */
const OPTIONS = [...process.execArgv, '--max-semi-space-size=32'];

type Message = { walk: Walk } | { journey: JourneyResult };

export const bench: Bench = {
  name: 'simulate',
  about: `${SEEDS} seeds, and each call of each journey`,
  async run(show) {
    const server = await startPostgres();
    const walks: Walk[] = [];
    const journeys: JourneyResult[] = [];
    const onMessage = (message: Message): void => {
      if ('journey' in message) journeys.push(message.journey);
      else {
        walks.push(message.walk);
        // A run takes long, and what happens at once may not happen so again.
        if (ONLY === null && message.walk.broken !== null)
          console.error([`seed ${message.walk.seed}:`, ...message.walk.steps, message.walk.broken].join('\n'));
      }
      if (ONLY === null) show('seeds', walks.length, SEEDS);
    };
    try {
      if (ONLY === null) {
        let next = FIRST;
        const last = FIRST + SEEDS - 1;
        const walkOn = async (): Promise<void> => {
          while (next <= last) {
            const first = next;
            next += SEEDS_OF_A_PROCESS;
            await work([server.url, `walks_${first}`, first, Math.min(next - 1, last)], onMessage);
          }
        };
        const walkers = Array.from({ length: WALKERS }, walkOn);
        await Promise.all([...walkers, work([server.url, 'calls'], onMessage)]);
      } else {
        await work([server.url, 'walk', ONLY, ONLY], onMessage);
        console.log(walks.flatMap(({ steps, broken }) => [...steps, broken ?? 'All holds.']).join('\n'));
      }
    } finally {
      await server.stop();
    }
    return reportOf(walks, journeys);
  },
};

async function work(args: readonly (string | number)[], onMessage: (message: Message) => void): Promise<void> {
  const child = fork(path.join(import.meta.dirname, 'simulate/worker.ts'), args.map(String), { execArgv: OPTIONS });
  child.on('message', onMessage);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`a process of the simulation ended with ${code}`);
}

function reportOf(walks: readonly Walk[], journeys: readonly JourneyResult[]): Report {
  const broken = walks.filter((walk) => walk.broken !== null);
  const sum = (figure: 'requests' | 'faults'): number => walks.reduce((total, walk) => total + walk[figure], 0);
  const failed = journeys.flatMap(({ faults }) => faults);
  const runs = journeys.reduce((total, journey) => total + journey.runs, 0);
  return {
    title: `A shop in a simulated world, ${walks.length.toLocaleString('en')} seeds of ${STEPS} steps`,
    isPart: IS_PART,
    goals: [
      atLeast('seeds', walks.length, ONLY === null ? Math.min(SEEDS, GOAL) : 1),
      atMost('seeds after which something does not hold', broken.length, 0),
      atMost('calls whose failure leads elsewhere', failed.length, 0),
    ],
    tables: [
      {
        title: 'Random walks',
        columns: ['seeds', 'requests', 'asked again after a fault', 'broken'],
        rows: [[walks.length, sum('requests'), sum('faults'), broken.length]],
      },
      {
        title: 'Each call to the database failing in seven ways',
        columns: ['journey', 'calls', 'runs', 'broken'],
        rows: journeys.map(({ name, calls, runs, faults }) => [name, calls, runs, faults.length]),
      },
      {
        title: 'What does not hold',
        columns: ['where', 'what'],
        rows: [
          ...broken
            .slice(0, SHOWN)
            .map((walk): [string, string] => [`seed ${walk.seed}`, String(walk.broken).slice(0, 300)]),
          ...failed.slice(0, SHOWN).map((text): [string, string] => ['call', text.slice(0, 300)]),
        ],
      },
    ],
    notes: [
      `Two processes of the shop on one database. ${runs.toLocaleString('en')} runs had one failing call.`,
      'PostgreSQL keeps its data as long as it runs: what a power cut or SIGKILL of the server takes is measured by `kill` and `failover`.',
      'A seed is walked again with SIMULATE_SEED=its number, which prints its steps.',
    ],
    plot: {
      panels: [
        {
          title: 'Calls to the database, each failed in seven ways',
          unit: 'calls',
          bars: journeys.map(({ name, calls }) => ({ label: name, value: calls })),
        },
      ],
    },
  };
}
