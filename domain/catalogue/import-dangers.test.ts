import { expect, test } from 'vitest';
import { isFarPrice } from './import-dangers.ts';

test.each([
  ['67', '6764', true],
  ['90', '270', true],
  ['90', '269.99', false],
  ['90', '30', true],
  ['90', '30.01', false],
  ['৯০', 'Tk 2,70.00', false],
  ['90', '৯০০', true],
  // The rules of prices speak first.
  ['90', '0', false],
  ['90', '-400', false],
  ['90', 'nine', false],
  ['', '90', false],
])('a price of %s becomes %s: asked is %s', (before, now, asked) => {
  expect(isFarPrice(before, now)).toBe(asked);
});
