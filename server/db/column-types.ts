/** How columns are written and read: `timestamptz` as a Date, `bigint` as a number, `jsonb` parsed. */
import type { ColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type TimestampByDefault = ColumnType<Date, Date | string | undefined, Date | string>;
export type TimestampOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Written as JSON text. */
export type Json = ColumnType<unknown, string, string>;
export type JsonByDefault = ColumnType<unknown, string | undefined, string>;
