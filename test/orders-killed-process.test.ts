import { test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';
import { percentile } from './support/percentile.ts';

/** Few rounds: `npm run bench -- kill` has 1,000. */
test.for([
  { server: false, rounds: 2, name: 'a server of its own' },
  { server: true, rounds: 1, name: 'a server that goes on' },
])(
  'with $name every acknowledged order survives SIGKILL exactly once',
  // Starting and killing leaves a core idle, so both in parallel take little longer than one.
  { concurrent: true, timeout: 1_200_000 },
  async ({ server, rounds, name }, { expect }) => {
    const { acknowledged, unanswered, madeUnanswered, reopenMs, faults } = await killRounds({ rounds, server });
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(rounds);
    expect(unanswered).toBeGreaterThanOrEqual(rounds);
    console.info(
      `${name}: ${reopenMs.length} kills, ${acknowledged} orders acknowledged, ${unanswered} unanswered (${madeUnanswered} of them made), ` +
        `reopening p95 ${percentile(reopenMs, 95).toFixed(0)} ms`,
    );
  },
);
