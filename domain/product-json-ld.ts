/** What search engines read on a product's page: schema.org's Product. */
import { categoryName } from './catalogue.ts';
import { displayedPrice } from './pricing.ts';
import type { Product } from './product.ts';

/** The JSON-LD text of a product. `url` and `picture` are absolute. It can stand in an HTML script element as it is. */
export function productJsonLd(product: Product, { url, picture }: { url: string; picture: string | null }): string {
  const { id, name, name_bn, category, available } = product;
  const value = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    ...(name_bn ? { alternateName: name_bn } : {}),
    sku: id,
    category: categoryName(category),
    ...(picture ? { image: picture } : {}),
    offers: {
      '@type': 'Offer',
      url,
      price: displayedPrice(product),
      priceCurrency: 'BDT',
      availability: `https://schema.org/${available ? 'InStock' : 'OutOfStock'}`,
    },
  };
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
