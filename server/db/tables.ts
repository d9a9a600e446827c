/**
 * The tables for Kysely, column by column as the migrations create them. `bigint` is read as a number, `timestamptz` as a Date and `jsonb`
 * parsed (db/postgres.ts). Money is in poisha (1/100 Tk), discounts in basis points (1/100 percent).
 */
import type { ImportJob } from '../catalogue/import-job.ts';
import type { Language } from '../../domain/language.ts';
import type { Category, Group, Status } from '../../domain/catalogue.ts';
import type { Address } from '../../domain/address.ts';
import type { Division } from '../../domain/address.ts';
import type { OrderActor, OrderStatus, PaymentStatus } from '../../domain/order.ts';
import type { TextColumn } from '../../domain/product-columns.ts';
import type { PaymentMethod } from '../../domain/checkout.ts';
import type { SessionKind } from '../identity/cookies.ts';
import type { TokenPurpose } from '../identity/tokens.ts';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type TimestampByDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type TimestampOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Written as JSON text, read as a parsed value. */
type Json = ColumnType<unknown, string, string>;
type JsonByDefault = ColumnType<unknown, string | undefined, string>;

/**
 * The columns that describe a product: in the catalogue, and in an order with the values of that time. Their SQL types
 * are in catalogue/rows.ts.
 */
