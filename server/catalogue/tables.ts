/** The tables of the catalogue (see db/tables.ts), and products as their rows. */
import { type ColumnType, type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely';
import { textFields } from '../../base/record.ts';
import type { Group, Status } from '../../domain/catalogue/catalogue.ts';
import { type CatalogueRow, type GivenRow, yesOrNo } from '../../domain/catalogue/catalogue-file.ts';
import type { Counts, Product } from '../../domain/catalogue/product.ts';
import type { MovementKind } from '../../domain/stock/stock.ts';
import {
  NEW_PRODUCT,
  ORDER_TEXTS,
  PAGE_TEXTS,
  SHOP_TEXTS,
  type TextColumn,
} from '../../domain/catalogue/product-columns.ts';
import { searchText } from '../../domain/catalogue/search.ts';
import { suggestionText } from '../../domain/catalogue/suggestions.ts';
import { discountText, fromPoisha, parseDiscount, toPoisha } from '../../domain/money.ts';
import type { Json, TimestampByDefault, TimestampOrNull } from '../db/column-types.ts';
import type { ImportJob } from './import-job-store.ts';

/** In the catalogue, and in an order with the values of that time. */
export interface ProductFields extends Record<TextColumn<'orders'>, string> {
  /** The product's imgUrl: '/images/…', an http(s) URL, or '' for the placeholder. */
  image: string;
  price_poisha: number;
  discount_bp: number;
  status: Status;
  category: string;
  type: Group;
}

export interface ProductsTable extends ProductFields, Record<TextColumn, string> {
  id: string;
  position: Generated<number>;
  available: boolean;
  max_per_order: number | null;
  by_weight: boolean;
  search_text: string;
  suggestion_text: string;
  created_at: TimestampByDefault;
  updated_at: TimestampByDefault;
}

export interface CatalogueTables {
  categories: {
    id: string;
    position: number;
    name: string;
    name_bn: string;
    aliases: Generated<string>;
    type: Group;
    shown: Generated<boolean>;
    built_in: Generated<boolean>;
  };
  products: ProductsTable;
  /** Of what is counted. */
  stock: { product_id: string; pieces: number };
  /** Rows are only added (server/db/functions/stock.sql). */
  stock_movements: {
    id: GeneratedAlways<number>;
    product_id: string;
    at: TimestampByDefault;
    kind: MovementKind;
    delta: number;
    after: number | null;
    order_number: number | null;
    operator: string | null;
    reason: Generated<string>;
    key: string | null;
  };
  /** Updated by triggers on products; `listing` is a category, a status, 'offers' or 'all'. */
  listing_counts: { listing: string; products: number };
  /** The words of all suggestion texts, for misspelt ones; kept by triggers on products. */
  words: { word: string };
  import_jobs: Pick<ImportJob, 'id' | 'replace' | 'state' | 'phase' | 'error'> & {
    file_name: string;
    actor: string;
    done: Generated<number>;
    total: Generated<number>;
    summary: ColumnType<ImportJob['summary'], string | undefined, string>;
    changes: ColumnType<ImportJob['changes'], string | undefined, string>;
    fault_count: Generated<number>;
    unit: Generated<ImportJob['unit']>;
    started_at: TimestampByDefault;
    ended_at: TimestampOrNull;
    alive_at: TimestampByDefault;
  };
  /** The rows of a checked file, or the faults of a refused one. */
  import_job_chunks: { job_id: string; number: number; content: Json };
}

/** `stock`: pieces; null: not counted. */
export type StoredRow = Selectable<ProductsTable> & { stock: number | null };

/** What `columnsOf` makes; `stock` is written by itself. */
export type StoredColumns = Omit<StoredRow, 'position' | 'created_at' | 'updated_at'>;

/** What orders keep; those of today also have the texts of pages. */
export type ProductColumns = ProductFields &
  Pick<ProductsTable, 'id' | 'available'> &
  Partial<Pick<StoredRow, 'stock' | 'max_per_order'>> &
  Partial<Record<TextColumn<'pages'>, string>>;
/** What pages read. */
export const PAGE_COLUMNS = [
  'id',
  ...PAGE_TEXTS,
  'image',
  'price_poisha',
  'discount_bp',
  'status',
  'category',
  'type',
  'available',
  'max_per_order',
] as const;

/** What is in stock of a product of the table with this name. */
export function stockOf(table = 'products') {
  return sql<number | null>`(select pieces from stock where product_id = ${sql.ref(table)}.id)`.as('stock');
}

/** The index `products_in_order` needs this expression. */
export const IN_ORDER = sql<number>`(position + 0)`;

export function productOf(row: ProductColumns): Product {
  const { id, image, price_poisha, discount_bp, status, category, type, stock = null, max_per_order = null } = row;
  const price = fromPoisha(price_poisha);
  const discount = discountText(discount_bp);
  const available = row.available && stock !== 0;
  const counts = { ...(stock !== null && { stock }), ...(max_per_order !== null && { max_per_order }) };
  const texts = textFields(row, PAGE_TEXTS);
  return { id, ...texts, imgUrl: image, price, discount, status, category, type, available, ...counts };
}

export function catalogueRowOf(row: StoredColumns): Required<CatalogueRow> {
  const { imgUrl, ...product } = productOf(row);
  const pieces = { stock: row.stock ?? '', max_per_order: row.max_per_order ?? '' } as const;
  const yesNo = { available: yesOrNo(row.available), by_weight: yesOrNo(row.by_weight) };
  return { ...product, ...textFields(row, SHOP_TEXTS), image: imgUrl, ...pieces, ...yesNo };
}

export function productFieldsOf(product: Omit<Product, 'available' | keyof Counts>): ProductFields {
  const { imgUrl, price, discount, status, category, type } = product;
  const discount_bp = parseDiscount(discount) ?? 0;
  const price_poisha = toPoisha(price);
  return { ...textFields(product, ORDER_TEXTS), image: imgUrl, price_poisha, discount_bp, status, category, type };
}

/** What a row does not say stays as it is `stored`; null when that is not enough for a new product. */
export function wholeRow(given: GivenRow, stored?: StoredColumns): CatalogueRow | null {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  const row: GivenRow = { ...(stored ? catalogueRowOf(stored) : NEW_PRODUCT), ...Object.fromEntries(said) };
  const isWhole = row.id && row.name && row.price !== undefined && row.category && row.type;
  return isWhole ? (row as CatalogueRow) : null;
}

/** Its image must already be an imgUrl. */
export function columnsOf(row: CatalogueRow): StoredColumns {
  const texts = textFields(row, TEXTS);
  const product = { ...row, ...texts, imgUrl: row.image };
  return {
    id: row.id,
    ...productFieldsOf(product),
    ...texts,
    available: row.available !== 'no',
    stock: row.stock || row.stock === 0 ? row.stock : null,
    max_per_order: row.max_per_order || null,
    by_weight: row.by_weight === 'yes',
    search_text: searchText(product),
    suggestion_text: suggestionText(product),
  };
}

const TEXTS = [...PAGE_TEXTS, ...SHOP_TEXTS];
