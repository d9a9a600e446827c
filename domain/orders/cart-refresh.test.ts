import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carts } from '../../test/support/arbitraries.ts';
import { parseProduct } from '../catalogue/product.ts';
import { refreshCart, repricedSince } from './cart-refresh.ts';
import { exampleItem, exampleProduct } from '../../test/support/factories.ts';
import { testAll } from '../../test/support/properties.ts';

describe('refreshing a cart', () => {
  const rui = exampleItem({ quantity: 4 });

  test('uses the current product fields', () => {
    const current = exampleProduct({ name: 'Rui', price: 400 });
    expect(refreshCart([rui], [current])).toEqual({ items: [{ ...current, quantity: 4 }], gone: [] });
  });

  test('finds the prices that differ from what the shopper saw', () => {
    const known = new Map([[rui.id, rui]]);
    expect(repricedSince(known, [{ ...rui, name: 'Rui', quantity: 9 }])).toEqual(new Map());
    expect(repricedSince(known, [{ ...rui, price: 1 }])).toEqual(known);
    expect(repricedSince(known, [{ ...rui, discount: '5' }])).toEqual(known);
    expect(repricedSince(new Map(), [{ ...rui, price: 1 }])).toEqual(new Map());
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
    expect(repricedSince(new Map(cart.map((item) => [item.id, item])), items).size).toBe(0);
    expect(gone).toHaveLength(cart.length - current.filter(({ available }) => available).length);
  });
});
