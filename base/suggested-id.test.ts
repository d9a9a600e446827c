import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { PRODUCT_ID_PATTERN } from '../domain/catalogue/product.ts';
import { suggestedId } from './suggested-id.ts';
import { testAll } from '../test/support/properties.ts';

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
