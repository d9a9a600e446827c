import type { CatalogueColumn, CatalogueRow } from '../../../domain/catalogue-file.ts';
import type { Answer } from './answer.ts';

/** The highest discount, in percent. */
export const MAX_DISCOUNT = 99.99;

/** What the console calls the columns of the catalogue file. */
export const COLUMN_LABELS: Readonly<Record<CatalogueColumn, string>> = {
  id: 'Id',
  name: 'Name',
  image: 'Image address',
  weight: 'Weight',
  unit: 'Unit',
  price: 'Price',
  discount: 'Discount',
  status: 'Status',
  category: 'Category',
  name_bn: 'Bangla name',
  aliases: 'Other words',
  available: 'Available',
};

/** Columns of a product as the texts of a form. */
export type ProductValues = Readonly<Partial<Record<CatalogueColumn, string>>>;

/** A value of a product that somebody else has changed. */
interface ForeignChange {
  column: CatalogueColumn;
  from: string;
  to: string;
}

/** What others have changed while a product was being edited. */
export interface ProductConflict {
  /** Who did it, and when; null when that is unknown. */
  by: string | null;
  at: Date | null;
  changes: ForeignChange[];
}

/** The answer to a product's form. */
export interface ProductAnswer extends Answer {
  /** Which product of a list it is about. */
  id?: string;
  errors?: Partial<Record<CatalogueColumn | 'picture', string>>;
  conflict?: ProductConflict;
  /** What was sent. */
  typed?: ProductValues;
  /** What the next save will be compared with. */
  base?: ProductValues;
}

/** These columns of a product, as a form shows them. */
export function valuesOf(row: Required<CatalogueRow>, columns: readonly CatalogueColumn[]): ProductValues {
  return Object.fromEntries(columns.map((column) => [column, String(row[column])]));
}
