/**
 * Whether every acknowledged order survives SIGKILL exactly once, and how long the shop takes to open again; on both
 * databases.
 */
import { killRounds } from '../test/support/kill-rounds.ts';
import { percentile } from '../test/support/percentile.ts';
import { atMost, type Bench, rounded } from './report.ts';
import { DATABASE_NAMES, type DatabaseKind } from './shop.ts';

const ROUNDS = 200;
const DATABASES: readonly DatabaseKind[] = ['postgres', 'pglite'];

export const bench: Bench = {
  name: 'kill',
  about: `${ROUNDS} times SIGKILL while orders are placed, both databases`,
  async run(show) {
    const results = [];
    for (const [at, kind] of DATABASES.entries()) {
      const onRound = (round: number): void =>
        show(DATABASE_NAMES[kind], at * ROUNDS + round, DATABASES.length * ROUNDS);
      results.push({ kind, figures: await killRounds({ rounds: ROUNDS, database: kind, onRound }) });
    }
    return {
      title: `Orders and SIGKILL, ${ROUNDS} rounds`,
      goals: results.map(({ kind, figures }) =>
        atMost(`orders lost, doubled or altered on ${DATABASE_NAMES[kind]}`, figures.faults.length, 0, 'orders'),
      ),
      tables: [
        {
          title:
            'Every acknowledged order is looked for after each kill; unanswered ones are sent again or settled under their keys',
          columns: ['database', 'acknowledged', 'unanswered', 'of them made', 'faults', 'reopening p50, ms', 'p95, ms'],
          rows: results.map(({ kind, figures }) => [
            DATABASE_NAMES[kind],
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
        'Four customers order at the same time; each third order is sent twice at once, as a nervous finger does.',
      ],
      plot: {
        panels: [
          {
            title: 'Opening again after SIGKILL, p95',
            unit: 'ms',
            bars: results.map(({ kind, figures }) => ({
              label: `Sodai, ${DATABASE_NAMES[kind]}`,
              value: percentile(figures.reopenMs, 95),
            })),
          },
        ],
      },
    };
  },
};
