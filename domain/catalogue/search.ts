import { GROUPS, type Group } from './catalogue.ts';
import { asciiDigits } from '../../base/digits.ts';
import { fold } from '../typed/text.ts';
import type { Counts, Product } from './product.ts';

export const SEARCH_CATEGORIES = ['all', ...GROUPS] as const;
export type SearchCategory = 'all' | Group;

/** Joiners and other characters that show nothing: Bangla keyboards differ in them. */
const INVISIBLE = /\p{Cf}/gu;

const SEARCH_CHARACTERS = 3;

export function parseSearchCategory(text: unknown): SearchCategory {
  return SEARCH_CATEGORIES.find((category) => category === text) ?? 'all';
}

/** The letters (with their marks), digits and @ of the first 3 characters, no SQL wildcards. Nothing matches ''. */
export function normalizeSearchText(text: string): string {
  // Three characters are at most 18 code points before NFC, so a huge text need not be normalized completely.
  const visible = [...text.trimStart().slice(0, 64).toWellFormed().normalize('NFC').replace(INVISIBLE, '')];
  const needle = fold(visible.slice(0, SEARCH_CHARACTERS).join('')).replace(/[^\p{L}\p{M}\p{Nd}@]/gu, '');
  // A number is a price or a weight, and these are stored in ASCII digits. Names keep their own.
  return /^\p{Nd}+$/u.test(needle) ? asciiDigits(needle) : needle;
}

export function searchText(product: Omit<Product, 'id' | 'imgUrl' | 'discount' | 'available' | keyof Counts>): string {
  const { category, name, price, status, type, weight, unit, name_bn } = product;
  return fold([category, name, price, status, type, weight, unit, name_bn].join(''));
}

/** 'raw' and 'bev' find whole groups, because the type is part of the searched text. */
export function matchesSearch(product: Product, text: string, category: SearchCategory): boolean {
  const needle = normalizeSearchText(text);
  if (needle === '' || (category !== 'all' && category !== product.type)) return false;
  return searchText(product).includes(needle);
}
