/**
 * The columns of the catalogue file, which are the facts of a product (product §3). Import, export, forms, the log, pages, orders and the
 * database go by this table. What a value must be is in catalogue-file.ts; a new column also needs a migration.
 */
import { STATUSES } from './catalogue.ts';
import { MAX_PRICE_TK } from './money.ts';

interface Column {
  /** In the console. */
  label: string;
  /** Who has its value: orders keep it as it was then, pages and carts get it, or only the shop has it. */
  kept: 'orders' | 'pages' | 'shop';
  /** Files, and carts that an older version has stored, may lack it. */
  optional: boolean;
  input: Input;
  /** Below its field. */
  hint?: string;
}

type Input =
  /** The same text in the file, on pages and in the database, at most `maxLength` characters long. */
  | { kind: 'text'; minLength: 0 | 1; maxLength: number; wide: boolean; lang?: string }
  | { kind: 'number'; unit: string; min: number; max: number }
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'id' | 'picture' | 'category' | 'available' };

const COLUMNS = {
  id: {
    label: 'id',
    kept: 'orders',
    optional: false,
    input: { kind: 'id' },
    hint: 'The end of its address in the shop. It cannot be changed later.',
  },
  name: {
    label: 'name',
    kept: 'orders',
    optional: false,
    input: { kind: 'text', minLength: 1, maxLength: 120, wide: true },
  },
  image: {
    label: 'image address',
    kept: 'orders',
    optional: false,
    input: { kind: 'picture' },
    hint: 'A picture that you choose replaces it.',
  },
  weight: {
    label: 'weight',
    kept: 'orders',
    optional: false,
    input: { kind: 'text', minLength: 0, maxLength: 40, wide: false },
  },
  unit: {
    label: 'unit',
    kept: 'orders',
    optional: false,
    input: { kind: 'text', minLength: 0, maxLength: 40, wide: false },
  },
  price: {
    label: 'price',
    kept: 'orders',
    optional: false,
    input: { kind: 'number', unit: 'Tk', min: 0.01, max: MAX_PRICE_TK },
  },
  discount: {
    label: 'discount',
    kept: 'orders',
    optional: false,
    input: { kind: 'number', unit: '%', min: 0, max: 99.99 },
  },
  status: {
    label: 'status',
    kept: 'orders',
    optional: false,
    input: { kind: 'choice', choices: STATUSES },
  },
  category: {
    label: 'category',
    kept: 'orders',
    optional: false,
    input: { kind: 'category' },
  },
  name_bn: {
    label: 'Bangla name',
    kept: 'orders',
    optional: true,
    input: { kind: 'text', minLength: 0, maxLength: 120, wide: true, lang: 'bn' },
  },
  /** Further words that shoppers type, separated by `|`. */
  aliases: {
    label: 'other words',
    kept: 'shop',
    optional: true,
    input: { kind: 'text', minLength: 0, maxLength: 1_300, wide: true },
    hint: 'What else shoppers may type, with | between the words.',
  },
  available: {
    label: 'available',
    kept: 'pages',
    optional: true,
    input: { kind: 'available' },
  },
} as const satisfies Record<string, Column>;

type Columns = typeof COLUMNS;
export type CatalogueColumn = keyof Columns;

export const PRODUCT_COLUMNS: Readonly<Record<CatalogueColumn, Column>> = COLUMNS;

/** In the order of an export. */
export const CATALOGUE_COLUMNS = Object.keys(COLUMNS) as CatalogueColumn[];

export type OptionalColumn = {
  [Name in CatalogueColumn]: Columns[Name] extends { optional: true } ? Name : never;
}[CatalogueColumn];

/** The text columns that are kept in one of some places. */
export type TextColumn<Kept extends Column['kept'] = Column['kept']> = {
  [Name in CatalogueColumn]: Columns[Name] extends { kept: Kept; input: { kind: 'text' } } ? Name : never;
}[CatalogueColumn];

function textColumns<Kept extends Column['kept']>(...places: Kept[]): TextColumn<Kept>[] {
  const isOne = (name: CatalogueColumn): name is TextColumn<Kept> => {
    const { kept, input } = PRODUCT_COLUMNS[name];
    return input.kind === 'text' && places.some((place) => place === kept);
  };
  return CATALOGUE_COLUMNS.filter(isOne);
}

export const ORDER_TEXTS = textColumns('orders');
export const PAGE_TEXTS = textColumns('orders', 'pages');
export const SHOP_TEXTS = textColumns('shop');
