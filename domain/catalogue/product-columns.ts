/** The facts of a product (product §3): import, export, forms, log, pages, orders and database go by this table. */
import type { NamesWith } from '../../base/record.ts';
import { STATUS_LABELS } from './catalogue.ts';

interface Column {
  /** Who has its value: orders keep it as it was then, pages and carts get it, or only the shop has it. */
  kept: 'orders' | 'pages' | 'shop';
  /** Files, and carts that an older version has stored, may lack it. */
  optional: boolean;
  input: Input;
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
const ORDERED = { kept: 'orders', optional: false } as const;

const COLUMNS = {
  id: { ...ORDERED, input: { kind: 'id', maxLength: 64 } },
  name: { ...ORDERED, input: { ...WIDE, minLength: 1 } },
  image: { ...ORDERED, input: { kind: 'picture', maxLength: 2_048 } },
  weight: { ...ORDERED, input: MEASURE },
  unit: { ...ORDERED, input: MEASURE },
  price: { ...ORDERED, input: { kind: 'number', unit: 'Tk' } },
  discount: { ...ORDERED, input: { kind: 'number', unit: '%' } },
  status: { ...ORDERED, input: { kind: 'choice', choices: STATUS_LABELS } },
  category: { ...ORDERED, input: { kind: 'category' } },
  name_bn: { kept: 'orders', optional: true, input: { ...WIDE, lang: 'bn' } },
  aliases: { kept: 'shop', optional: true, input: { ...WIDE, maxLength: 1_300 } },
  available: { kept: 'pages', optional: true, input: { kind: 'yes-no' } },
  stock: { kept: 'pages', optional: true, input: { kind: 'pieces', from: 0 } },
  max_per_order: { kept: 'pages', optional: true, input: { kind: 'pieces', from: 1 } },
  by_weight: { kept: 'shop', optional: true, input: { kind: 'yes-no' } },
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
