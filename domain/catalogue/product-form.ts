/** How forms and the log call the facts of a product. Apart from their table, so that no shopper loads it. */
import type { CatalogueColumn } from './product-columns.ts';

export const PRODUCT_LABELS: Readonly<Record<CatalogueColumn, string>> = {
  id: 'id',
  name: 'name',
  image: 'picture',
  weight: 'weight',
  unit: 'unit',
  price: 'price',
  discount: 'discount',
  status: 'status',
  category: 'category',
  name_bn: 'Bangla name',
  aliases: 'other words',
  available: 'available',
  stock: 'in stock',
  max_per_order: 'most in one order',
  by_weight: 'sold by weight',
};

export const PRODUCT_HINTS: Readonly<Partial<Record<CatalogueColumn, string>>> = {
  id: 'The shop makes it of the name. It cannot be changed later.',
  image: 'A picture that you choose replaces it.',
  status: 'The section of home in which it stands.',
  aliases: 'What else shoppers may type, with commas between the words: alu, potato.',
  stock: 'In pieces. Orders take of it. Empty: not counted.',
  max_per_order: 'In pieces. Empty: any.',
};

/** What the form of a new product begins with; all else is empty. */
export const PRODUCT_START: Readonly<Partial<Record<CatalogueColumn, string>>> = {
  discount: '0',
  status: 'recent',
  category: 'vegetables',
  available: 'yes',
};
