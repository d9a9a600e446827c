/** A product, and parsing one of a stored cart or of the API's answer. Without zod, so that pages do not load it. */
import { CATEGORY_ID_PATTERN, type Group, type Status, isGroup, isStatus } from './catalogue.ts';
import { isPrice, parseDiscount } from '../money.ts';
import { PAGE_TEXTS, PRODUCT_COLUMNS, type TextColumn } from './product-columns.ts';
import { asRecord, textFields } from '../../base/record.ts';

/** One product as used by pages, the cart and the API (product §3). Its texts are in product-columns.ts. */
export interface Product extends Record<TextColumn<'orders' | 'pages'>, string> {
  id: string;
  /** An own picture (`/images/…`), an http(s) URL, or empty for the placeholder; see `picture.ts`. */
  imgUrl: string;
  /** Tk, above 0, at most 2 decimals. */
  price: number;
  /** Percent as text, `'0'` (none) to below 100, at most 2 decimals. */
  discount: string;
  status: Status;
  category: string;
  /** The group of its category. */
  type: Group;
  available: boolean;
}

export const PRODUCT_ID_PATTERN = /^[a-z0-9-]{1,64}$/;

/** Null when a field is missing or invalid; carts that an older version has stored lack the optional columns. */
export function parseProduct(value: unknown): Product | null {
  const record = asRecord(value);
  if (!record) return null;
  const { id, imgUrl, price, discount, status, category, type, available = true } = record;
  if (typeof id !== 'string' || !PRODUCT_ID_PATTERN.test(id) || typeof imgUrl !== 'string') return null;
  if (!PAGE_TEXTS.every((column) => isText(column, record[column])) || typeof available !== 'boolean') return null;
  if (!isPrice(price) || typeof discount !== 'string' || parseDiscount(discount) === null) return null;
  if (!isStatus(status) || !isGroup(type)) return null;
  // It may be gone from the shop since it was stored.
  if (typeof category !== 'string' || !CATEGORY_ID_PATTERN.test(category)) return null;
  return { id, ...textFields(record, PAGE_TEXTS), imgUrl, price, discount, status, category, type, available };
}

function isText(column: TextColumn, value: unknown): boolean {
  const { optional, input } = PRODUCT_COLUMNS[column];
  if (value === undefined) return optional;
  return typeof value === 'string' && (value !== '' || input.kind !== 'text' || input.minLength === 0);
}

/** The products of `{products: [...]}`; unreadable ones are dropped. */
export function parseProducts(answer: unknown): Product[] {
  const products = asRecord(answer)?.products;
  return Array.isArray(products) ? products.flatMap((value) => parseProduct(value) ?? []) : [];
}
