import { test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';
import { percentile } from './support/percentile.ts';

/** Few: `npm run bench -- kill` has 1,000. */
const ROUNDS = 2;

test.for([
  { server: false, name: 'a server of its own' },
  { server: true, name: 'a server that goes on' },
])(
  'with $name every acknowledged order survives SIGKILL exactly once',
  // Starting and killing leaves a core idle, so both in parallel take little longer than one.
  { concurrent: true, timeout: 1_200_000 },
  async ({ server, name }, { expect }) => {
    const { acknowledged, unanswered, madeUnanswered, reopenMs, faults } = await killRounds({ rounds: ROUNDS, server });
    expect(faults).toEqual([]);
    // Makes sure that kills really interrupted orders.
    expect(unanswered).toBeGreaterThan(ROUNDS / 2);
    expect(reopenMs).toHaveLength(ROUNDS);
    console.info(
      `${name}: ${ROUNDS} kills, ${acknowledged} orders acknowledged, ${unanswered} unanswered (${madeUnanswered} of them made), ` +
        `reopening p95 ${percentile(reopenMs, 95).toFixed(0)} ms`,
    );
  },
);
