/** The facts of a product (product §3): import, export, forms, log, pages, orders and database go by this table. */
import type { NamesWith } from '../../base/record.ts';
import { STATUS_LABELS } from './catalogue.ts';

interface Column {
  label: string;
  /** Who has its value: orders keep it as it was then, pages and carts get it, or only the shop has it. */
  kept: 'orders' | 'pages' | 'shop';
  /** Files, and carts that an older version has stored, may lack it. */
  optional: boolean;
  input: Input;
  /** What the form of a new product begins with; empty without it. */
  start?: string;
  hint?: string;
}

type Input =
  /** The same text in the file, on pages and in the database. Lengths are in characters. */
  | { kind: 'text'; minLength: 0 | 1; maxLength: number; wide: boolean; lang?: string }
  | { kind: 'number'; unit: string }
  | { kind: 'choice'; choices: Readonly<Record<string, string>> }
  | { kind: 'id' | 'picture'; maxLength: number }
  | { kind: 'category' }
  | { kind: 'yes-no' }
  /** Pieces, or empty. */
  | { kind: 'pieces'; from: 0 | 1 };

const MEASURE = { kind: 'text', minLength: 0, maxLength: 40, wide: false } as const;
const WIDE = { kind: 'text', minLength: 0, maxLength: 120, wide: true } as const;
const PICTURE = { kind: 'picture', maxLength: 2_048 } as const;
const ID_HINT = 'The shop makes it of the name. It cannot be changed later.';
const PICTURE_HINT = 'A picture that you choose replaces it.';
const OTHER_WORDS = 'What else shoppers may type, with commas between the words: alu, potato.';
const ORDERED = { kept: 'orders', optional: false } as const;

const COLUMNS = {
  id: { ...ORDERED, label: 'id', input: { kind: 'id', maxLength: 64 }, hint: ID_HINT },
  name: { ...ORDERED, label: 'name', input: { ...WIDE, minLength: 1 } },
  image: { ...ORDERED, label: 'picture', input: PICTURE, hint: PICTURE_HINT },
  weight: { ...ORDERED, label: 'weight', input: MEASURE },
  unit: { ...ORDERED, label: 'unit', input: MEASURE },
  price: { ...ORDERED, label: 'price', input: { kind: 'number', unit: 'Tk' } },
  discount: { ...ORDERED, label: 'discount', input: { kind: 'number', unit: '%' }, start: '0' },
  status: {
    ...ORDERED,
    label: 'status',
    input: { kind: 'choice', choices: STATUS_LABELS },
    start: 'recent',
    hint: 'The section of home in which it stands.',
  },
  category: { ...ORDERED, label: 'category', input: { kind: 'category' }, start: 'vegetables' },
  name_bn: { label: 'Bangla name', kept: 'orders', optional: true, input: { ...WIDE, lang: 'bn' } },
  aliases: {
    label: 'other words',
    kept: 'shop',
    optional: true,
    input: { ...WIDE, maxLength: 1_300 },
    hint: OTHER_WORDS,
  },
  available: { label: 'available', kept: 'pages', optional: true, input: { kind: 'yes-no' }, start: 'yes' },
  stock: {
    label: 'in stock',
    kept: 'pages',
    optional: true,
    input: { kind: 'pieces', from: 0 },
    hint: 'In pieces. Orders take of it. Empty: not counted.',
  },
  max_per_order: {
    label: 'most in one order',
    kept: 'pages',
    optional: true,
    input: { kind: 'pieces', from: 1 },
    hint: 'In pieces. Empty: any.',
  },
  by_weight: { label: 'sold by weight', kept: 'shop', optional: true, input: { kind: 'yes-no' } },
} as const satisfies Record<string, Column>;

type Columns = typeof COLUMNS;
export type CatalogueColumn = keyof Columns;

export const PRODUCT_COLUMNS: Readonly<Record<CatalogueColumn, Column>> = COLUMNS;

export const CATALOGUE_COLUMNS = Object.keys(COLUMNS) as CatalogueColumn[];

/** What a new product has where its row says nothing. */
export const NEW_PRODUCT = { image: '', weight: '', unit: '', discount: '0', status: 'recent' } as const;

export type OptionalColumn = NamesWith<Columns, { optional: true }>;

export type TextColumn<Kept extends Column['kept'] = Column['kept']> = NamesWith<
  Columns,
  { kept: Kept; input: { kind: 'text' } }
>;

function textColumns<Kept extends Column['kept']>(...places: Kept[]): TextColumn<Kept>[] {
  return CATALOGUE_COLUMNS.filter((name): name is TextColumn<Kept> => {
    const { kept, input } = PRODUCT_COLUMNS[name];
    return input.kind === 'text' && places.some((place) => place === kept);
  });
}

/** A form sends nothing of a box without a tick. */
export function isYesNo(field: string): boolean {
  return PRODUCT_COLUMNS[field as CatalogueColumn]?.input.kind === 'yes-no';
}

export const ORDER_TEXTS = textColumns('orders');
export const PAGE_TEXTS = textColumns('orders', 'pages');
export const SHOP_TEXTS = textColumns('shop');
