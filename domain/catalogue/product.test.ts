import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { products } from '../../test/support/arbitraries.ts';
import { parseProduct, parseProducts } from './product.ts';
import { exampleProduct } from '../../test/support/factories.ts';

describe('reading a product', () => {
  test('returns every valid product unchanged', () => {
    fc.assert(
      fc.property(products, (product) => {
        expect(parseProduct(JSON.parse(JSON.stringify(product)))).toEqual(product);
      }),
    );
  });

  test('never throws and never returns an incomplete product', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseProduct(value)).toBeNull();
      }),
    );
  });

  test.each([
    { id: 'A' },
    { id: 7 },
    { name: '' },
    { imgUrl: null },
    { weight: 1 },
    { unit: undefined },
    { price: '350' },
    { price: 0 },
    { price: 1.005 },
    { discount: 10 },
    { discount: '100' },
    { status: 'new' },
    { category: 'Toys' },
    { category: '' },
    { type: 'toys' },
  ])('refuses %j', (fields) => {
    expect(parseProduct({ ...exampleProduct(), ...fields })).toBeNull();
  });

  test('drops unknown fields', () => {
    expect(parseProduct({ ...exampleProduct(), quantity: 3, position: 9 })).toEqual(exampleProduct());
  });

  test('parses the answer of the API', () => {
    expect(parseProducts({ products: [exampleProduct(), null, { id: 'half' }] })).toEqual([exampleProduct()]);
    for (const answer of [null, [], 'x', {}, { products: {} }]) expect(parseProducts(answer)).toEqual([]);
  });
});
