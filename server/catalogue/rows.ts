import { type RawBuilder, sql } from 'kysely';
import type { Product } from '../../domain/catalogue/product.ts';
import { type CatalogueRow, yesOrNo } from '../../domain/catalogue/catalogue-file.ts';
import { discountText, fromPoisha, parseDiscount, toPoisha } from '../../domain/catalogue/money.ts';
import { ORDER_TEXTS, PAGE_TEXTS, SHOP_TEXTS, type TextColumn } from '../../domain/catalogue/product-columns.ts';
import { searchText } from '../../domain/catalogue/search.ts';
import { suggestionText } from '../../domain/catalogue/suggestions.ts';
import type { ProductFields, ProductsTable } from './tables.ts';

export type SqlTypes<Column extends string = string> = Readonly<
  Record<Column, 'text' | 'integer' | 'bigint' | 'smallint' | 'boolean'>
>;

/** Order lines have the same columns, with the values at the time of the order. */
export const FIELD_TYPES: SqlTypes<keyof ProductFields> = {
  ...textTypes(ORDER_TEXTS),
  image: 'text',
  price_poisha: 'bigint',
  discount_bp: 'integer',
  status: 'text',
  category: 'text',
  type: 'text',
};

export type ProductColumns = ProductFields & Pick<ProductsTable, 'id' | 'available'>;
const PRODUCT_TYPES: SqlTypes<keyof ProductColumns> = {
  id: 'text',
  ...FIELD_TYPES,
  ...textTypes(PAGE_TEXTS),
  available: 'boolean',
};
export const PRODUCT_COLUMNS = keysOf(PRODUCT_TYPES);

export type StoredColumns = ProductColumns & Pick<ProductsTable, TextColumn | 'search_text' | 'suggestion_text'>;
export const STORED_TYPES: SqlTypes<keyof StoredColumns> = {
  ...PRODUCT_TYPES,
  ...textTypes(SHOP_TEXTS),
  search_text: 'text',
  suggestion_text: 'text',
};
export const STORED_COLUMNS = keysOf(STORED_TYPES);

/** The index `products_in_order` needs this expression. */
export const IN_ORDER = sql<number>`(position + 0)`;

export function productOf(row: ProductColumns): Product {
  const { id, image, price_poisha, discount_bp, status, category, type, available } = row;
  const price = fromPoisha(price_poisha);
  const discount = discountText(discount_bp);
  return { id, ...pick(row, PAGE_TEXTS), imgUrl: image, price, discount, status, category, type, available };
}

export function catalogueRowOf(row: StoredColumns): Required<CatalogueRow> {
  const { imgUrl, available, ...product } = productOf(row);
  return { ...product, ...pick(row, SHOP_TEXTS), image: imgUrl, available: yesOrNo(available) };
}

export function productFieldsOf(product: Omit<Product, 'available'>): ProductFields {
  const { imgUrl, price, discount, status, category, type } = product;
  const discount_bp = parseDiscount(discount) ?? 0;
  const price_poisha = toPoisha(price);
  return { ...pick(product, ORDER_TEXTS), image: imgUrl, price_poisha, discount_bp, status, category, type };
}

/** Its image must already be an imgUrl. What the file lacks stays as it is `stored`, and is empty in a new product. */
export function columnsOf(row: CatalogueRow, stored?: StoredColumns): StoredColumns {
  const texts = Object.fromEntries(TEXTS.map((column) => [column, row[column] ?? stored?.[column] ?? ''])) as Record<
    TextColumn,
    string
  >;
  const product = { ...row, ...texts, imgUrl: row.image };
  return {
    id: row.id,
    ...productFieldsOf(product),
    ...texts,
    available: row.available === undefined ? (stored?.available ?? true) : row.available === 'yes',
    search_text: searchText(product),
    suggestion_text: suggestionText(product),
  };
}

const TEXTS = [...PAGE_TEXTS, ...SHOP_TEXTS];

function textTypes<Column extends string>(columns: readonly Column[]): SqlTypes<Column> & Record<Column, 'text'> {
  return Object.fromEntries(columns.map((column) => [column, 'text'])) as Record<Column, 'text'>;
}

function pick<Row, Column extends keyof Row>(row: Row, columns: readonly Column[]): Pick<Row, Column> {
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, Column>;
}

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

export function keysOf<Column extends string>(types: SqlTypes<Column>): Column[] {
  return Object.keys(types) as Column[];
}
