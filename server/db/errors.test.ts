import { expect, test } from 'vitest';
import { backOff } from './errors.ts';

test('waits between attempts grow, are random and have a limit', () => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const longest = Math.min(50 * 2 ** attempt, 3_000);
    const wait = backOff(attempt, { first: 50, longest: 3_000 });
    expect(wait).toBeGreaterThanOrEqual(longest / 2);
    expect(wait).toBeLessThanOrEqual(longest);
  }
});
