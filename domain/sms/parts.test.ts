import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { smsParts } from './parts.ts';

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  // Two septets each.
  ['€'.repeat(80), 1],
  [`${'€'.repeat(80)}a`, 2],
  ['অ'.repeat(70), 1],
  ['অ'.repeat(71), 2],
  ['অ'.repeat(134), 2],
  ['অ'.repeat(135), 3],
  // One letter of another alphabet, and a sign that is two UTF-16 units.
  [`${'a'.repeat(70)}৳`, 2],
  ['🥕'.repeat(35), 1],
  ['🥕'.repeat(36), 2],
  // No letter of the alphabet, though of Latin: c with a cedilla, a backtick.
  [`${'a'.repeat(70)}ç`, 2],
  [`${'a'.repeat(70)}\``, 2],
])('%j counts as %i', (text, parts) => expect(smsParts(text)).toBe(parts));

const anyText = fc.string({ unit: 'binary', maxLength: 500 });

test('a longer text never counts less, and no part is larger than what operators take', () => {
  fc.assert(
    fc.property(anyText, anyText, (text, more) => {
      expect(smsParts(text + more)).toBeGreaterThanOrEqual(smsParts(text));
      expect(text.length).toBeLessThanOrEqual(smsParts(text) * 160);
    }),
  );
});
