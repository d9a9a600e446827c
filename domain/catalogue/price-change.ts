import { readPoisha } from '../typed/number.ts';

/** How many times as much, or as little, a price is asked about before it is saved. */
const FAR = 3;

/** Whether a new price is so far from the old one that a finger may have slipped. Both in Tk, as they are typed. */
export function isFarPrice(before: unknown, now: unknown): boolean {
  const [old, wanted] = [readPoisha(before) ?? 0, readPoisha(now) ?? 0];
  return old > 0 && wanted > 0 && (wanted >= FAR * old || old >= FAR * wanted);
}
