import { CATALOGUE_COLUMNS, type CatalogueColumn, PRODUCT_COLUMNS } from '../../../domain/product-columns.ts';
import { capitalized } from '../../../domain/text.ts';
import type { CatalogueRow } from '../../../domain/catalogue-file.ts';
import type { Answer } from './answer.ts';

/** The highest discount, in percent. */
export const MAX_DISCOUNT = 99.99;

export const COLUMN_LABELS = Object.fromEntries(
  CATALOGUE_COLUMNS.map((column) => [column, capitalized(PRODUCT_COLUMNS[column].label)]),
) as Readonly<Record<CatalogueColumn, string>>;

export type ProductValues = Readonly<Partial<Record<CatalogueColumn, string>>>;

interface ForeignChange {
  column: CatalogueColumn;
  from: string;
  to: string;
}

export interface ProductConflict {
  /** Who did it, and when; null when that is unknown. */
  by: string | null;
  at: Date | null;
  changes: ForeignChange[];
}

export interface ProductAnswer extends Answer {
  id?: string;
  errors?: Partial<Record<CatalogueColumn | 'picture', string>>;
  conflict?: ProductConflict;
  typed?: ProductValues;
  /** What the next save will be compared with. */
  base?: ProductValues;
}

export function valuesOf(row: Required<CatalogueRow>, columns: readonly CatalogueColumn[]): ProductValues {
  return Object.fromEntries(columns.map((column) => [column, String(row[column])]));
}
