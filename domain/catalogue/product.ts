/** A product, and parsing one of a stored cart or of the API's answer. Without zod, so that pages do not load it. */
import { CATEGORY_ID_PATTERN, type Group, type Status, isGroup, isStatus } from './catalogue.ts';
import { isPrice, parseDiscount } from '../money.ts';
import { PAGE_TEXTS, PRODUCT_COLUMNS, type TextColumn } from './product-columns.ts';
import { asRecord, textFields } from '../../base/record.ts';

/** One product as used by pages, the cart and the API (product §3). Its texts are in product-columns.ts. */
export interface Product extends Record<TextColumn<'orders' | 'pages'>, string>, Counts {
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
  /** Somebody of the shop has said so, or nothing is left of what is counted. */
  available: boolean;
}

/** In pieces. Only some products have them, and no order keeps them. */
export interface Counts {
  /** Of what is counted, where somebody asks for a product by its id. */
  stock?: number;
  /** On pages, when few are left. */
  left?: number;
  /** Without it the limit of all products counts. */
  max_per_order?: number;
}
export const COUNTS = ['stock', 'left', 'max_per_order'] as const satisfies (keyof Counts)[];

/** As pages tell of it: what is left only when it is not more than `low`, so that most sales change no page. */
export function told({ stock, ...product }: Product, low: number): Product {
  return stock === undefined || stock > low ? product : { ...product, left: stock };
}

export function withoutCounts<Counted extends Product>(product: Counted): Counted {
  const { stock: _, left: __, max_per_order: ___, ...kept } = product;
  return kept as Counted;
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
  const product = { id, ...textFields(record, PAGE_TEXTS), imgUrl, price, discount, status, category, type, available };
  const counts = COUNTS.filter((count) => Number.isSafeInteger(record[count])).map((count) => [count, record[count]]);
  return Object.assign(product, Object.fromEntries(counts));
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
