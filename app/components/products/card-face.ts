/**
 * What a card shows of its product, as HTML: pure functions, because a page has dozens of cards. As React's elements they
 * would take most of the time in which a page is rendered, here and again on each phone.
 */
import { DISCOUNT_BADGE, INSTEAD_OF, LANGUAGE, ONLY_LEFT, PRICE } from '#messages';
import { escapeHtml } from '../../../base/html.ts';
import { localPath } from '../../../base/language.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { displayedPrice, isDiscounted, type Priced } from '../../../domain/orders/pricing.ts';
import {
  formatMeasure,
  formatMessage,
  formatNumber,
  formatPrice,
  productName,
  secondName,
} from '../../../messages/format.ts';
import { CARD_SIZES, pictureHtml } from '../picture.tsx';

interface Face {
  /** Of the name's element. */
  id: string;
  eager: boolean;
  /** Of the name. */
  level: 'h2' | 'h3';
}

/** The link with picture and name, and the texts. */
export function cardFace(product: Product, { id, eager, level }: Face): string {
  const { category, imgUrl, discount, left } = product;
  const name = escapeHtml(productName(product));
  const second = escapeHtml(secondName(product));
  const off = isDiscounted(product) ? formatMessage(DISCOUNT_BADGE, { percent: formatNumber(discount) }) : '';
  const few = left ? `<b class="font-semibold text-clay"> ${escapeHtml(formatMessage(ONLY_LEFT, { left }))}</b>` : '';
  return (
    `<a class="card-link" href="${escapeHtml(localPath(LANGUAGE, `/product/${product.id}`))}">` +
    `<div data-tint="${escapeHtml(category)}" class="card-picture">${pictureHtml({ imgUrl, alt: '', sizes: CARD_SIZES, eager })}</div>` +
    `<${level} id="${id}" translate="no" class="card-name">${name}</${level}></a>` +
    (off && `<span class="card-badge">${escapeHtml(off)}</span>`) +
    `<div class="card-text">${second && `<p lang="bn" translate="no" class="card-name-bn">${second}</p>`}` +
    `<p class="card-measure">${escapeHtml(formatMeasure(product))}${few}</p>` +
    `<p translate="no" class="card-price">${priceHtml(product)}</p></div>`
  );
}

/** What a piece costs, and before the discount. */
export function priceHtml(product: Priced): string {
  const before = `<s><span class="sr-only">${INSTEAD_OF} </span>${escapeHtml(formatPrice(product.price))}</s>`;
  return (
    `<b><small>${PRICE.split('{', 1)}</small>${formatNumber(displayedPrice(product))}</b>` +
    (isDiscounted(product) ? before : '')
  );
}
