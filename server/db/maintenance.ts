/**
 * Maintenance that a PostgreSQL server does by itself. PGlite has no background processes, so the shop does it:
 * checkpoints, because without them the write-ahead log grows and a start after a kill takes longer and longer; vacuum
 * and analyze, because without them tables bloat and query plans become outdated.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatabaseLog } from './connect.ts';
import type { Tables } from './tables.ts';

const INTERVAL_MS = 60_000;

/** The size of the write-ahead log that makes a checkpoint useful, in bytes. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024;

/** Runs the maintenance every minute. Returns a function that stops it. */
export function startMaintenance(kysely: Kysely<Tables>, log: DatabaseLog): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = runMaintenance(kysely).catch((error: unknown) =>
      log.warn({ err: error }, 'maintenance of the database failed'),
    );
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** One round. Each statement is separate, so that the shop's queries can run in between. */
export async function runMaintenance(kysely: Kysely<Tables>): Promise<void> {
  // PGlite collects its statistics, but does not publish them until asked.
  await sql`select pg_stat_force_next_flush()`.execute(kysely);
  // The default thresholds of a server (autovacuum_vacuum_scale_factor and others).
  const { rows: tables } = await sql<{ name: string; dead: boolean }>`
    select relname as name, n_dead_tup > 50 + 0.2 * n_live_tup as dead from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup or n_mod_since_analyze > 50 + 0.1 * n_live_tup
    order by relname`.execute(kysely);
  for (const { name, dead } of tables) {
    await sql`${sql.raw(dead ? 'vacuum (analyze)' : 'analyze')} ${sql.id(name)}`.execute(kysely);
  }
  const { rows: log } = await sql<{ bytes: number }>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`.execute(
    kysely,
  );
  if ((log[0]?.bytes ?? 0) > CHECKPOINT_BYTES) await sql`checkpoint`.execute(kysely);
}
