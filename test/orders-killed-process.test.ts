import { test } from 'vitest';
import { killRounds } from './support/kill-rounds.ts';
import { percentile } from './support/percentile.ts';

const ROUNDS = 6;

test.for(['pglite', 'postgres'] as const)(
  'on %s every acknowledged order survives SIGKILL exactly once',
  // Starting and killing leaves a core idle, so both databases in parallel take little longer than one.
  { concurrent: true, timeout: 1_200_000 },
  async (database, { expect }) => {
    const { acknowledged, unanswered, madeUnanswered, reopenMs, faults } = await killRounds({
      rounds: ROUNDS,
      database,
    });
    expect(faults).toEqual([]);
    // Makes sure that kills really interrupted orders.
    expect(unanswered).toBeGreaterThan(ROUNDS / 2);
    expect(reopenMs).toHaveLength(ROUNDS);
    console.info(
      `${database}: ${ROUNDS} kills, ${acknowledged} orders acknowledged, ${unanswered} unanswered (${madeUnanswered} of them made), ` +
        `reopening p95 ${percentile(reopenMs, 95).toFixed(0)} ms`,
    );
  },
);
