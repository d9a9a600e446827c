import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { carts } from '../../test/support/arbitraries.ts';
import { orderAgain } from './order-again.ts';
import { parseProduct } from '../catalogue/product.ts';
import { exampleItem, exampleProduct } from '../../test/support/factories.ts';
import { testAll } from '../../test/support/properties.ts';

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
