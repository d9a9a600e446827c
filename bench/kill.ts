/**
 * Whether every acknowledged order survives SIGKILL exactly once, and how long the shop takes to open again: with a
 * server of its own, which ends with it, and with one that goes on.
 */
import { type KillResults, killRounds } from '../test/support/kill-rounds.ts';
import { percentile } from '../test/support/percentile.ts';
import { atMost, type Bench, rounded } from './report.ts';
import { SERVERS, SERVER_NAMES } from './shop.ts';

/** For each kind of server; fewer only to try it. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1_000);
/** Shops of each kind that are killed side by side, each with data of its own: a shop alone leaves processors idle. */
const SHOPS = 2;

export const bench: Bench = {
  name: 'kill',
  about: `${ROUNDS} times SIGKILL while orders are placed`,
  async run(show) {
    let done = 0;
    const onRound = (): void => show('rounds', (done += 1), SERVERS.length * ROUNDS);
    const results = await Promise.all(
      SERVERS.map(async (kind) => {
        const one = (): Promise<KillResults> =>
          killRounds({ rounds: ROUNDS / SHOPS, server: kind === 'given', onRound });
        return { kind, figures: together(await Promise.all(Array.from({ length: SHOPS }, one))) };
      }),
    );
    return {
      title: `Orders and SIGKILL, ${ROUNDS} rounds`,
      goals: results.map(({ kind, figures }) =>
        atMost(`orders lost, doubled or altered, ${SERVER_NAMES[kind]}`, figures.faults.length, 0, 'orders'),
      ),
      tables: [
        {
          title:
            'Every acknowledged order is looked for after each kill; unanswered ones are sent again or settled under their keys',
          columns: ['server', 'acknowledged', 'unanswered', 'of them made', 'faults', 'reopening p50, ms', 'p95, ms'],
          rows: results.map(({ kind, figures }) => [
            SERVER_NAMES[kind],
            figures.acknowledged,
            figures.unanswered,
            figures.madeUnanswered,
            figures.faults.length,
            rounded(percentile(figures.reopenMs, 50)),
            rounded(percentile(figures.reopenMs, 95)),
          ]),
        },
      ],
      notes: [
        `Of each kind ${SHOPS} shops at the same time, with data of their own, and with compiled code (NODE_COMPILE_CACHE). The times of opening are not those of an idle machine.`,
        'At each shop four customers order at the same time; each third order is sent twice at once, as a nervous finger does.',
      ],
      plot: {
        panels: [
          {
            title: 'Opening again after SIGKILL, p95',
            unit: 'ms',
            bars: results.map(({ kind, figures }) => ({
              label: `Sodai, ${SERVER_NAMES[kind]}`,
              value: percentile(figures.reopenMs, 95),
            })),
          },
        ],
      },
    };
  },
};

/** The figures of several shops as one. */
function together(shops: readonly KillResults[]): KillResults {
  const sum = (figure: 'acknowledged' | 'unanswered' | 'madeUnanswered'): number =>
    shops.reduce((total, shop) => total + shop[figure], 0);
  return {
    acknowledged: sum('acknowledged'),
    unanswered: sum('unanswered'),
    madeUnanswered: sum('madeUnanswered'),
    reopenMs: shops.flatMap(({ reopenMs }) => reopenMs),
    faults: shops.flatMap(({ faults }) => faults),
  };
}
