import { type Product, parseProduct } from '../catalogue/product.ts';
import { asRecord } from '../../base/record.ts';

/** A product in the cart. `quantity` is a whole number from 1, without an upper bound. */
export type CartItem = Product & { quantity: number };

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
