import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartItems, carts, products } from '../../test/support/arbitraries.ts';
import { formatTenths, parseDiscount, toPoisha } from '../money.ts';
import {
  displayedPrice,
  displayedSaving,
  formatAmount,
  isDiscounted,
  isExpectedTotal,
  linePoisha,
  shownLinePrice,
  shownTotals,
  smallestOrder,
  totalsOf,
} from './pricing.ts';
import type { PricedLine } from './pricing.ts';
import { exampleItem, exampleProduct } from '../../test/support/factories.ts';
import { USUAL_FEE } from '../../test/support/usual-fee.ts';
import { testAll } from '../../test/support/properties.ts';

/** An amount with 1 decimal in tenths of a Tk. */
function tenths(tk: number): number {
  return Math.round(tk * 10);
}

/** The cost of the lines in 1/10000 poisha, computed independently of the code under test. */
function exactCost(lines: readonly PricedLine[]): bigint {
  return lines.reduce((sum, { price, discount, quantity }) => {
    const [whole = '0', fraction = ''] = discount.split('.');
    const paidHundredths = 10_000n - BigInt(whole + fraction.padEnd(2, '0'));
    return sum + BigInt(price.toFixed(2).replace('.', '')) * paidHundredths * BigInt(quantity);
  }, 0n);
}

describe('the displayed price (product §9)', () => {
  test.each([
    [100, '0', 100],
    [85.99, '0', 85],
    [100, '10', 90],
    [99, '10', 89],
    [55, '12.5', 48],
    [0.99, '0', 0],
    // Computed with doubles, these would be one less.
    [100, '55', 45],
    [100, '56', 44],
    [1_000_000, '0', 1_000_000],
  ])('%d Tk at %s%% off is %i', (price, discount, shown) => expect(displayedPrice({ price, discount })).toBe(shown));

  testAll('is the exact price without its fraction', products, (product) => {
    const exact = exactCost([{ ...product, quantity: 1 }]);
    expect(BigInt(displayedPrice(product))).toBe(exact / 1_000_000n);
    expect(toPoisha(displayedPrice(product)) + toPoisha(displayedSaving(product))).toBe(toPoisha(product.price));
  });

  test('has a struck-through price beside it only when discounted', () => {
    expect(isDiscounted(exampleProduct({ discount: '0' }))).toBe(false);
    expect(isDiscounted(exampleProduct({ discount: '0.01' }))).toBe(true);
  });
});

describe('cart values (product §9)', () => {
  test('of an example', () => {
    const cart = [
      exampleItem({ id: 'rui', price: 350, discount: '10', quantity: 2 }),
      exampleItem({ id: 'tea', price: 99.95, discount: '12.5', quantity: 1 }),
    ];
    expect(cart.map(shownLinePrice)).toEqual(['630.0', '87.5']);
    expect(totalsOf(cart, USUAL_FEE)).toEqual({ subTotal: 717.5, shippingCost: 60, discount: 82.5, totalCost: 777.5 });
    expect(shownTotals(cart, USUAL_FEE)).toEqual({
      subTotal: '717.5',
      shippingCost: '60.0',
      discount: '82.5',
      totalCost: '777.5',
    });
  });

  test('are rounded half up, once, from the exact sum', () => {
    expect(linePoisha({ price: 0.05, discount: '10', quantity: 1 })).toBe(5);
    expect(linePoisha({ price: 0.04, discount: '10', quantity: 1 })).toBe(4);
    expect(shownLinePrice({ price: 0.05, discount: '0', quantity: 1 })).toBe('0.1');
    expect(shownLinePrice({ price: 0.04, discount: '0', quantity: 1 })).toBe('0.0');
    // Computed with doubles, these would be below the half.
    expect(shownLinePrice({ price: 1.15, discount: '0', quantity: 1 })).toBe('1.2');
    expect(shownLinePrice({ price: 0.35, discount: '0', quantity: 1 })).toBe('0.4');
    const twice = [
      { price: 0.04, discount: '0', quantity: 1 },
      { price: 0.04, discount: '0', quantity: 1 },
    ];
    expect(totalsOf(twice, USUAL_FEE).subTotal).toBe(0.1);
  });

  testAll('are rounded to the nearest tenth for all carts', carts, (cart) => {
    const off = exactCost(cart) - BigInt(tenths(totalsOf(cart, USUAL_FEE).subTotal)) * 100_000n;
    expect(off >= -50_000n && off < 50_000n).toBe(true);
  });

  testAll('total is shipping plus subtotal for all carts, as numbers and as shown', carts, (cart) => {
    const totals = totalsOf(cart, USUAL_FEE);
    const shown = shownTotals(cart, USUAL_FEE);
    expect(totals.shippingCost).toBe(60);
    expect(tenths(totals.totalCost)).toBe(600 + tenths(totals.subTotal));
    expect(shown).toEqual({
      subTotal: formatAmount(totals.subTotal),
      shippingCost: formatAmount(totals.shippingCost),
      discount: formatAmount(totals.discount),
      totalCost: formatAmount(totals.totalCost),
    });
  });

  testAll('subtotal plus discount is the full price', carts, (cart) => {
    const { subTotal, discount } = totalsOf(cart, USUAL_FEE);
    const full = cart.reduce((sum, item) => sum + BigInt(toPoisha(item.price)) * BigInt(item.quantity), 0n);
    const off = BigInt(tenths(subTotal) + tenths(discount)) * 10n - full;
    expect(off >= -10n && off <= 10n).toBe(true);
  });

  testAll(
    'do not depend on the order or the splitting of lines',
    carts,
    cartItems,
    fc.integer({ min: 1, max: 9 }),
    (cart, item, quantity) => {
      const pieces = Array.from({ length: quantity }, () => ({ ...item, quantity: 1 }));
      expect(totalsOf([...pieces, ...cart], USUAL_FEE)).toEqual(
        totalsOf([...cart.toReversed(), { ...item, quantity }], USUAL_FEE),
      );
    },
  );

  testAll(
    'stay exact for any quantity',
    cartItems,
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    (item, quantity) => {
      const line = { ...item, quantity };
      const cost = (exactCost([line]) + 50_000n) / 100_000n;
      expect(shownLinePrice(line)).toBe(formatTenths(cost));
      expect(shownTotals([line], USUAL_FEE).totalCost).toBe(formatTenths(cost + 600n));
    },
  );

  testAll('of a line, in poisha, are the exact cost rounded half up', cartItems, (item) => {
    expect(linePoisha(item)).toBe(Number((exactCost([item]) + 5_000n) / 10_000n));
  });

  test('of an empty cart are only shipping', () => {
    expect(totalsOf([], USUAL_FEE)).toEqual({ subTotal: 0, shippingCost: 60, discount: 0, totalCost: 60 });
  });

  testAll(
    'have a delivery that costs the fee, or nothing from a subtotal on',
    carts,
    fc.integer({ min: 0, max: 10_000 }),
    fc.option(fc.integer({ min: 0, max: 100_000 })),
    (cart, feeTenths, freeFrom) => {
      const { subTotal, shippingCost, totalCost } = totalsOf(cart, { fee: feeTenths / 10, freeFrom, minimum: null });
      const isFree = freeFrom !== null && subTotal >= freeFrom;
      expect(shippingCost).toBe(isFree ? 0 : feeTenths / 10);
      expect(totalCost).toBeCloseTo(subTotal + shippingCost, 5);
    },
  );

  test('below the smallest order are told so, and not at it', () => {
    const line = { price: 100, discount: '0', quantity: 3 };
    const at = (minimum: number | null) => smallestOrder([line], { ...USUAL_FEE, minimum });
    expect([at(null), at(300), at(300.1), at(1000)]).toEqual([null, null, 300.1, 1000]);
  });

  test('are written with one decimal', () => {
    expect([formatAmount(60), formatAmount(1_234.5), formatAmount(0)]).toEqual(['60.0', '1234.5', '0.0']);
  });

  test('an unreadable discount counts as none', () => {
    expect(parseDiscount('ten')).toBeNull();
    expect(displayedPrice({ price: 50, discount: 'ten' })).toBe(50);
  });
});

