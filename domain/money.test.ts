import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_PRICE_TK,
  discountText,
  formatTenths,
  fromPoisha,
  fromTenths,
  isPrice,
  parseDiscount,
  raisedPrice,
  toPoisha,
} from './money.ts';
import { forAll, testAll } from '../test/support/properties.ts';

describe('prices', () => {
  testAll('are exact in poisha', fc.integer({ min: 1, max: MAX_PRICE_TK * 100 }), (poisha) => {
    expect(toPoisha(fromPoisha(poisha))).toBe(poisha);
    expect(toPoisha(Number((poisha / 100).toFixed(2)))).toBe(poisha);
    expect(isPrice(fromPoisha(poisha))).toBe(true);
  });

  test.each([0, -1, 12.345, 1_000_000.01, Number.NaN, Infinity, '85', null])('%s is no price', (value) => {
    expect(isPrice(value)).toBe(false);
  });
});

testAll(
  'a dearer price is a price in whole Tk, and no percent changes none',
  fc.integer({ min: 1, max: MAX_PRICE_TK }),
  fc.integer({ min: -100, max: 1_000 }),
  (price, percent) => {
    const dearer = raisedPrice(price, percent);
    expect(isPrice(dearer) && Number.isInteger(dearer)).toBe(true);
    expect(Math.sign(dearer - price) * Math.sign(percent)).not.toBe(-1);
    expect(raisedPrice(price, 0)).toBe(price);
  },
);

describe('discounts', () => {
  test.each([
    ['0', 0],
    ['10', 1_000],
    ['12.5', 1_250],
    ['0.05', 5],
    ['99.99', 9_999],
    ['5.50', 550],
  ])('%s is %i hundredths', (text, hundredths) => expect(parseDiscount(text)).toBe(hundredths));

  test.each(['', '100', '-1', '1.234', '5%', ' 5', '5.', '.5', '1e1', '٥'])('%j is no discount', (text) => {
    expect(parseDiscount(text)).toBeNull();
  });

  test('have one shortest form', () => {
    forAll(fc.integer({ min: 0, max: 9_999 }), (hundredths) => {
      expect(parseDiscount(discountText(hundredths))).toBe(hundredths);
    });
    expect([discountText(0), discountText(1_250), discountText(1_225)]).toEqual(['0', '12.5', '12.25']);
  });
});

describe('tenths', () => {
  testAll('keep their value as numbers', fc.integer({ min: 0, max: 10 ** 14 }), (tenths) => {
    expect(Math.round(fromTenths(tenths) * 10)).toBe(tenths);
    expect(formatTenths(BigInt(tenths))).toBe(fromTenths(tenths).toFixed(1));
  });

  test('are formatted exactly at any size', () => {
    expect(formatTenths(12_345n)).toBe('1234.5');
    expect(formatTenths(0n)).toBe('0.0');
    expect(formatTenths(10n ** 24n + 7n)).toBe('100000000000000000000000.7');
  });
});
