import { isOneOf } from '../../base/record.ts';

export const STATUSES = ['top', 'recent', 'popular'] as const;
export type Status = (typeof STATUSES)[number];
export const isStatus = isOneOf(STATUSES);

/** What operators call them: the sections of home. */
export const STATUS_LABELS: Readonly<Record<Status, string>> = { top: 'Top', recent: 'New', popular: 'Popular' };

export const GROUPS = ['raw-products', 'beverages'] as const;
export type Group = (typeof GROUPS)[number];
export const isGroup = isOneOf(GROUPS);

export const isListingGroup = isOneOf<ListingGroup>(['trending', ...GROUPS]);
export type ListingGroup = 'trending' | Group;

export interface Category {
  /** The last part of its address. */
  readonly id: string;
  readonly name: string;
  readonly nameBn: string;
  /** What else people call it, with `|` between the words. */
  readonly aliases: string;
  readonly group: Group;
  /** In menus. One of the operator's own is in them only while it has products. */
  readonly shown: boolean;
}

export const CATEGORY_ID_PATTERN = /^[a-z0-9-]{1,40}$/;

export type TrendingSlug = 'top-products' | 'recent-products' | 'popular-now';

export interface Listing<Slug extends string = string> {
  /** Of a category its id. */
  readonly slug: Slug;
  readonly group: ListingGroup;
  readonly path: string;
  readonly filter: { readonly category: string } | { readonly status: Status };
}

function trendingListing(slug: TrendingSlug, status: Status): Listing<TrendingSlug> {
  return { slug, group: 'trending', path: `/groceries/trending/${slug}`, filter: { status } };
}

export function categoryListing({ id, group }: Pick<Category, 'id' | 'group'>): Listing {
  return { slug: id, group, path: `/groceries/${group}/${id}`, filter: { category: id } };
}

export const TRENDING_LISTINGS: readonly Listing<TrendingSlug>[] = [
  trendingListing('top-products', 'top'),
  trendingListing('recent-products', 'recent'),
  trendingListing('popular-now', 'popular'),
];

/** Trending, then the given categories. */
export function listingsWith(categories: readonly Pick<Category, 'id' | 'group'>[]): readonly Listing[] {
  return [...TRENDING_LISTINGS, ...categories.map(categoryListing)];
}

/** How many products a section's card row shows, in reversed order (product §9). */
export const ROW_SIZE = 10;

/** How many offers the offers page shows first, and how many more each time (product §9). */
export const OFFERS_BATCH = 15;

export type Sections<Shown = { imgUrl: string }> = Readonly<Partial<Record<string, readonly Shown[]>>>;

/** The pictures that stand for the categories: each the first one that its products have. */
export function picturesOf(sections: Sections): Partial<Record<string, string>> {
  const pictures = Object.entries(sections).map(([slug, shown = []]) => [slug, shown.find(hasPicture)?.imgUrl ?? '']);
  return Object.fromEntries(pictures);
}

const hasPicture = ({ imgUrl }: { imgUrl: string }): boolean => imgUrl !== '';
