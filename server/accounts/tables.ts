/** Accounts. See db/tables.ts. */
import type { Language } from '../../base/language.ts';
import type { Address } from '../../domain/accounts/address.ts';
import type { TimestampByDefault, TimestampOrNull } from '../db/column-types.ts';
import type { Generated } from 'kysely';

/** The fields of the address are columns of this table. */
export interface UsersTable extends Record<keyof Address, Generated<string>> {
  id: string;
  /** Lower case. */
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
  /** Encrypted. It counts from `totp_enabled_at` on. */
  totp_secret: string | null;
  totp_enabled_at: TimestampOrNull;
  /** The time step of the last accepted code. */
  totp_step: number | null;
  /** Keyed digests. */
  recovery_codes: string[] | null;
}

export interface AccountsTables {
  users: UsersTable;
}
