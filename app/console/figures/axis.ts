/** The values that an axis from 0 names: about four steps of 1, 2 or 5, the last at or above `most`. Counts have no half steps. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, at) => at * step);
}

/** The mean of each value and its neighbours, `window` (odd) together; at the ends of those that there are. */
export function movingMean(values: readonly number[], window: number): number[] {
  const reach = (window - 1) / 2;
  return values.map((_, at) => {
    const near = values.slice(Math.max(0, at - reach), at + reach + 1);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}
