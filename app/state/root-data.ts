import { LISTING_NAMES } from '#messages';
import { useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import { type Listing, TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import type { loader } from '../root.tsx';

export type RootData = Exclude<ReturnType<typeof useRootData>, undefined>;
export type Shop = RootData['shop'];

/** Only in the browser: the data from before a load failed, so that an error screen has its header. */
let lastKnown: ReturnType<typeof useRouteLoaderData<typeof loader>>;

/** The root's data; undefined in a document whose root loader failed on the server. */
export function useRootData() {
  const data = useRouteLoaderData<typeof loader>('root');
  useEffect(() => {
    if (data) lastKnown = data;
  }, [data]);
  return data ?? lastKnown;
}

/** Those of menus, in their order. */
export function useCategories(): RootData['categories'] {
  return useRootData()?.categories ?? [];
}

/** What a list is called; of categories only those of menus are known here. */
export function listingName({ slug }: Pick<Listing, 'slug'>, categories: RootData['categories']): string {
  const trending = TRENDING_LISTINGS.find((listing) => listing.slug === slug);
  return trending ? LISTING_NAMES[trending.slug] : (categories.find(({ id }) => id === slug)?.name ?? slug);
}
