import type { CartItem } from './cart.ts';
import type { Product } from '../catalogue/product.ts';

/** With today's prices. What is in the cart already has the larger quantity of both, so that a second press adds nothing. */
export function orderAgain(items: readonly CartItem[], ordered: readonly CartItem[], current: readonly Product[]) {
  const products = new Map(current.filter(({ available }) => available).map((product) => [product.id, product]));
  const cart = new Map(items.map((item) => [item.id, item]));
  for (const { id, quantity } of ordered) {
    const product = products.get(id);
    if (product) cart.set(id, { ...product, quantity: Math.max(quantity, cart.get(id)?.quantity ?? 0) });
  }
  return { items: [...cart.values()], gone: ordered.filter(({ id }) => !products.has(id)) };
}
