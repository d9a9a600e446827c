/** In the order of product §3. The slugs are the last path segment of their listings. */
export const CATEGORIES = [
  'vegetables',
  'fruits',
  'meat',
  'fish',
  'eggs',
  'tea-coffe',
  'spices',
  'dry-fruits',
  'biscuits',
  'cakes',
  'jams',
  'breads',
  'rice',
  'flour',
  'oil',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const STATUSES = ['top', 'recent', 'popular'] as const;
export type Status = (typeof STATUSES)[number];

export const GROUPS = ['raw-products', 'beverages'] as const;
export type Group = (typeof GROUPS)[number];

export type ListingGroup = 'trending' | Group;

/** In the order of the menus (product §2). */
const SUB_CATEGORIES: Readonly<Record<Group, readonly Category[]>> = {
  'raw-products': ['vegetables', 'fruits', 'meat', 'fish', 'eggs', 'spices', 'rice', 'flour', 'oil'],
  beverages: ['tea-coffe', 'dry-fruits', 'jams', 'biscuits', 'cakes', 'breads'],
};

export function groupOf(category: Category): Group {
  return SUB_CATEGORIES.beverages.includes(category) ? 'beverages' : 'raw-products';
}

export function categoriesIn(group: Group): readonly Category[] {
  return SUB_CATEGORIES[group];
}

export type TrendingSlug = 'top-products' | 'recent-products' | 'popular-now';
export type ListingSlug = Category | TrendingSlug;

export type ListingFilter = { readonly category: Category } | { readonly status: Status };

export interface Listing {
  readonly slug: ListingSlug;
  readonly group: ListingGroup;
  readonly path: string;
  readonly filter: ListingFilter;
}

function trendingListing(slug: TrendingSlug, status: Status): Listing {
  return { slug, group: 'trending', path: `/groceries/trending/${slug}`, filter: { status } };
}

function categoryListing(category: Category): Listing {
  const group = groupOf(category);
  return { slug: category, group, path: `/groceries/${group}/${category}`, filter: { category } };
}

export const TRENDING_LISTINGS: readonly Listing[] = [
  trendingListing('top-products', 'top'),
  trendingListing('recent-products', 'recent'),
  trendingListing('popular-now', 'popular'),
];

/** Trending, raw products, beverages, each in menu order. */
export const LISTINGS: readonly Listing[] = [
  ...TRENDING_LISTINGS,
  ...SUB_CATEGORIES['raw-products'].map(categoryListing),
  ...SUB_CATEGORIES.beverages.map(categoryListing),
];

export function findListing(slug: string): Listing | undefined {
  return LISTINGS.find((listing) => listing.slug === slug);
}

export function listingsIn(group: ListingGroup): readonly Listing[] {
  return LISTINGS.filter((listing) => listing.group === group);
}

/** How many products a section's card row shows, in reversed order (product §9). */
export const ROW_SIZE = 10;

/** How many offers the offers page shows first, and how many more each time (product §9). */
export const OFFERS_BATCH = 15;

/** The pictures that stand for the categories: each the one of its first product. */
export function picturesOf(sections: Partial<Record<ListingSlug, readonly { imgUrl: string }[]>>) {
  const pictures: Partial<Record<Category, string>> = {};
  for (const category of CATEGORIES) pictures[category] = sections[category]?.[0]?.imgUrl ?? '';
  return pictures;
}

export function isCategory(text: unknown): text is Category {
  return CATEGORIES.some((category) => category === text);
}

export function isStatus(text: unknown): text is Status {
  return STATUSES.some((status) => status === text);
}

export function isListingGroup(text: unknown): text is ListingGroup {
  return text === 'trending' || GROUPS.some((group) => group === text);
}
