import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartItems, carts, products } from '../../test/support/arbitraries.ts';
import { cartReducer, decrease, increase, isInCart, parseCartItems } from './cart.ts';
import type { CartAction, CartItem } from './cart.ts';
import { exampleItem, exampleProduct } from '../../test/support/factories.ts';
import { forAll, testAll } from '../../test/support/properties.ts';

const rui = exampleItem();
const tea = exampleItem({ id: 'tea', category: 'tea-coffe', type: 'beverages', quantity: 3 });

describe('cart actions (product §4)', () => {
  test('ADD_PRODUCT adds a product once, at the end, with quantity 1', () => {
    const cart = cartReducer([tea], { type: 'ADD_PRODUCT', product: exampleProduct() });
    expect(cart).toEqual([tea, rui]);
    expect(cartReducer(cart, { type: 'ADD_PRODUCT', product: exampleProduct({ price: 1 }) })).toBe(cart);
  });

  test('REMOVE_PRODUCT removes by id', () => {
    expect(cartReducer([rui, tea], { type: 'REMOVE_PRODUCT', id: 'rui' })).toEqual([tea]);
    const cart = [tea];
    expect(cartReducer(cart, { type: 'REMOVE_PRODUCT', id: 'rui' })).toBe(cart);
  });

  test('CONTROL_QUANTITY replaces the item that has the same id', () => {
    const more = { ...rui, quantity: 9 };
    expect(cartReducer([rui, tea], { type: 'CONTROL_QUANTITY', item: more })).toEqual([more, tea]);
    const cart = [tea];
    expect(cartReducer(cart, { type: 'CONTROL_QUANTITY', item: more })).toBe(cart);
  });

  test('MAKE_CART_EMPTY empties the cart', () => {
    expect(cartReducer([rui, tea], { type: 'MAKE_CART_EMPTY' })).toEqual([]);
  });

  test('plus has no upper limit; minus at 1 removes the product', () => {
    expect(cartReducer([rui], increase(rui))).toEqual([{ ...rui, quantity: 2 }]);
    expect(cartReducer([tea], decrease(tea))).toEqual([{ ...tea, quantity: 2 }]);
    expect(cartReducer([rui, tea], decrease(rui))).toEqual([tea]);
    const many = { ...rui, quantity: 1_000_000 };
    expect(cartReducer([many], increase(many))).toEqual([{ ...many, quantity: 1_000_001 }]);
  });

  testAll('plus and then minus changes nothing', cartItems, (item) => {
    const [more] = cartReducer([item], increase(item));
    expect(more && cartReducer([more], decrease(more))).toEqual([item]);
  });

  test('after any actions the cart can be stored and read back', () => {
    const some = fc.oneof(
      products.map((product): CartAction => ({ type: 'ADD_PRODUCT', product })),
      fc.nat().map((at) => ({ at, kind: 'plus' as const })),
      fc.nat().map((at) => ({ at, kind: 'minus' as const })),
    );
    forAll(fc.array(some, { maxLength: 30 }), (steps) => {
      let cart: readonly CartItem[] = [];
      for (const step of steps) {
        if ('type' in step) cart = cartReducer(cart, step);
        else {
          const item = cart[step.at % cart.length];
          if (item) cart = cartReducer(cart, step.kind === 'plus' ? increase(item) : decrease(item));
        }
      }
      expect(parseCartItems(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
    });
  });
});

describe('a stored cart', () => {
  testAll('reads back equal', carts, (cart) => {
    expect(parseCartItems(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
  });

  test('drops unreadable items and keeps the rest', () => {
    const bad = [null, 5, {}, { ...rui, quantity: 0 }, { ...rui, quantity: 1.5 }, { ...rui, quantity: '1' }];
    expect(parseCartItems([...bad, tea, { ...tea, quantity: 8 }])).toEqual([tea]);
  });

  testAll('never throws', fc.anything(), (value) => {
    expect(parseCartItems(value)).toEqual([]);
  });

  test('isInCart finds an item by id', () => {
    expect(isInCart([rui], 'rui')).toBe(true);
    expect(isInCart([rui], 'tea')).toBe(false);
  });
});
