import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { movingMean, ticksUpTo } from './charts.tsx';
import { testAll } from '../../../test/support/properties.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [40, [0, 10, 20, 30, 40]],
  [41, [0, 20, 40, 60]],
  [1_234_567.5, [0, 500_000, 1_000_000, 1_500_000]],
])('an axis up to %d has the values %j', (most, ticks) => expect(ticksUpTo(most)).toEqual(ticks));

testAll(
  'an axis has few whole values, and nothing is above it',
  fc.double({ min: 0, max: 1e12, noNaN: true }),
  (most) => {
    const ticks = ticksUpTo(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.every(Number.isInteger)).toBe(true);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
  },
);

test('a mean is that of the neighbours that there are', () => {
  expect(movingMean([3, 6, 9, 0], 3)).toEqual([4.5, 6, 5, 4.5]);
  expect(movingMean([3, 6], 1)).toEqual([3, 6]);
});
