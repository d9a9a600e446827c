import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { products } from '../../test/support/arbitraries.ts';
import { parseProduct, parseProducts } from './product.ts';
import { exampleProduct } from '../../test/support/factories.ts';
import { testAll } from '../../test/support/properties.ts';

describe('reading a product', () => {
  testAll('returns every valid product unchanged', products, (product) => {
    expect(parseProduct(JSON.parse(JSON.stringify(product)))).toEqual(product);
  });

  testAll('never throws and never returns an incomplete product', fc.anything(), (value) => {
    expect(parseProduct(value)).toBeNull();
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
  ])('refuses %j', (fields) => expect(parseProduct({ ...exampleProduct(), ...fields })).toBeNull());

  test('drops unknown fields', () => {
    expect(parseProduct({ ...exampleProduct(), quantity: 3, position: 9 })).toEqual(exampleProduct());
  });

  test('parses the answer of the API', () => {
    expect(parseProducts({ products: [exampleProduct(), null, { id: 'half' }] })).toEqual([exampleProduct()]);
    for (const answer of [null, [], 'x', {}, { products: {} }]) expect(parseProducts(answer)).toEqual([]);
  });
});
