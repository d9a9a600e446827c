import { afterEach, expect, test, vi } from 'vitest';
import { exampleProduct } from '../../test/support/factories.ts';
import { productInPage } from './product-in-page.ts';

afterEach(() => void vi.unstubAllGlobals());

/** The objects as the framework writes them: values and keys once each, and objects of their places. */
function openPageWith(...objects: object[]): void {
  const values: unknown[] = [{}];
  const place = (value: unknown): number => {
    if (!values.includes(value)) values.push(value);
    return values.indexOf(value);
  };
  for (const object of objects)
    values.push(Object.fromEntries(Object.entries(object).map(([key, value]) => [`_${place(key)}`, place(value)])));
  const text = `window.__reactRouterContext.streamController.enqueue(${JSON.stringify(JSON.stringify(values))});`;
  vi.stubGlobal('document', { scripts: [{ text: 'first()' }, { text }, { text: 'last("")' }] });
}

const RICE = exampleProduct({ id: 'rice', name: 'Rice ("fine")', name_bn: 'চাল' });

test('a product is found by its id, beside a category that has the same', () => {
  openPageWith({ id: 'rice', name: 'Rice', group: 'raw-products' }, exampleProduct(), RICE);
  expect(productInPage('rice')).toEqual(RICE);
});

test.each(['salt', 'raw-products', '', 'id'])('no product has the id %j', (id) => {
  openPageWith({ id: 'salt', name: 'Salt', group: 'raw-products' }, RICE);
  expect(() => productInPage(id)).toThrow(Error);
});

test('a page without data has no product', () => {
  vi.stubGlobal('document', { scripts: [{ text: 'first()' }] });
  expect(() => productInPage('rice')).toThrow(SyntaxError);
});
