/** Comparing a cart with the shop's current products, so that the shopper sees every change (product §4). */
import { textSign } from '../../base/text.ts';
import type { CartItem } from './cart.ts';
import { COUNTS, type Product } from '../catalogue/product.ts';

/** The cart with the `current` product fields; what has not changed is the same object. `gone` cannot be ordered. */
export function refreshCart(items: readonly CartItem[], current: readonly Product[]) {
  const products = new Map(current.map((product) => [product.id, product]));
  const gone: CartItem[] = [];
  const refreshed = items.map((item) => {
    const product = products.get(item.id);
    if (!product) {
      gone.push(item);
      return item;
    }
    const fields = [...Object.keys(product), ...COUNTS] as (keyof Product)[];
    const isUnchanged = fields.every((field) => item[field] === product[field]);
    const updated = isUnchanged ? item : { ...product, quantity: item.quantity };
    if (!product.available) gone.push(updated);
    return updated;
  });
  return { items: refreshed, gone };
}

/** What a shopper reads of a product besides its price. */
const READ = ['name', 'name_bn', 'weight', 'unit'] as const;

type Read = Pick<Product, (typeof READ)[number]>;

export function readsAlike(before: Read, now: Read): boolean {
  return READ.every((field) => before[field] === now[field]);
}

/** By id, with the values that the shopper saw. */
export function changedSince(known: ReadonlyMap<string, CartItem>, items: readonly CartItem[]): Map<string, CartItem> {
  const changed = new Map<string, CartItem>();
  for (const item of items) {
    const before = known.get(item.id);
    if (before && !(before.price === item.price && before.discount === item.discount && readsAlike(before, item)))
      changed.set(item.id, before);
  }
  return changed;
}

/** What is read of these products as a short text, so that the shop knows whether a shopper saw what it sells. */
export function asRead(products: readonly Read[]): string {
  return textSign(JSON.stringify(products.map((product) => READ.map((field) => product[field]))));
}
