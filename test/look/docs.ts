/** The pictures of README and docs: `npm run look -- --docs` makes them. */
import type { LookName } from './looks.ts';

interface DocPicture {
  /** In docs/pictures. */
  file: string;
  screen: string;
  look: LookName;
}

export const DOCS: readonly DocPicture[] = [
  { file: 'shop-phone.webp', screen: 'home-cart', look: 'docs-phone' },
  { file: 'shop-dark.webp', screen: 'offers', look: 'docs-dark' },
  { file: 'shop-bangla.webp', screen: 'listing', look: 'docs-bangla' },
  { file: 'console-orders-phone.webp', screen: 'console-orders', look: 'docs-phone' },
  { file: 'console-orders-desk.webp', screen: 'console-orders', look: 'docs-desk' },
  { file: 'console-order-phone.webp', screen: 'console-order-packed', look: 'docs-phone' },
  { file: 'console-products-phone.webp', screen: 'console-products', look: 'docs-phone' },
  { file: 'console-figures-phone.webp', screen: 'console-figures', look: 'docs-phone' },
  { file: 'console-figures-desk.webp', screen: 'console-figures', look: 'docs-desk' },
  { file: 'console-slip.webp', screen: 'console-slips', look: 'docs-desk' },
];
