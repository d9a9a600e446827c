import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  type CartAction,
  type CartItem,
  cartReducer,
  decrease,
  increase,
  isInCart,
  orderAgain,
  parseCartItems,
  parseQuantity,
  pieces,
  usualProducts,
} from './cart.ts';
import { cartItems, carts, products } from '../../test/support/arbitraries.ts';
import { parseProduct } from '../catalogue/product.ts';
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

describe('ordering again', () => {
  const rui = exampleItem({ quantity: 4 });

  test('takes today’s product, and names what is gone', () => {
    const tea = exampleItem({ id: 'tea', name: 'Tea' });
    const oil = exampleItem({ id: 'oil', name: 'Oil' });
    const current = [exampleProduct({ price: 400 }), exampleProduct({ id: 'oil', available: false })];
    expect(orderAgain([], [rui, tea, oil], current)).toEqual({ items: [{ ...rui, price: 400 }], gone: [tea, oil] });
  });

  test('keeps what is in the cart, with the larger quantity', () => {
    const tea = exampleItem({ id: 'tea', quantity: 2 });
    expect(orderAgain([tea, { ...rui, quantity: 9 }], [rui], [exampleProduct()]).items).toEqual([
      tea,
      { ...rui, quantity: 9 },
    ]);
    expect(orderAgain([{ ...rui, quantity: 1 }], [rui], [exampleProduct()]).items).toEqual([rui]);
  });

  testAll(
    'twice is the same as once, and everything ordered is in the cart or gone',
    carts,
    carts,
    fc.infiniteStream(fc.boolean()),
    (cart, ordered, sold) => {
      const current = ordered.filter(() => sold.next().value).flatMap((item) => parseProduct(item) ?? []);
      const once = orderAgain(cart, ordered, current);
      expect(orderAgain(once.items, ordered, current)).toEqual(once);
      const gone = new Set(once.gone.map(({ id }) => id));
      for (const { id } of ordered) expect(gone.has(id) || once.items.some((item) => item.id === id)).toBe(true);
      for (const { id } of cart) expect(once.items.some((item) => item.id === id)).toBe(true);
    },
  );
});

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

describe('what a customer usually buys', () => {
  const lines = (ids: string) => [...ids].map((id) => ({ id }));

  test('is what the most orders had, and of those what the newest had', () => {
    expect(usualProducts([])).toEqual([]);
    expect(usualProducts(['ab', 'bc', 'cd'].map(lines))).toEqual(['b', 'c', 'a', 'd']);
  });

  test('has each product once, and none that had fewer orders before one that had more', () => {
    const orders = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdef')), { maxLength: 5 });
    forAll(orders, (newestFirst) => {
      const usual = usualProducts(newestFirst.map((ids) => lines(ids.join(''))));
      expect(usual.toSorted()).toEqual([...new Set(newestFirst.flat())].toSorted());
      const times = usual.map((id) => newestFirst.filter((ids) => ids.includes(id)).length);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
    });
  });
});
