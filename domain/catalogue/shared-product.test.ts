import { expect, test } from 'vitest';
import { productJsonLd, sharedPicture } from './shared-product.ts';
import { exampleProduct } from '../../test/support/factories.ts';

const url = 'https://shop.example/product/rui';
const english = { url, picture: null, name: 'Rui Fish', category: 'Fish' };

test('describes a product and its price', () => {
  const product = exampleProduct({ name_bn: 'রুই মাছ', price: 350, discount: '12.5' });
  expect(JSON.parse(productJsonLd(product, { ...english, picture: 'https://shop.example/rui.webp' }))).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Rui Fish',
    alternateName: 'রুই মাছ',
    sku: 'rui',
    category: 'Fish',
    image: 'https://shop.example/rui.webp',
    offers: {
      '@type': 'Offer',
      url,
      price: 306,
      priceCurrency: 'BDT',
      availability: 'https://schema.org/InStock',
    },
  });
});

test('is safe in HTML, and says what cannot be bought', () => {
  const name = '</script><script>';
  const text = productJsonLd(exampleProduct({ name, available: false }), { ...english, name });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({
    name: '</script><script>',
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});

test('has the names of the page’s language, and the other name besides', () => {
  const product = exampleProduct({ name_bn: 'রুই মাছ' });
  const describe = (page: object, of = product): unknown => JSON.parse(productJsonLd(of, { ...english, ...page }));
  const bangla = { url: 'https://shop.example/bn/product/rui', name: 'রুই মাছ', category: 'মাছ' };
  expect(describe(bangla)).toMatchObject({
    name: 'রুই মাছ',
    alternateName: 'Rui Fish',
    category: 'মাছ',
    offers: { url: 'https://shop.example/bn/product/rui' },
  });
  expect(describe({})).toMatchObject({ name: 'Rui Fish', alternateName: 'রুই মাছ', category: 'Fish' });
  for (const name_bn of ['', 'Rui Fish'])
    expect(describe({}, exampleProduct({ name_bn }))).not.toHaveProperty('alternateName');
});

test('has the largest file of an own picture, and any other picture as it is', () => {
  const origin = 'https://shop.example';
  expect(sharedPicture('/images/p/abc-320.webp', origin)).toBe('https://shop.example/images/p/abc-480.webp');
  expect(sharedPicture('https://example.com/rui.jpg', origin)).toBe('https://example.com/rui.jpg');
  expect(sharedPicture('/rui.jpg', origin)).toBe('https://shop.example/rui.jpg');
  expect(sharedPicture('', origin)).toBeNull();
});
