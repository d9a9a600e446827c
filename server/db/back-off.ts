/** The wait after `failures` (from 0) failures, in ms: doubles, minus a random part, so that processes do not all try again at the same moment. */
export function backOff(failures: number, { first, longest }: { first: number; longest: number }): number {
  return Math.min(first * 2 ** failures, longest) * (0.5 + Math.random() / 2);
}
