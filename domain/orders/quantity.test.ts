import { expect, test } from 'vitest';
import { parseQuantity, pieces } from './quantity.ts';

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['০১২', 12],
  ['৯৯৯৯', 9_999],
  ['1234567', 1_234_567],
  ['', null],
  ['0', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['12345678', null],
  ['দুই', null],
])('%j is the quantity %j', (text, quantity) => expect(parseQuantity(text)).toBe(quantity));

test('pieces are summed', () => {
  expect(pieces([{ quantity: 2 }, { quantity: 5 }])).toBe(7);
  expect(pieces([])).toBe(0);
});
