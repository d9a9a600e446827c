import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CartItem } from '../../domain/cart.ts';
import { refreshCart, repricedSince } from '../../domain/cart-refresh.ts';
import type { Product } from '../../domain/product.ts';
import { parseProducts } from '../../domain/product.ts';
import { cart, useCart } from './cart.ts';
import { useLiveEvent } from './live.ts';

/** What changed in the cart while the shopper was away, by product id. */
export interface CartNews {
  /** Lines as the shopper last knew them, where their price has changed since. */
  readonly repriced: ReadonlyMap<string, CartItem>;
  /** Products that the shop no longer has. */
  readonly gone: ReadonlySet<string>;
}

/** The lines as this tab's shopper knows them. */
const known = new Map<string, CartItem>();
/** Ids for one request, so that its address stays short. */
const BATCH = 100;

/**
 * Brings the cart up to date with the shop when a screen opens and when the catalogue changes, and tells what changed, whoever
 * brought it up to date (product §4). On the cart's own screen, `tells`, the news counts as told once it is left.
 */
export function useFreshCart({ tells = false } = {}): CartNews {
  const items = useCart();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const abort = useRef<AbortController>(null);
  const refresh = (): void => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    fetchProducts(
      cart.get().map(({ id }) => id),
      signal,
    )
      .then((current) => setGone(applyProducts(current)))
      .catch(() => {
        // Offline: the cart stays as it was, and the server prices the order anyway.
      });
  };
  useLiveEvent('products', refresh);

  useEffect(() => {
    for (const item of items) if (!known.has(item.id)) known.set(item.id, item);
  }, [items]);
  const onOpen = useEffectEvent(refresh);
  const onLeave = useEffectEvent(() => {
    abort.current?.abort();
    if (tells) known.clear();
  });
  useEffect(() => {
    onOpen();
    return () => onLeave();
  }, []);

  return { repriced: repricedSince(known, items), gone };
}

/** Puts the shop's current products into the cart; answers the ids of those that it no longer has. */
export function applyProducts(current: readonly Product[]): ReadonlySet<string> {
  const { items, gone } = refreshCart(cart.get(), current);
  cart.set(items);
  return new Set(gone.map(({ id }) => id));
}

async function fetchProducts(ids: readonly string[], signal: AbortSignal): Promise<Product[]> {
  const batches: Promise<Product[]>[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const query = new URLSearchParams({ ids: ids.slice(at, at + BATCH).join(',') });
    batches.push(
      fetch(`/api/products?${query}`, { signal }).then(async (response) => {
        if (!response.ok) throw new Error(`The products were refused: ${response.status}`);
        return parseProducts(await response.json());
      }),
    );
  }
  return (await Promise.all(batches)).flat();
}
