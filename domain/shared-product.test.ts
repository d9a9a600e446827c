import { expect, test } from 'vitest';
import { exampleProduct } from '../test/support/arbitraries.ts';
import { productJsonLd, sharedPicture } from './shared-product.ts';

const url = 'https://shop.example/product/rui';

test('describes a product and its price', () => {
  const product = exampleProduct({ name_bn: 'রুই মাছ', price: 350, discount: '12.5' });
  expect(JSON.parse(productJsonLd(product, { url, picture: 'https://shop.example/rui.webp' }))).toEqual({
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
  const text = productJsonLd(exampleProduct({ name: '</script><script>', available: false }), { url, picture: null });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({
    name: '</script><script>',
    offers: { availability: 'https://schema.org/OutOfStock' },
  });
});

test('has the largest file of an own picture, and any other picture as it is', () => {
  const origin = 'https://shop.example';
  expect(sharedPicture('/images/p/abc-320.webp', origin)).toBe('https://shop.example/images/p/abc-480.webp');
  expect(sharedPicture('https://example.com/rui.jpg', origin)).toBe('https://example.com/rui.jpg');
  expect(sharedPicture('/rui.jpg', origin)).toBe('https://shop.example/rui.jpg');
  expect(sharedPicture('', origin)).toBeNull();
});
