/**
 * The tables of all rooms, and those of rooms that have few. Money is in poisha (1/100 Tk), discounts in basis points
 * (1/100 percent).
 */
import type { Language } from '../../base/language.ts';
import type { Address } from '../../domain/accounts/address.ts';
import type { StaffRole } from '../../domain/accounts/roles.ts';
import type { OrderStatus } from '../../domain/orders/order.ts';
import type { CatalogueTables } from '../catalogue/tables.ts';
import type { OrdersTables } from '../orders/tables.ts';
import type { PushTables } from '../push/tables.ts';
import type { Json, JsonByDefault, Timestamp, TimestampByDefault, TimestampOrNull } from './column-types.ts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface Tables extends CatalogueTables, OrdersTables, PushTables {
  /** Accounts. The fields of the address are columns of this table. */
  users: Record<keyof Address, Generated<string>> & {
    id: string;
    /** Lower case; or the phone of a rider or packer who has none, as '+8801711000101'. */
    email: string;
    name: string;
    role: Generated<string>;
    img_url: string | null;
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
    /** Of the console; null: nothing was chosen. */
    console_language: Language | null;
    /** Encrypted. It counts from `totp_enabled_at` on. */
    totp_secret: string | null;
    totp_enabled_at: TimestampOrNull;
    /** The time step of the last accepted code. */
    totp_step: number | null;
    /** Keyed digests. */
    recovery_codes: string[] | null;
  };
  sessions: {
    id: string;
    token_hash: string;
    kind: 'shop' | 'console';
    user_id: string;
    user_agent: string | null;
    created_at: Timestamp;
    last_used_at: Timestamp;
    expires_at: Timestamp;
  };
  one_time_tokens: {
    token_hash: string;
    purpose: 'password-reset' | 'login-code' | 'passkey';
    user_id: string | null;
    expires_at: Timestamp;
  };
  passkeys: {
    id: string;
    user_id: string;
    name: string;
    public_key: Buffer;
    counter: number;
    created_at: Timestamp;
    last_used_at: TimestampOrNull;
  };
  invitations: {
    email: string;
    token_hash: string;
    invited_by: string;
    staff_role: Generated<StaffRole>;
    rider_id: ColumnType<string | null, string | null | undefined, string | null>;
    /** It sets a new password of an operator. */
    resets: Generated<boolean>;
    created_at: Timestamp;
    expires_at: Timestamp;
  };
  /** Messages that are to be sent, and those that were whose answer is kept. */
  outbox: {
    id: GeneratedAlways<number>;
    channel: Generated<string>;
    recipient: string;
    subject: string;
    body_text: string;
    body_html: string;
    created_at: TimestampByDefault;
    attempts: Generated<number>;
    next_attempt_at: TimestampByDefault;
    last_error: string | null;
    sent_at: TimestampOrNull;
    /** Of the gateway of an SMS. */
    answer: ColumnType<string | null, never, string | null>;
    given_up_at: TimestampOrNull;
    /** Null when no process is sending it. */
    sending_until: TimestampOrNull;
    /** What happened to an order, which it tells of: an undo deletes it. */
    history_id: ColumnType<number | null, number | null | undefined, never>;
  };
  /** Settings without a row have their default; `areas` is a list (domain/shop/). */
  shop_settings: { name: string; value: Json };
  audit: {
    id: GeneratedAlways<number>;
    at: TimestampByDefault;
    actor: string;
    action: string;
    subject: string;
    details: JsonByDefault;
  };
  /** The backups at BACKUP_URL. */
  backups: {
    name: string;
    taken_at: Timestamp;
    bytes: number | null;
    proven_at: TimestampOrNull;
    tried_at: TimestampByDefault;
    fault: string | null;
  };
  rate_limits: {
    id: string;
    key: string;
    count: number;
    /** Milliseconds since 1970. */
    last_request: number;
  };
  /** The sums of the figures: orders by the day on which they were placed and by their status now. */
  order_sums: {
    dimension: 'all' | 'division' | 'hour' | 'area';
    /** Read it as text: drivers make different dates of it. */
    day: string;
    value: string;
    status: OrderStatus;
    orders: number;
    total_poisha: number;
  };
  /** What was sold of each product in a day. */
  product_sums: {
    day: string;
    product_id: string;
    quantity: number;
    revenue_poisha: number;
  };
}
