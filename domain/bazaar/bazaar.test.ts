import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testAll } from '../../test/support/properties.ts';
import { boughtUnit, piecesOf, quantityOf, sumOf, toBuy } from './bazaar.ts';

const text = (weight: string, unit: string, pieces: number): string => {
  const { weight: sum, unit: of } = sumOf(pieces, boughtUnit({ weight, unit }));
  return `${sum} ${of}`;
};

test.each([
  ['1', 'kg', 46, '46 kg'],
  ['500', 'g', 5, '2.5 kg'],
  ['250', 'ml', 3, '0.75 L'],
  ['1', 'dozen', 4, '4 dozen'],
  ['12', 'pcs', 3, '3 dozen'],
  ['4', 'pcs', 2, '8 pcs'],
  ['1-2', 'kg', 3, '3 pcs'],
  ['1', 'bunch', 7, '7 pcs'],
  ['', '', 2, '2 pcs'],
])('%s %s, %i pieces of it, are %s', (weight, unit, pieces, sum) => {
  expect(text(weight, unit, pieces)).toBe(sum);
});

testAll(
  'what is bought in the larger unit is the same in pieces',
  fc.integer({ min: 1, max: 9_999 }),
  fc.constantFrom(['1', 'kg'], ['250', 'g'], ['1.5', 'L'], ['12', 'pcs'], ['1', 'bunch']),
  (pieces, [weight = '', unit = '']) => {
    const of = boughtUnit({ weight, unit });
    expect(piecesOf(quantityOf(pieces, of), of)).toBe(pieces);
  },
);

test('what the orders hold, and what is in stock, is not bought', () => {
  expect(toBuy({ ordered: 10, held: 0, stock: null })).toBe(10);
  expect(toBuy({ ordered: 10, held: 3, stock: 4 })).toBe(3);
  expect(toBuy({ ordered: 2, held: 2, stock: 8 })).toBe(0);
});
