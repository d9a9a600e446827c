import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/arbitraries.ts';
import { foldWords, forgivenLetters, needlesFor, suggestionText, typedWords } from './suggestions.ts';

describe('folding', () => {
  test.each([
    ['  Deshi-Onion  (Red)', 'deshi onion red'],
    ['Crème Brûlée', 'creme brulee'],
    ['ইলীশ', 'ইলিস'],
    ['ইলিশ', 'ইলিস'],
    ['পেঁয়াজ', 'পেয়াজ'],
    ['গাজর ৫০০', 'গাজর 500'],
    ['ক্\u200dষ', 'ক্স'],
    ['\u09DF', '\u09AF\u09BC'],
    ['100%_', '100'],
    ['!?', ''],
  ])('%j becomes %j', (text, folded) => {
    expect(foldWords(text)).toBe(folded);
  });

  test('is stable, without wildcards, spaces at the ends or two spaces together', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const folded = foldWords(text);
        expect(foldWords(folded)).toBe(folded);
        expect(folded).not.toMatch(/^ | $| {2}|[%_\\\n\t]/);
      }),
    );
  });

  test('limits a typed text', () => {
    expect(typedWords('a'.repeat(1_000_000))).toHaveLength(80);
  });
});

describe('what is looked for', () => {
  const text = suggestionText({ name: 'Deshi Potato', name_bn: 'দেশি আলু', aliases: 'alu|gol aloo' });
  const rank = (typed: string) =>
    needlesFor(typedWords(typed)).findIndex((parts) => parts.every((part) => text.includes(part)));

  test.each([
    ['deshi', 0],
    ['Deshi pot', 0],
    ['দেশী', 0],
    ['alu', 1],
    ['আলু', 1],
    ['gol', 1],
    ['pot', 2],
    ['alo', 2],
    ['tato', 3],
    ['alu deshi', 4],
    ['deshi alu', 4],
    ['onion', -1],
    ['potato alu gol deshi', 4],
  ])('%j has rank %d', (typed, expected) => {
    expect(rank(typed)).toBe(expected);
  });
});

describe('wrong letters', () => {
  test.each([
    ['dim', 0],
    ['rice', 1],
    ['elish', 2],
    ['tomato', 2],
    ['4fxyzw', 0],
  ])('in %j: %d', (word, forgiven) => {
    expect(forgivenLetters(word)).toBe(forgiven);
  });
});
