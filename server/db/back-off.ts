/**
 * The wait before the next attempt, in ms: doubles from `first` to `longest`, minus a random part up to half, so that processes do not all
 * try again at the same moment. `failures` counts from 0.
 */
export function backOff(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(first * 2 ** failures, longest) * (0.5 + Math.random() / 2);
}
