/**
 * The tables of all rooms, and those that a small room has. Money is in poisha (1/100 Tk), discounts in basis points
 * (1/100 percent).
 */
import type { AccountsTables } from '../accounts/tables.ts';
import type { CatalogueTables } from '../catalogue/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { MailTables } from '../mail/tables.ts';
import type { OrdersTables } from '../orders/tables.ts';
import type { OrderStatus } from '../../domain/orders/order.ts';
import type { Json, JsonByDefault, Timestamp, TimestampByDefault, TimestampOrNull } from './column-types.ts';
import type { GeneratedAlways } from 'kysely';

export interface Tables extends CatalogueTables, AccountsTables, IdentityTables, OrdersTables, MailTables {
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
