/** Products between the catalogue's table and the domain. */
import type { Product } from '../../domain/catalogue.ts';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { discountText, fromPoisha, parseDiscount, toPoisha } from '../../domain/money.ts';
import { searchText } from '../../domain/search.ts';
import type { ProductsTable } from '../db/tables.ts';

/** The columns that make a product. Order lines keep the same ones. */
export const PRODUCT_COLUMNS = [
  'id',
  'name',
  'image',
  'weight',
  'unit',
  'price_poisha',
  'discount_bp',
  'status',
  'category',
  'type',
] as const;

/** A product's columns. */
export type ProductColumns = Pick<ProductsTable, (typeof PRODUCT_COLUMNS)[number]>;

/** A product's columns with the text that search looks into. */
export type SearchableColumns = ProductColumns & Pick<ProductsTable, 'search_text'>;

/** The product as pages know it. */
export function productOf(row: ProductColumns): Product {
  const { id, name, image, weight, unit, price_poisha, discount_bp, status, category, type } = row;
  return {
    id,
    name,
    imgUrl: image,
    weight,
    unit,
    price: fromPoisha(price_poisha),
    discount: discountText(discount_bp),
    status,
    category,
    type,
  };
}

/** The product as the catalogue file has it. */
export function catalogueRowOf(row: ProductColumns): CatalogueRow {
  const { imgUrl, ...product } = productOf(row);
  return { ...product, image: imgUrl };
}

/** A catalogue file's row, its image being the imgUrl by now, as columns. */
export function columnsOf(row: CatalogueRow): SearchableColumns {
  const { id, name, image, weight, unit, price, discount, status, category, type } = row;
  return {
    id,
    name,
    image,
    weight,
    unit,
    price_poisha: toPoisha(price),
    discount_bp: parseDiscount(discount) ?? 0,
    status,
    category,
    type,
    search_text: searchText(row),
  };
}
