/** Conversion between the catalogue's table and the domain's products. */
import { type RawBuilder, sql } from 'kysely';
import type { Product } from '../../domain/product.ts';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { discountText, fromPoisha, parseDiscount, toPoisha } from '../../domain/money.ts';
import { searchText } from '../../domain/search.ts';
import type { ProductFields, ProductsTable } from '../db/tables.ts';

/** The SQL types of columns. */
export type SqlTypes<Column extends string = string> = Readonly<
  Record<Column, 'text' | 'integer' | 'bigint' | 'smallint'>
>;

/** The columns that describe a product. Order lines have the same columns, with the values at the time of the order. */
export const FIELD_TYPES: SqlTypes<keyof ProductFields> = {
  name: 'text',
  image: 'text',
  weight: 'text',
  unit: 'text',
  price_poisha: 'bigint',
  discount_bp: 'integer',
  status: 'text',
  category: 'text',
  type: 'text',
};

/** A product's columns. */
export type ProductColumns = ProductFields & Pick<ProductsTable, 'id'>;
export const PRODUCT_COLUMNS = ['id', ...keysOf(FIELD_TYPES)] as const;

/** A product's columns and the text that search uses. */
export type SearchableColumns = ProductColumns & Pick<ProductsTable, 'search_text'>;
export const SEARCHABLE_TYPES: SqlTypes<keyof SearchableColumns> = { id: 'text', ...FIELD_TYPES, search_text: 'text' };

/** The product as pages use it. */
export function productOf(row: ProductColumns): Product {
  const { image, price_poisha, discount_bp, id, name, weight, unit, status, category, type } = row;
  const price = fromPoisha(price_poisha);
  return { id, name, imgUrl: image, weight, unit, price, discount: discountText(discount_bp), status, category, type };
}

/** The product as a row of the catalogue file. */
export function catalogueRowOf(row: ProductColumns): CatalogueRow {
  const { imgUrl, ...product } = productOf(row);
  return { ...product, image: imgUrl };
}

/** The columns that describe a product. */
export function productFieldsOf({
  name,
  imgUrl,
  weight,
  unit,
  price,
  discount,
  status,
  category,
  type,
}: Product): ProductFields {
  const discount_bp = parseDiscount(discount) ?? 0;
  return { name, image: imgUrl, weight, unit, price_poisha: toPoisha(price), discount_bp, status, category, type };
}

/** A row of the catalogue file as columns. Its image must already be an imgUrl. */
export function columnsOf({ image, ...product }: CatalogueRow): SearchableColumns {
  return { id: product.id, ...productFieldsOf({ ...product, imgUrl: image }), search_text: searchText(product) };
}

/** The column names: `a, b`. */
export function namesOf(types: SqlTypes): RawBuilder<unknown> {
  return sql.join(keysOf(types).map((name) => sql.ref(name)));
}

/** Rows as an SQL table, `jsonb_to_recordset(…) as (a text, b integer)`: one parameter for any number of rows. */
export function asRecordset<Types extends SqlTypes>(
  types: Types,
  rows: readonly Readonly<Record<keyof Types, unknown>>[],
  alias = sql``,
): RawBuilder<unknown> {
  const columns = sql.join(Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${alias}(${columns})`;
}

function keysOf<Column extends string>(types: SqlTypes<Column>): Column[] {
  return Object.keys(types) as Column[];
}
