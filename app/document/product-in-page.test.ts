import { afterEach, expect, test, vi } from 'vitest';
import { exampleProduct } from '../../test/support/factories.ts';
import { writeState } from './page-state.ts';
import { productInPage } from './product-in-page.ts';

afterEach(() => void vi.unstubAllGlobals());

function openPageWith(...values: object[]): void {
  const textContent = writeState({ loaderData: { 'routes/home': { values } }, actionData: null, errors: null });
  vi.stubGlobal('document', { getElementById: () => ({ textContent }) });
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
  vi.stubGlobal('document', { getElementById: () => null });
  expect(() => productInPage('rice')).toThrow(SyntaxError);
});
