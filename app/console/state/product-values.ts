import { CATALOGUE_COLUMNS, type CatalogueColumn, PRODUCT_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { capitalized } from '../../../base/text.ts';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import type { Answer } from './answer.ts';

export const COLUMN_LABELS = Object.fromEntries(
  CATALOGUE_COLUMNS.map((column) => [column, capitalized(PRODUCT_COLUMNS[column].label)]),
) as Readonly<Record<CatalogueColumn, string>>;

export type ProductValues = Readonly<Partial<Record<CatalogueColumn, string>>>;

export interface ProductAnswer extends Answer {
  id?: string;
  errors?: Partial<Record<CatalogueColumn | 'picture', string>>;
  /** Set when somebody else has changed the product: the next save overwrites what the screen shows then. */
  conflict?: boolean;
  typed?: ProductValues;
  /** What the operator had in front of them before typing. */
  base?: ProductValues;
}

export function valuesOf(row: Required<CatalogueRow>, columns: readonly CatalogueColumn[]): ProductValues {
  return Object.fromEntries(columns.map((column) => [column, String(row[column])]));
}
