/** What a search finds (product §5). */
import { GROUPS } from './catalogue.ts';
import type { Group } from './catalogue.ts';
import type { Product } from './product.ts';

/** The choices of the search box's select. */
export const SEARCH_CATEGORIES = ['all', ...GROUPS] as const;
export type SearchCategory = 'all' | Group;

/** How many characters of the typed text count. */
const SEARCH_CHARACTERS = 3;

/** The select's choice that a text names; anything else means all. */
export function parseSearchCategory(text: unknown): SearchCategory {
  return SEARCH_CATEGORIES.find((category) => category === text) ?? 'all';
}

/**
 * What is looked for: of the text's first 3 characters the letters (any script, with their marks), digits and @, in
 * lower case. Empty when nothing usable is left, and then nothing matches. Never holds SQL wildcards.
 */
export function searchNeedle(text: string): string {
  // Three characters are at most 18 code points before NFC; a huge text need not be normalized whole.
  const start = [...text.slice(0, 64).toWellFormed().normalize('NFC')].slice(0, SEARCH_CHARACTERS).join('');
  return fold(start).replace(/[^\p{L}\p{M}\p{Nd}@]/gu, '');
}

/** What is looked in: category, name, price, status, type, weight and unit joined, in lower case. */
export function searchText(product: Omit<Product, 'id' | 'imgUrl' | 'discount'>): string {
  const { category, name, price, status, type, weight, unit } = product;
  return fold([category, name, price, status, type, weight, unit].join(''));
}

/** Whether a search finds a product. 'raw' and 'bev' find whole groups, since their type is part of the text. */
export function matchesSearch(product: Product, text: string, category: SearchCategory): boolean {
  const needle = searchNeedle(text);
  if (needle === '' || (category !== 'all' && category !== product.type)) return false;
  return searchText(product).includes(needle);
}

/** Lower case, one form for each letter, without invisible joiners. */
function fold(text: string): string {
  return text
    .toWellFormed()
    .toLowerCase()
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '');
}
