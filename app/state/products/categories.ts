import { LISTING_NAMES } from '#messages';
import { type Listing, TRENDING_LISTINGS } from '../../../domain/catalogue/catalogue.ts';
import { type MenuCategory, useRootData } from '../root-data.ts';

/** Those of menus, in their order. */
export function useCategories(): readonly MenuCategory[] {
  return useRootData()?.categories ?? [];
}

/** What a list is called; of categories only those of menus are known here. */
export function listingName({ slug }: Pick<Listing, 'slug'>, categories: readonly MenuCategory[]): string {
  const trending = TRENDING_LISTINGS.find((listing) => listing.slug === slug);
  return trending ? LISTING_NAMES[trending.slug] : (categories.find(({ id }) => id === slug)?.name ?? slug);
}
