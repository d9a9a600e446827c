/** What must hold for all values of some kinds, which fast-check generates. */
import * as fc from 'fast-check';
import { test } from 'vitest';

/** One kind for each value, and then what must hold of the values. */
type Statement<Values extends [unknown, ...unknown[]]> = [
  ...kinds: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  holds: (...values: Values) => boolean | void,
];

export function forAll<Values extends [unknown, ...unknown[]]>(...statement: Statement<Values>): void {
  fc.assert(fc.property(...statement));
}

/** A test that states nothing else. */
export function testAll<Values extends [unknown, ...unknown[]]>(name: string, ...statement: Statement<Values>): void {
  test.each([name])('%s', () => forAll(...statement));
}
