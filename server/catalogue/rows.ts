/** Products between the catalogue's table and the domain. */
import { type RawBuilder, sql } from 'kysely';
import type { Product } from '../../domain/product.ts';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { discountText, fromPoisha, parseDiscount, toPoisha } from '../../domain/money.ts';
import { searchText } from '../../domain/search.ts';
import type { ProductFacts, ProductsTable } from '../db/tables.ts';

/** SQL's types of some columns. */
export type SqlTypes<Column extends string = string> = Readonly<
  Record<Column, 'text' | 'integer' | 'bigint' | 'smallint'>
>;

/** What a product is, as columns. Order lines keep the same ones, as they were then. */
export const FACT_TYPES: SqlTypes<keyof ProductFacts> = {
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
export type ProductColumns = ProductFacts & Pick<ProductsTable, 'id'>;
export const PRODUCT_COLUMNS = ['id', ...keysOf(FACT_TYPES)] as const;

/** A product's columns with the text that search looks into. */
export type SearchableColumns = ProductColumns & Pick<ProductsTable, 'search_text'>;
export const SEARCHABLE_TYPES: SqlTypes<keyof SearchableColumns> = { id: 'text', ...FACT_TYPES, search_text: 'text' };

/** The product as pages know it. */
export function productOf(row: ProductColumns): Product {
  const { image, price_poisha, discount_bp, id, name, weight, unit, status, category, type } = row;
  const price = fromPoisha(price_poisha);
  return { id, name, imgUrl: image, weight, unit, price, discount: discountText(discount_bp), status, category, type };
}

/** The product as the catalogue file has it. */
export function catalogueRowOf(row: ProductColumns): CatalogueRow {
  const { imgUrl, ...product } = productOf(row);
  return { ...product, image: imgUrl };
}

/** What a product is, as columns. */
export function factsOf({
  name,
  imgUrl,
  weight,
  unit,
  price,
  discount,
  status,
  category,
  type,
}: Product): ProductFacts {
  const discount_bp = parseDiscount(discount) ?? 0;
  return { name, image: imgUrl, weight, unit, price_poisha: toPoisha(price), discount_bp, status, category, type };
}

/** A catalogue file's row, its image being the imgUrl by now, as columns. */
export function columnsOf({ image, ...product }: CatalogueRow): SearchableColumns {
  return { id: product.id, ...factsOf({ ...product, imgUrl: image }), search_text: searchText(product) };
}

/** `a, b`: the names of columns. */
export function namesOf(types: SqlTypes): RawBuilder<unknown> {
  return sql.join(keysOf(types).map((name) => sql.ref(name)));
}

/** Rows as a table in SQL, `jsonb_to_recordset(…) as (a text, b integer)`: one parameter however many there are. */
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
