/** The tables of the catalogue (see db/tables.ts), and products as their rows. */
import { type ColumnType, type Generated, type Selectable, sql } from 'kysely';
import { textFields } from '../../base/record.ts';
import type { Group, Status } from '../../domain/catalogue/catalogue.ts';
import { type CatalogueRow, type GivenRow, yesOrNo } from '../../domain/catalogue/catalogue-file.ts';
import type { Product } from '../../domain/catalogue/product.ts';
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

export type StoredRow = Selectable<ProductsTable>;

/** What `columnsOf` writes. */
export type StoredColumns = Omit<StoredRow, 'position' | 'created_at' | 'updated_at'>;

/** What orders keep; those of today also have the texts of pages. */
export type ProductColumns = ProductFields &
  Pick<ProductsTable, 'id' | 'available'> &
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
] as const;

/** The index `products_in_order` needs this expression. */
export const IN_ORDER = sql<number>`(position + 0)`;

export function productOf(row: ProductColumns): Product {
  const { id, image, price_poisha, discount_bp, status, category, type, available } = row;
  const price = fromPoisha(price_poisha);
  const discount = discountText(discount_bp);
  return { id, ...textFields(row, PAGE_TEXTS), imgUrl: image, price, discount, status, category, type, available };
}

export function catalogueRowOf(row: StoredColumns): Required<CatalogueRow> {
  const { imgUrl, available, ...product } = productOf(row);
  const by_weight = yesOrNo(row.by_weight);
  return { ...product, ...textFields(row, SHOP_TEXTS), image: imgUrl, available: yesOrNo(available), by_weight };
}

export function productFieldsOf(product: Omit<Product, 'available'>): ProductFields {
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
    by_weight: row.by_weight === 'yes',
    search_text: searchText(product),
    suggestion_text: suggestionText(product),
  };
}

const TEXTS = [...PAGE_TEXTS, ...SHOP_TEXTS];
