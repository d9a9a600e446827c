/**
 * What a PostgreSQL server does by itself and PGlite, having no background processes, does not: checkpoints, without
 * which the write-ahead log grows and starting after a kill takes ever longer; and vacuum and analyze, without which
 * tables bloat and plans go stale.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { DatabaseLog } from './connect.ts';
import type { Tables } from './tables.ts';

const EVERY_MS = 60_000;

/** How much log makes a checkpoint worth its while, in bytes. */
const CHECKPOINT_BYTES = 16 * 1024 * 1024;

/** Looks after the database every minute, as long as the process runs. Returns what stops it. */
export function startMaintenance(kysely: Kysely<Tables>, log: DatabaseLog): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = runMaintenance(kysely).catch((error: unknown) =>
      log.warn({ err: error }, 'maintenance of the database failed'),
    );
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** One round. Each statement stands alone, so that the shop's own queries get their turn in between. */
export async function runMaintenance(kysely: Kysely<Tables>): Promise<void> {
  // PGlite counts what changed and, with nobody looking on, keeps it to itself.
  await sql`select pg_stat_force_next_flush()`.execute(kysely);
  // A server's own thresholds (autovacuum_vacuum_scale_factor and its kin).
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
