/** Comparing a cart with the shop's current products, so that the shopper sees every change (product §4). */
import type { CartItem } from './cart.ts';
import type { Product } from '../catalogue/product.ts';

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
    const updated = isUnchanged(item, product) ? item : { ...product, quantity: item.quantity };
    if (!product.available) gone.push(updated);
    return updated;
  });
  return { items: refreshed, gone };
}

function isUnchanged(item: CartItem, product: Product): boolean {
  return Object.entries(product).every(([field, value]) => item[field as keyof CartItem] === value);
}

/** By id, with the values that the shopper saw. */
export function repricedSince(known: ReadonlyMap<string, CartItem>, items: readonly CartItem[]): Map<string, CartItem> {
  const repriced = new Map<string, CartItem>();
  for (const { id, price, discount } of items) {
    const before = known.get(id);
    if (before && (before.price !== price || before.discount !== discount)) repriced.set(id, before);
  }
  return repriced;
}
