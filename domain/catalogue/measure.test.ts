import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unitPrice } from './measure.ts';
import { forAll } from '../../test/support/properties.ts';

describe('the price of a kilogram or a litre', () => {
  test.each([
    [99, '1', 'kg', { tk: 99, unit: 'kg' }],
    [30, '250', 'g', { tk: 120, unit: 'kg' }],
    [1750, '5', 'kg', { tk: 350, unit: 'kg' }],
    [95, '0.5', 'L', { tk: 190, unit: 'L' }],
    [100, '300', 'ml', { tk: 333, unit: 'L' }],
    [1, '2', 'kg', { tk: 1, unit: 'kg' }],
  ])('Tk %j for %s %s', (tk, weight, unit, expected) => expect(unitPrice(tk, { weight, unit })).toEqual(expected));

  test.each([
    ['12', 'pc(s)'],
    ['1', 'dozen'],
    ['', 'kg'],
    ['0', 'kg'],
    ['500-600', 'g'],
    ['1e3', 'g'],
    ['1', 'constructor'],
  ])('none for %j %j', (weight, unit) => expect(unitPrice(99, { weight, unit })).toBeNull());

  test('is the same whichever unit the weight is in, and at most half a Tk from the exact one', () => {
    const tk = fc.integer({ min: 1, max: 1_000_000 });
    const grams = fc.integer({ min: 1, max: 100_000 });
    forAll(tk, grams, (price, weight) => {
      const perKg = unitPrice(price, { weight: String(weight), unit: 'g' });
      expect(unitPrice(price, { weight: String(weight / 1000), unit: 'kg' })).toEqual(perKg);
      expect(Math.abs((perKg?.tk ?? 0) - (price * 1000) / weight)).toBeLessThanOrEqual(0.5);
    });
  });
});