test('the expected total is compared as money, not as doubles', () => {
  expect(isExpectedTotal(60 + 0.1 + 0.2, 60.3)).toBe(true);
  expect(isExpectedTotal(60.4, 60.3)).toBe(false);
  expect(isExpectedTotal(60.34, 60.3)).toBe(false);
});

describe('a line that was weighed (product §9)', () => {
  const KILO = { price: 350, discount: '0', weight: '1', quantity: 1 };

  test.each([
    ['378.0', { weighed: 1.08 }],
    // 355.55 × 0.999 = 355.19…, 85.5 × 1.001 = 85.5855
    ['355.2', { price: 355.55, weighed: 0.999 }],
    ['85.6', { price: 85.5, weighed: 1.001 }],
    // Half up: 0.5 × 1.1 = 0.55
    ['0.6', { price: 0.5, weighed: 1.1 }],
    ['1260.0', { weight: '500', quantity: 4, weighed: 1800 }],
    ['340.2', { discount: '10', weighed: 1.08 }],
    ['350.0', { weight: 'about 1', weighed: 2 }],
    ['350.0', {}],
  ])('costs Tk %s', (cost, of) => expect(shownLinePrice({ ...KILO, ...of })).toBe(cost));

  test('has the price of a piece as it was ordered, and counts in the totals and the saving', () => {
    const line = { ...KILO, discount: '10', weighed: 1.08 };
    expect(displayedPrice(line)).toBe(315);
    expect(totalsOf([line], USUAL_FEE)).toMatchObject({ subTotal: 340.2, discount: 37.8, totalCost: 400.2 });
  });

  const weights = fc.integer({ min: 1, max: 20_000 }).map((thousandths) => thousandths / 1000);
  const weighedLines = fc
    .tuple(cartItems, weights, weights)
    .map(([item, weight, weighed]) => Object.assign(item, { weight: String(weight), weighed }));
  const costOf = (line: PricedLine): bigint => BigInt(Math.round(Number(shownLinePrice(line)) * 10));

  testAll('as ordered costs what it cost, rounded to a tenth', weighedLines, (line) => {
    const asOrdered = { ...line, quantity: 1, weighed: Number(line.weight) };
    expect(shownLinePrice(asOrdered)).toBe(shownLinePrice({ ...asOrdered, weighed: undefined as never }));
  });

  testAll('costs the price in proportion, never less for more', weighedLines, (line) => {
    const [weight, weighed] = [Number(line.weight), line.weighed].map((tk) => BigInt(Math.round(tk * 1000)));
    const exact = (exactCost([{ ...line, quantity: 1 }]) * (weighed ?? 0n)) / (weight ?? 1n);
    const off = costOf(line) * 100_000n - exact;
    expect(off >= -50_000n && off <= 50_000n).toBe(true);
    expect(costOf({ ...line, weighed: line.weighed + 0.001 })).toBeGreaterThanOrEqual(costOf(line));
    expect(linePoisha(line) % 10).toBe(0);
  });

  testAll('is summed up exactly', fc.array(weighedLines, { maxLength: 12 }), (lines) => {
    const sum = lines.reduce((tenthsOfAll, line) => tenthsOfAll + costOf(line), 0n);
    expect(tenths(totalsOf(lines, { ...USUAL_FEE, freeFrom: null }).subTotal)).toBe(Number(sum));
  });
});
