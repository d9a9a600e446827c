import { PICTURE_WIDTHS, pictureName, pictureSources } from './picture.ts';
import { displayedPrice } from '../orders/pricing.ts';
import type { Product } from './product.ts';

/** The absolute address of a product's largest picture, for other sites; null without one. `origin` is the shop's. */
export function sharedPicture(imgUrl: string, origin: string): string | null {
  const name = pictureName(imgUrl);
  if (name !== null) return `${origin}/images/${name}-${PICTURE_WIDTHS.at(-1)}.webp`;
  const source = pictureSources(imgUrl)?.src;
  return source === undefined ? null : new URL(source, origin).href;
}

/** `url` and `picture` are absolute, `name` and `category` in the page's language. */
type SharedPage = Record<'url' | 'name' | 'category', string> & { picture: string | null };

/** schema.org's Product: the JSON-LD text of a product. It can stand in an HTML script element as it is. */
export function productJsonLd(product: Product, { url, picture, name, category }: SharedPage): string {
  const { id, available } = product;
  const other = [product.name_bn, product.name].find((text) => text !== '' && text !== name);
  const value = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    ...(other ? { alternateName: other } : {}),
    sku: id,
    category,
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
