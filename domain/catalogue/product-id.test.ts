import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { testAll } from '../../test/support/properties.ts';
import { freeId, idOfName, nearIds } from './product-id.ts';
import { PRODUCT_ID_PATTERN } from './product.ts';

test.each([
  ['ডাল', 'dal'],
  ['মসুর ডাল ১ কেজি', 'mosur-dal-1-keji'],
  ['পেঁয়াজ', 'peyaj'],
  ['পে\u0981\u09DFাজ', 'peyaj'],
  ['রুই Fish, 1 kg', 'rui-fish-1-kg'],
  ['米', 'product'],
])('the name %j makes the id %j', (name, id) => expect(idOfName(name)).toBe(id));

testAll('every name makes a valid id', fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
  expect(freeId(idOfName(name), (id) => id === idOfName(name))).toMatch(PRODUCT_ID_PATTERN);
});

test('no id is made twice', () => {
  const taken = new Set(['dal', 'dal-2', 'a'.repeat(64)]);
  expect(freeId('dal', (id) => taken.has(id))).toBe('dal-3');
  expect(freeId('a'.repeat(64), (id) => taken.has(id))).toBe(`${'a'.repeat(62)}-2`);
});

test.each([
  ['tomatos', 'tomato'],
  ['tomat', 'tomato'],
  ['tomata', 'tomato'],
  ['miniket-rice-5kg', 'miniketrice-5-kg'],
  ['rui-1kg', undefined],
  ['tomatoes', undefined],
  ['tea', undefined],
])('%j is nearly %j', (given, near) => {
  const others = ['tomato', 'miniketrice-5-kg', 'rui-2kg', 'ten'];
  const find = nearIds([given]);
  expect(others.filter((other) => find(other) === given)).toEqual(near === undefined ? [] : [near]);
});
