/** The tables of all rooms. Money is in poisha (1/100 Tk), discounts in basis points (1/100 percent). */
import type { AccountsTables } from '../accounts/tables.ts';
import type { BackupTables } from '../backup/tables.ts';
import type { CatalogueTables } from '../catalogue/tables.ts';
import type { FiguresTables } from '../figures/tables.ts';
import type { IdentityTables } from '../identity/tables.ts';
import type { LimitsTables } from '../limits/tables.ts';
import type { MailTables } from '../mail/tables.ts';
import type { OrdersTables } from '../orders/tables.ts';
import type { ShopTables } from '../shop/tables.ts';
import type { JsonByDefault, TimestampByDefault } from './column-types.ts';
import type { GeneratedAlways } from 'kysely';

export interface Tables
  extends
    BackupTables,
    CatalogueTables,
    AccountsTables,
    IdentityTables,
    LimitsTables,
    OrdersTables,
    FiguresTables,
    MailTables,
    ShopTables {
  audit: {
    id: GeneratedAlways<number>;
    at: TimestampByDefault;
    actor: string;
    action: string;
    subject: string;
    details: JsonByDefault;
  };
}
