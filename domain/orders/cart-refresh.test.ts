import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carts } from '../../test/support/arbitraries.ts';
import { parseProduct } from '../catalogue/product.ts';
import { asRead, changedSince, refreshCart } from './cart-refresh.ts';
import { exampleItem, exampleProduct } from '../../test/support/factories.ts';
import { testAll } from '../../test/support/properties.ts';

describe('refreshing a cart', () => {
  const rui = exampleItem({ quantity: 4 });

  test('uses the current product fields', () => {
    const current = exampleProduct({ name: 'Rui', price: 400 });
    expect(refreshCart([rui], [current])).toEqual({ items: [{ ...current, quantity: 4 }], gone: [] });
  });

  test.each([{ price: 1 }, { discount: '5' }, { name: 'Rui' }, { name_bn: 'রুই' }, { weight: '250' }, { unit: 'g' }])(
    'finds that %j is not what the shopper saw',
    (change) => {
      const known = new Map([[rui.id, rui]]);
      expect(changedSince(known, [{ ...rui, ...change }])).toEqual(known);
      const isReadElsewhere = 'price' in change || 'discount' in change;
      expect(asRead([rui]) === asRead([{ ...rui, ...change }])).toBe(isReadElsewhere);
    },
  );

  test('finds nothing where the shopper chose another quantity, or saw nothing before', () => {
    expect(changedSince(new Map([[rui.id, rui]]), [{ ...rui, quantity: 9, imgUrl: '' }])).toEqual(new Map());
    expect(changedSince(new Map(), [{ ...rui, price: 1 }])).toEqual(new Map());
  });

  test('lists products that are not available', () => {
    const item = { ...rui, available: false };
    expect(refreshCart([rui], [exampleProduct({ available: false })])).toEqual({ items: [item], gone: [item] });
  });

  test('lists removed products and leaves them in the cart', () => {
    expect(refreshCart([rui], [])).toEqual({ items: [rui], gone: [rui] });
  });

  testAll('never loses a line or a quantity', carts, fc.infiniteStream(fc.boolean()), (cart, kept) => {
    const current = cart.filter(() => kept.next().value).flatMap((item) => parseProduct(item) ?? []);
    const { items, gone } = refreshCart(cart, current);
    expect(items).toEqual(cart);
    expect(changedSince(new Map(cart.map((item) => [item.id, item])), items).size).toBe(0);
    expect(gone).toHaveLength(cart.length - current.filter(({ available }) => available).length);
  });
});
