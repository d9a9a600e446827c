/** A product, and reading one that comes from outside: a stored cart, the API's answer. By hand, so that pages need no zod. */
import { groupOf, isCategory, isStatus } from './catalogue.ts';
import type { Category, Group, Status } from './catalogue.ts';
import { isPrice, parseDiscount } from './money.ts';
import { asRecord } from './record.ts';

/** One product as pages, the cart and the API know it (product §3). */
export interface Product {
  /** 1–64 of `a-z 0-9 -`. */
  id: string;
  name: string;
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
}

/** What a product's id looks like: 1–64 of `a-z 0-9 -`. */
export const PRODUCT_ID = /^[a-z0-9-]{1,64}$/;

/** The product in a value, with its own fields only; null when any of them is missing or impossible. */
export function parseProduct(value: unknown): Product | null {
  const record = asRecord(value);
  if (!record) return null;
  const { id, name, imgUrl, weight, unit, price, discount, status, category, type } = record;
  if (typeof id !== 'string' || !PRODUCT_ID.test(id)) return null;
  if (typeof name !== 'string' || name === '') return null;
  if (typeof imgUrl !== 'string' || typeof weight !== 'string' || typeof unit !== 'string') return null;
  if (!isPrice(price) || typeof discount !== 'string' || parseDiscount(discount) === null) return null;
  if (!isStatus(status) || !isCategory(category) || type !== groupOf(category)) return null;
  return { id, name, imgUrl, weight, unit, price, discount, status, category, type: groupOf(category) };
}

/** The products of `GET /api/products`' answer `{products: [...]}`; unreadable ones are left out. */
export function parseProducts(answer: unknown): Product[] {
  const products = asRecord(answer)?.products;
  return Array.isArray(products) ? products.flatMap((value) => parseProduct(value) ?? []) : [];
}
