import { BROWSE_GROCERIES, FAVOURITES, NO_FAVOURITES } from '#messages';
import { useEffect, useEffectEvent } from 'react';
import Heart from 'virtual:icons/heart';
import type { Product } from '../../domain/catalogue/product.ts';
import { NextLink } from '../components/link.tsx';
import { CardGrid, CardGridSkeleton, ListingHeading } from '../components/products/product-card.tsx';
import { Page } from '../shell/page.tsx';
import { favourites } from '../state/products/favourites.ts';
import { fetchProducts } from '../state/products/fetch-products.ts';
import { useHydrated } from '../state/page-start.ts';
import { useLiveEvent } from '../state/live/live.ts';

export default function Favourites() {
  const products = favourites.use();
  const hydrated = useHydrated();
  const refresh = useEffectEvent(async () => {
    const asked = favourites.get().map(({ id }) => id);
    try {
      const current = new Map((await fetchProducts(asked)).map((product) => [product.id, product]));
      // What the shop no longer sells stays, as what it is. What was added meanwhile was not asked for.
      const asSold = (product: Product): Product =>
        current.get(product.id) ?? (asked.includes(product.id) ? { ...product, available: false } : product);
      favourites.set(favourites.get().map(asSold));
    } catch {
      // Without a network the list stays as it was seen last.
    }
  });
  useEffect(() => void refresh(), []);
  useLiveEvent('products', () => void refresh());
  return (
    <Page title={FAVOURITES} personal>
      <ListingHeading name={FAVOURITES} {...(hydrated && products.length > 0 ? { count: products.length } : {})} />
      {/* As high as the window, so that what stands below is not seen to move. */}
      <div className="min-h-dvh">
        {hydrated ? null : <CardGridSkeleton />}
        <CardGrid products={products} />
        {hydrated && products.length === 0 ? (
          <div className="flex flex-col items-center gap-4 py-10 text-center">
            <Heart className="size-12 text-muted" />
            <p className="max-w-sm text-muted">{NO_FAVOURITES}</p>
            <NextLink to="/groceries">{BROWSE_GROCERIES}</NextLink>
          </div>
        ) : null}
      </div>
    </Page>
  );
}
