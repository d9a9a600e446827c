import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { testAll } from '../../test/support/properties.ts';
import { formatCartList, parseCartList } from './cart-link.ts';

const product = fc.record({
  id: fc.stringMatching(/^[a-z0-9-]{1,64}$/),
  quantity: fc.integer({ min: 1, max: 9_999 }),
});
const lists = fc.uniqueArray(product, { minLength: 1, maxLength: 200, selector: ({ id }) => id });

testAll('a list comes back from its link as it was', lists, (list) => {
  const text = formatCartList(list);
  const sent = new URL(`https://shop.example/cart?add=${text}`);
  expect(sent.href).toBe(`https://shop.example/cart?add=${text}`);
  expect(parseCartList(sent.searchParams.get('add') ?? '')).toEqual({ list, isWhole: true });
});

testAll(
  'whatever stands in a link, a list has each product once, in quantities that can be ordered',
  fc.string(),
  (text) => {
    const { list } = parseCartList(text);
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
    for (const { id, quantity } of list) {
      expect(id).toMatch(/^[a-z0-9-]{1,64}$/);
      expect(quantity).toSatisfy((n: number) => Number.isInteger(n) && n >= 1 && n <= 9_999);
    }
  },
);

test('an id alone is one piece, and Bangla digits count', () => {
  const list = [
    { id: 'alu-potato', quantity: 1 },
    { id: 'onion', quantity: 12 },
  ];
  expect(parseCartList('alu-potato,onion:১২')).toEqual({ list, isWhole: true });
});

test.each(['', ',', 'a:0', 'a:-1', 'a:1.5', 'a:10000', 'A:1', 'a:1:2', 'a:', '../x:1', '<b>:1', 'a b'])(
  '%j has no product',
  (text) => expect(parseCartList(text)).toEqual({ list: [], isWhole: false }),
);

test('what is good is kept beside what is not, and of a product that comes again the first', () => {
  const list = [{ id: 'a', quantity: 2 }];
  expect(parseCartList('a:2,a:3,b:x')).toEqual({ list, isWhole: false });
  const many = Array.from({ length: 201 }, (_, n) => ({ id: `p-${n}`, quantity: 1 }));
  expect(parseCartList(formatCartList(many))).toEqual({ list: many.slice(0, 200), isWhole: false });
});