export interface ProductFields extends Record<TextColumn<'orders'>, string> {
  /** The product's imgUrl: '/images/…', an http(s) URL, or '' for the placeholder. */
  image: string;
  price_poisha: number;
  discount_bp: number;
  status: Status;
  category: Category;
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

/** Updated by triggers on products; `listing` is a category, a status, 'offers' or 'all'. */
export interface ListingCountsTable {
  listing: string;
  products: number;
}

/** The words of all suggestion texts, for misspelt ones; kept by triggers on products. */
export interface WordsTable {
  word: string;
}

/** The fields of the address are columns of this table. */
export interface UsersTable extends Record<keyof Address, Generated<string>> {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  role: Generated<string>;
  img_url: ColumnType<string | null, string | null | undefined, string | null>;
  phone: Generated<string>;
  gender: Generated<string>;
  language: Generated<Language>;
  order_mails: Generated<boolean>;
  joined_at: TimestampByDefault;
  schedule_for_deletion: Generated<boolean>;
  deletion_requested_at: TimestampOrNull;
  created_at: TimestampByDefault;
  updated_at: TimestampByDefault;
  /** Null: no password opens the account. */
  password: string | null;
  /** When the account accepted an invitation to the console; null: its role opens nothing. */
  console_since: TimestampOrNull;
  console_used_at: TimestampOrNull;
  /** Encrypted. It counts from `totp_enabled_at` on. */
  totp_secret: string | null;
  totp_enabled_at: TimestampOrNull;
  /** The time step of the last accepted code. */
  totp_step: number | null;
  /** Keyed digests. */
  recovery_codes: string[] | null;
}

export interface SessionsTable {
  id: string;
  token_hash: string;
  kind: SessionKind;
  user_id: string;
  user_agent: string | null;
  created_at: Timestamp;
  last_used_at: Timestamp;
  expires_at: Timestamp;
}

export interface OneTimeTokensTable {
  token_hash: string;
  purpose: TokenPurpose;
  user_id: string | null;
  expires_at: Timestamp;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  name: string;
  public_key: Buffer;
  counter: number;
  created_at: Timestamp;
  last_used_at: TimestampOrNull;
}

export interface InvitationsTable {
  email: string;
  token_hash: string;
  invited_by: string;
  created_at: Timestamp;
  expires_at: Timestamp;
}

export interface RateLimitsTable {
  id: string;
  key: string;
  count: number;
  /** Milliseconds since 1970. */
  last_request: number;
}

export interface OrdersTable {
  id: string;
  number: GeneratedAlways<number>;
  /** Null after the account was deleted. */
  user_id: string | null;
  idempotency_key: string;
  request_hash: string;
  status: OrderStatus;
  payment_method: PaymentMethod;
  payment_status: PaymentStatus;
  sub_total_poisha: number;
  shipping_cost_poisha: number;
  discount_poisha: number;
  total_cost_poisha: number;
  shipping_info: Json;
  placed_at: TimestampByDefault;
  /** Of the address, for the figures: it stays when the address is deleted. '' when it is not known. */
  division: Generated<Division | ''>;
}

export interface OrderLinesTable extends ProductFields {
  order_number: number;
  line: number;
  product_id: string;
  quantity: number;
}

export interface OrderHistoryTable {
  id: GeneratedAlways<number>;
  order_number: number;
  at: TimestampByDefault;
  actor: OrderActor;
  from_status: OrderStatus | null;
  to_status: OrderStatus;
  /** The operator's e-mail address; null for the API's token and for owners. */
  operator: ColumnType<string | null, string | null | undefined, never>;
}

/** Rows of order_history that are still to be followed (server/orders/changes.ts). Filled by a trigger. */
export interface OrderChangesTable {
  history_id: number;
}

/** Orders by the day on which they were placed and by their status now. */
export interface OrderSumsTable {
  dimension: 'all' | 'division' | 'hour';
  /** Read it as text: drivers make different dates of it. */
  day: string;
  value: string;
  status: OrderStatus;
  orders: number;
  total_poisha: number;
}

/** What was sold of each product in a day. */
export interface ProductSumsTable {
  day: string;
  product_id: string;
  quantity: number;
  revenue_poisha: number;
}

/** New orders that an operator will get a mail about. */
export interface OrderMailQueueTable {
  user_id: string;
  order_number: number;
}

/** When an operator gets the next mail about new orders at the earliest. */
export interface OrderMailTimesTable {
  user_id: string;
  next_at: Timestamp;
}

/** Keys that will never make an order. */
export interface VoidOrderAttemptsTable {
  user_id: string;
  idempotency_key: string;
  voided_at: TimestampByDefault;
}

export interface OrderCountsTable {
  user_id: string;
  status: OrderStatus;
  orders: number;
}

export interface OutboxTable {
  id: GeneratedAlways<number>;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string;
  created_at: TimestampByDefault;
  attempts: Generated<number>;
  next_attempt_at: TimestampByDefault;
  last_error: string | null;
  sent_at: TimestampOrNull;
  given_up_at: TimestampOrNull;
  /** Null when no process is sending it. */
  sending_until: TimestampOrNull;
}

export interface AuditTable {
  id: GeneratedAlways<number>;
  at: TimestampByDefault;
  actor: string;
  action: string;
  subject: string;
  details: JsonByDefault;
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

/** The rows of a checked file, or the faults of a refused one. */
export interface ImportJobChunksTable {
  job_id: string;
  number: number;
  content: Json;
}

export interface Tables {
  products: ProductsTable;
  import_jobs: ImportJobsTable;
  import_job_chunks: ImportJobChunksTable;
  listing_counts: ListingCountsTable;
  words: WordsTable;
  users: UsersTable;
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  passkeys: PasskeysTable;
  invitations: InvitationsTable;
  rate_limits: RateLimitsTable;
  orders: OrdersTable;
  order_lines: OrderLinesTable;
  order_history: OrderHistoryTable;
  order_counts: OrderCountsTable;
  order_mail_queue: OrderMailQueueTable;
  order_mail_times: OrderMailTimesTable;
  order_changes: OrderChangesTable;
  order_sums: OrderSumsTable;
  product_sums: ProductSumsTable;
  void_order_attempts: VoidOrderAttemptsTable;
  outbox: OutboxTable;
  audit: AuditTable;
}

export type OrderRow = Selectable<OrdersTable>;
export type OrderLineRow = Selectable<OrderLinesTable>;
