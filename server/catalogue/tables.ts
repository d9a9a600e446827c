/** See db/tables.ts. */
import type { ImportJob } from './import-job.ts';
import type { Group, Status } from '../../domain/catalogue/catalogue.ts';
import type { TextColumn } from '../../domain/catalogue/product-columns.ts';
import type { TimestampByDefault, TimestampOrNull, Json } from '../db/column-types.ts';
import type { ColumnType, Generated } from 'kysely';

/** In the catalogue, and in an order with the values of that time. Their SQL types are in rows.ts. */
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
  search_text: string;
  suggestion_text: string;
  created_at: TimestampByDefault;
  updated_at: TimestampByDefault;
}

export interface ImportJobsTable {
  id: string;
  file_name: string;
  replace: boolean;
  actor: string;
  state: ImportJob['state'];
  phase: ImportJob['phase'];
  done: Generated<number>;
  total: Generated<number>;
  summary: ColumnType<ImportJob['summary'], string | undefined, string>;
  changes: ColumnType<ImportJob['changes'], string | undefined, string>;
  fault_count: Generated<number>;
  unit: Generated<ImportJob['unit']>;
  error: ColumnType<string | null, string | null | undefined, string | null>;
  started_at: TimestampByDefault;
  ended_at: TimestampOrNull;
  alive_at: TimestampByDefault;
}

export interface CategoriesTable {
  id: string;
  position: number;
  name: string;
  name_bn: string;
  aliases: Generated<string>;
  type: Group;
  shown: Generated<boolean>;
  built_in: Generated<boolean>;
}

export interface CatalogueTables {
  categories: CategoriesTable;
  products: ProductsTable;
  /** Updated by triggers on products; `listing` is a category, a status, 'offers' or 'all'. */
  listing_counts: { listing: string; products: number };
  /** The words of all suggestion texts, for misspelt ones; kept by triggers on products. */
  words: { word: string };
  import_jobs: ImportJobsTable;
  /** The rows of a checked file, or the faults of a refused one. */
  import_job_chunks: { job_id: string; number: number; content: Json };
}
