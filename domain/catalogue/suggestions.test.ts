import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/arbitraries.ts';
import { FIRST_CATEGORIES } from '../../test/support/first-categories.ts';
import { testAll } from '../../test/support/properties.ts';
import { foldWords } from './fold-words.ts';
import { forgivenLetters, needlesFor, suggestionText, typedWords } from './suggestions.ts';

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
  ])('%j becomes %j', (text, folded) => expect(foldWords(text)).toBe(folded));

  testAll('is stable, without wildcards, spaces at the ends or two spaces together', anyText(), (text) => {
    const folded = foldWords(text);
    expect(foldWords(folded)).toBe(folded);
    expect(folded).not.toMatch(/^ | $| {2}|[%_\\\n\t]/);
  });

  test('limits a typed text', () => expect(typedWords('a'.repeat(1_000_000))).toHaveLength(80));
});

describe('what is looked for', () => {
  // The part that ends with a line break stands in the names alone (server/catalogue/find.ts).
  const text = suggestionText({ name_bn: 'দেশি আলু', name: 'Deshi Potato', aliases: 'alu|gol aloo' });
  const rank = (typed: string) =>
    needlesFor(typedWords(typed), []).findIndex(({ parts, inNames }) =>
      parts.every((part) => (inNames ? text.split('\t')[0] : text)?.includes(part)),
    );

  test.each([
    ['deshi', 0],
    ['deshi potato', 0],
    ['দেশী', 0],
    ['potato', 1],
    ['Deshi pot', 2],
    ['de', 2],
    ['pot', 3],
    ['আলু', 3],
    ['alu', 4],
    ['gol', 4],
    ['alo', 5],
    ['tato', 6],
    ['alu deshi', 5],
    ['deshi alu', 5],
    ['onion', -1],
    ['potato alu gol deshi', 5],
  ])('%j has rank %d', (typed, expected) => expect(rank(typed)).toBe(expected));
});

test('a category is called by its names in both languages, whatever letters of a sound are written', () => {
  for (const { id, name, nameBn } of FIRST_CATEGORIES) {
    for (const text of [name, nameBn]) expect(needlesFor(typedWords(text), FIRST_CATEGORIES)[0]?.category?.id).toBe(id);
  }
  expect(['TEL', 'মাংশ', 'tels'].map((text) => needlesFor(typedWords(text), FIRST_CATEGORIES)[0]?.category?.id)).toEqual(
    ['oil', 'meat', undefined],
  );
});

test.each([
  ['dim', 0],
  ['rice', 1],
  ['elish', 2],
  ['4fxyzw', 0],
])('wrong letters in %j: %d', (word, forgiven) => expect(forgivenLetters(word)).toBe(forgiven));
