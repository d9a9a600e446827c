import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { MAX_LIMIT_SECONDS } from '../limits/rate-limits.ts';

/** What is forgotten by itself (docs/operations.md “What goes by itself”): the rows of these tables for which this is true. */
const ENDED = {
  rate_limits: `last_request < (extract(epoch from now()) - ${MAX_LIMIT_SECONDS}) * 1000`,
  sessions: `expires_at < now()`,
  one_time_tokens: `expires_at < now()`,
  invitations: `expires_at < now()`,
  import_jobs: `ended_at < now() - interval '30 days'`,
  outbox: `given_up_at < now() - interval '90 days'`,
  // No copy of an order is on its way for so long.
  void_order_attempts: `voided_at < now() - interval '90 days'`,
  audit: `at < now() - interval '2 years'`,
} satisfies Partial<Record<keyof Tables, string>>;

export async function sweep(kysely: Kysely<Tables>): Promise<void> {
  for (const [table, isEnded] of Object.entries(ENDED)) {
    await sql`delete from ${sql.table(table)} where ${sql.raw(isEnded)}`.execute(kysely);
  }
}
