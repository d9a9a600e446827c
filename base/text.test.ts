import { expect, test } from 'vitest';
import { testAll } from '../test/support/properties.ts';
import { characterCount, suggestedId } from './text.ts';
import { PRODUCT_ID_PATTERN } from '../domain/catalogue/product.ts';
import * as fc from 'fast-check';

test('characters are counted as people see them in a limit', () => {
  expect([characterCount(''), characterCount('🥚a'), characterCount('রুই')]).toEqual([0, 2, 3]);
});

test.each([
  ['Miniket Rice, 5 kg', 'miniket-rice-5-kg'],
  ['  Café “Crème” ', 'cafe-creme'],
  ['রুই মাছ', ''],
  ['a'.repeat(63) + ' b', 'a'.repeat(63)],
])('%j has the id %j', (name, id) => expect(suggestedId(name)).toBe(id));

testAll('a suggested id is valid or empty', fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
  const id = suggestedId(name);
  expect(id === '' || PRODUCT_ID_PATTERN.test(id)).toBe(true);
});
