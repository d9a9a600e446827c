/** A product, and parsing one from outside: a stored cart, the API's answer. Without zod, so that pages do not load it. */
import { groupOf, isCategory, isStatus } from './catalogue.ts';
import type { Category, Group, Status } from './catalogue.ts';
import { isPrice, parseDiscount } from './money.ts';
import { asRecord } from './record.ts';

/** One product as used by pages, the cart and the API (product §3). */
export interface Product {
  id: string;
  name: string;
  /** The Bangla name; empty when it has none. */
  name_bn: string;
  /** An own picture (`/images/…`), an http(s) URL, or empty for the placeholder; see `picture.ts`. */
  imgUrl: string;
  weight: string;
  unit: string;
  /** Tk, above 0, at most 2 decimals. */
  price: number;
  /** Percent as text, `'0'` (none) to below 100, at most 2 decimals. */
  discount: string;
  status: Status;
  category: Category;
  type: Group;
  available: boolean;
}

export const PRODUCT_ID_PATTERN = /^[a-z0-9-]{1,64}$/;

/**
 * Parses a product and drops other fields; null when a field is missing or invalid. Carts that an older version of the shop has stored
 * lack `name_bn` and `available`.
 */
export function parseProduct(value: unknown): Product | null {
  const record = asRecord(value);
  if (!record) return null;
  const {
    id,
    name,
    name_bn = '',
    imgUrl,
    weight,
    unit,
    price,
    discount,
    status,
    category,
    type,
    available = true,
  } = record;
  if (typeof id !== 'string' || !PRODUCT_ID_PATTERN.test(id)) return null;
  if (typeof name !== 'string' || name === '' || typeof name_bn !== 'string' || typeof available !== 'boolean')
    return null;
  if (typeof imgUrl !== 'string' || typeof weight !== 'string' || typeof unit !== 'string') return null;
  if (!isPrice(price) || typeof discount !== 'string' || parseDiscount(discount) === null) return null;
  if (!isStatus(status) || !isCategory(category) || type !== groupOf(category)) return null;
  const group = groupOf(category);
  return { id, name, name_bn, imgUrl, weight, unit, price, discount, status, category, type: group, available };
}

/** Parses the answer `{products: [...]}` of `GET /api/products`; unreadable products are dropped. */
export function parseProducts(answer: unknown): Product[] {
  const products = asRecord(answer)?.products;
  return Array.isArray(products) ? products.flatMap((value) => parseProduct(value) ?? []) : [];
}
