import { asciiDigits } from '../../base/digits.ts';
import { cleanText } from '../typed/text.ts';
import { parseProduct, type Product } from '../catalogue/product.ts';
import { asRecord } from '../../base/record.ts';

/** A product in the cart. `quantity` is a whole number from 1, without an upper bound. */
export type CartItem = Product & {
  quantity: number;
  /** Of an order that is packed: what was weighed of it, in its own unit, with at most 3 decimals. */
  weighed?: number | undefined;
  /** Of an order that is packed: what was ordered, and this came instead. */
  instead?: Pick<Product, 'id' | 'name' | 'name_bn'> | undefined;
};

export type CartAction =
  | { type: 'ADD_PRODUCT'; product: Product }
  | { type: 'REMOVE_PRODUCT'; id: string }
  | { type: 'CONTROL_QUANTITY'; item: CartItem }
  | { type: 'MAKE_CART_EMPTY' };

/** The cart after an action. Returns the same array when nothing changes, so that React does not render again. */
export function cartReducer(items: readonly CartItem[], action: CartAction): readonly CartItem[] {
  switch (action.type) {
    case 'ADD_PRODUCT':
      return addProduct(items, action.product);
    case 'REMOVE_PRODUCT':
      return isInCart(items, action.id) ? items.filter((item) => item.id !== action.id) : items;
    case 'CONTROL_QUANTITY':
      return isInCart(items, action.item.id)
        ? items.map((item) => (item.id === action.item.id ? action.item : item))
        : items;
    case 'MAKE_CART_EMPTY':
      return items.length === 0 ? items : [];
  }
}

/** Also a script of its own, before the rest of the page's scripts (app/document/add-early.ts). */
export function addProduct(items: readonly CartItem[], product: Product): readonly CartItem[] {
  return isInCart(items, product.id) ? items : [...items, { ...product, quantity: 1 }];
}

export function isInCart(items: readonly CartItem[], id: string): boolean {
  return items.some((item) => item.id === id);
}

export function increase(item: CartItem): CartAction {
  return {
    type: 'CONTROL_QUANTITY',
    item: { ...item, quantity: Math.min(item.quantity + 1, Number.MAX_SAFE_INTEGER) },
  };
}

export function decrease(item: CartItem): CartAction {
  return item.quantity > 1
    ? { type: 'CONTROL_QUANTITY', item: { ...item, quantity: item.quantity - 1 } }
    : { type: 'REMOVE_PRODUCT', id: item.id };
}

/** Parses a stored cart. Unreadable and repeated items are dropped. Never throws. */
export function parseCartItems(stored: unknown): CartItem[] {
  if (!Array.isArray(stored)) return [];
  const items = new Map<string, CartItem>();
  for (const value of stored) {
    const product = parseProduct(value);
    const quantity = asRecord(value)?.quantity;
    if (!product || typeof quantity !== 'number' || !Number.isSafeInteger(quantity) || quantity < 1) continue;
    if (!items.has(product.id)) items.set(product.id, { ...product, quantity });
  }
  return [...items.values()];
}

/** The cart with what was ordered, at today's prices. The larger quantity counts, so a second press adds nothing. */
export function orderAgain(items: readonly CartItem[], ordered: readonly CartItem[], current: readonly Product[]) {
  const products = new Map(current.filter(({ available }) => available).map((product) => [product.id, product]));
  const cart = new Map(items.map((item) => [item.id, item]));
  for (const { id, quantity } of ordered) {
    const product = products.get(id);
    if (product) cart.set(id, { ...product, quantity: Math.max(quantity, cart.get(id)?.quantity ?? 0) });
  }
  return { items: [...cart.values()], gone: ordered.filter(({ id }) => !products.has(id)) };
}

/** The products of these orders by id: what the most of them had first, and of those what the newest had. */
export function usualProducts(newestFirst: readonly (readonly { id: string }[])[]): string[] {
  const times = new Map<string, number>();
  for (const { id } of newestFirst.flat()) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}

export function pieces(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** A typed quantity, also in Bangla digits; null when it is no whole number from 1. */
export function parseQuantity(text: string): number | null {
  const digits = asciiDigits(cleanText(text));
  return /^0*[1-9]\d{0,6}$/.test(digits) ? Number(digits) : null;
}

/** Of one line in one order, by what is known of the product. */
export function mostInOrder({ stock = MAX_ORDER_QUANTITY, max_per_order = stock }: Product): number {
  return Math.min(stock, max_per_order, MAX_ORDER_QUANTITY);
}

export const MAX_ORDER_LINES = 200;

/** Of one product; the cart itself has no such limit. */
export const MAX_ORDER_QUANTITY = 9_999;
