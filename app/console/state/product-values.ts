import { CATALOGUE_COLUMNS, type CatalogueColumn, PRODUCT_COLUMNS } from '../../../domain/catalogue/product-columns.ts';
import { capitalized } from '../../../base/text.ts';
import type { CatalogueRow } from '../../../domain/catalogue/catalogue-file.ts';
import type { DraftAnswer } from './draft.ts';

export const COLUMN_LABELS = Object.fromEntries(
  CATALOGUE_COLUMNS.map((column) => [column, capitalized(PRODUCT_COLUMNS[column].label)]),
) as Readonly<Record<CatalogueColumn, string>>;

export type ProductValues = Readonly<Partial<Record<CatalogueColumn, string>>>;

export interface ProductAnswer extends DraftAnswer<CatalogueColumn> {
  id?: string;
  errors?: Partial<Record<CatalogueColumn | 'picture', string>>;
}

export function valuesOf(row: Required<CatalogueRow>, columns: readonly CatalogueColumn[]): ProductValues {
  return Object.fromEntries(columns.map((column) => [column, String(row[column])]));
}
