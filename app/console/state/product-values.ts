import type { CatalogueColumn, CatalogueRow } from '../../../domain/catalogue-file.ts';
import type { Answer } from './answer.ts';

/** The highest discount, in percent. */
export const MAX_DISCOUNT = 99.99;

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
