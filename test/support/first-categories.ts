/**
 * The categories that every shop begins with, as the migration writes them; a test of server/catalogue/categories.ts
 * holds both equal.
 */
import { type Category, type Group, type Listing, listingsWith } from '../../domain/catalogue/catalogue.ts';

const ROWS: readonly (readonly [Group, string, string, string, string])[] = [
  [
    'raw-products',
    'vegetables',
    'Vegetables',
    'সবজি',
    'vegetable|sobji|shobji|sobzi|shobzi|sabji|shak sobji|সব্জি|শাকসবজি|শাক সবজি',
  ],
  ['raw-products', 'fruits', 'Fruits', 'ফল', 'fruit|fol|phol|ফলমূল'],
  ['raw-products', 'meat', 'Meat', 'মাংস', 'mangsho|mangso|mansho|gosht|মাংশ|গোশত'],
  ['raw-products', 'fish', 'Fish', 'মাছ', 'mach|maach|machh|mas'],
  ['raw-products', 'eggs', 'Eggs', 'ডিম', 'egg|dim|deem'],
  ['raw-products', 'spices', 'Spices', 'মসলা', 'spice|mosla|moshla|masala|মশলা'],
  ['raw-products', 'rice', 'Rice', 'চাল', 'chal|chaal|chaul|চাউল'],
  ['raw-products', 'flour', 'Flour', 'আটা-ময়দা', 'flours|ata moida'],
  ['raw-products', 'oil', 'Oil', 'তেল', 'oils|tel'],
  [
    'beverages',
    'tea-coffe',
    'Tea & Coffe',
    'চা ও কফি',
    'tea|tea coffee|coffe|coffee|cha|chaa|chai|kofi|cofi|চা|কফি|চা কফি',
  ],
  [
    'beverages',
    'dry-fruits',
    'Dry Fruits',
    'বাদাম ও শুকনো ফল',
    'dry fruit|dried fruit|dried fruits|shukno fol|শুকনো ফল|শুকনা ফল',
  ],
  ['beverages', 'jams', 'Jams & Jellies', 'জ্যাম ও জেলি', 'jam|jelly|jellies|jam jelly|jeli|জ্যাম|জেলি'],
  ['beverages', 'biscuits', 'Biscuits', 'বিস্কুট', 'biscuit|biskut|biscut|bisket'],
  ['beverages', 'cakes', 'Cakes', 'কেক', 'cake|kek'],
  ['beverages', 'breads', 'Breads', 'পাউরুটি ও রুটি', 'bread'],
];

export const FIRST_CATEGORIES: readonly Category[] = ROWS.map(([group, id, name, nameBn, aliases]) => ({
  id,
  name,
  nameBn,
  aliases,
  group,
  shown: true,
}));

/** Their ids. */
export const CATEGORIES: readonly string[] = FIRST_CATEGORIES.map(({ id }) => id);

export const LISTINGS: readonly Listing[] = listingsWith(FIRST_CATEGORIES);

export function groupOf(category: string): Group {
  return found(FIRST_CATEGORIES.find(({ id }) => id === category)).group;
}

export function listingOf(slug: string): Listing {
  return found(LISTINGS.find((listing) => listing.slug === slug));
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the shop does not begin with this category');
  return value;
}
