import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { changedSince, refreshCart } from '../../../domain/orders/cart-refresh.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { cart } from './cart.ts';
import { fetchProducts } from '../products/fetch-products.ts';
import { useLiveEvent } from '../live/live.ts';

const seen = new Map<string, CartItem>();

/**
 * Updates the cart from the shop. Returns the items that have changed since the shopper last saw the cart
 * (product §4), and the ids of those that cannot be ordered. With `showsChanges` changes count as seen when the screen
 * is left.
 */
export function useCartRefresh({ showsChanges = false } = {}) {
  const items = cart.use();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const abort = useRef<AbortController>(null);
  const refresh = (): void => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    const ids = cart.get().map(({ id }) => id);
    fetchProducts(ids, signal)
      .then((current) => {
        const missing = applyProducts(current);
        // What came into the cart meanwhile was not asked for.
        return setGone(new Set(ids.filter((id) => missing.has(id))));
      })
      // Offline: the cart stays unchanged. The server prices the order anyway.
      .catch(() => undefined);
  };
  useLiveEvent('products', refresh);

  useEffect(() => {
    for (const item of items) if (!seen.has(item.id)) seen.set(item.id, item);
  }, [items]);
  const onOpen = useEffectEvent(refresh);
  const onLeave = useEffectEvent(() => {
    abort.current?.abort();
    if (showsChanges) seen.clear();
  });
  useEffect(() => {
    onOpen();
    return () => onLeave();
  }, []);

  const unavailable = items.flatMap(({ id, available }) => (available ? [] : [id]));
  return { changed: changedSince(seen, items), gone: new Set([...gone, ...unavailable]) };
}

export function applyProducts(current: readonly Product[]): ReadonlySet<string> {
  const before = cart.get();
  const { items, gone } = refreshCart(before, current);
  // Another tab may have written the cart a moment ago, which this one does not know yet.
  if (items.some((item, at) => item !== before[at])) cart.set(items);
  return new Set(gone.map(({ id }) => id));
}
