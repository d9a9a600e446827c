/** Opens and migrates the shop's database: embedded, or on a PostgreSQL server. Both have the same interface. */
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import type { PGlite } from '@electric-sql/pglite';
import type { Settings } from '../settings.ts';
import { createListener } from './listener.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { openCopy, removeOldCopies } from './copied-pglite.ts';
import { type Session, type Snapshot, pgliteSession, postgresSession } from './session.ts';
import { openPGlite, syncsCommits } from './pglite.ts';
import { awaitPostgres, createPool } from './postgres.ts';
import { openSnapshot, runTransaction } from './long-transactions.ts';
import type { Tables } from './tables.ts';
import { startMaintenance } from './maintenance.ts';
import { checkSpace, watchSpace } from './space.ts';

/** The log methods that the database uses. */
export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
}

/** Connections of this process: all, idle ones, and queries that wait for one. */
export interface PoolStatistics {
  total: number;
  idle: number;
  waiting: number;
}

/**
 * NOTIFY channels: 'products' when the catalogue changed, 'profile' with a user's id, 'mail' when the outbox has a
 * mail, 'console' when something changed that operators see (sent by triggers, migration 0009).
 */
export type Channel = 'products' | 'profile' | 'mail' | 'console';

export interface Database {
  kind: 'pglite' | 'postgres';
  /** In a transaction use only the transaction's handle: the embedded database has one connection. */
  kysely: Kysely<Tables>;
  /**
   * Listens to a channel; returns a function that stops it. `onGap` is called when notifications may have been missed
   * (the server was unreachable): then assume that everything changed.
   */
  listen(channel: Channel, handler: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Whether the database answers within `timeoutMs`. Never throws. */
  ready(timeoutMs?: number): Promise<boolean>;
  pool(): PoolStatistics;
  /** What is committed now, for a backup. Close it: it holds a connection, or a copy of the embedded database. */
  snapshot(): Promise<Snapshot>;
  /** One transaction without time limits, for a restore. The embedded database answers nothing else meanwhile. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Closes the connections and unlocks the data directory. May be called twice. */
  close(): Promise<void>;
}

export const SILENT_LOG: DatabaseLog = { info() {}, warn() {}, fatal() {} };

/** Opens and migrates the database of the settings. @throws a one-line error when that fails. */
export async function openDatabase(
  settings: Pick<Settings, 'database' | 'dataDir'>,
  log: DatabaseLog = SILENT_LOG,
): Promise<Database> {
  if (settings.database.kind === 'postgres') return openPostgresDatabase(settings.database.url, log);
  const unlock = lockDataDir(settings.dataDir);
  try {
    await checkSpace(settings.dataDir);
    const opened = await openPGlite(settings.database.directory);
    opened.files.onLogFailure = () => {
      log.fatal({}, 'the embedded database cannot write its log: the process ends');
      process.exit(1);
    };
    await removeOldCopies(settings.dataDir);
    const { directory } = settings.database;
    const database = await pgliteDatabase(opened.pglite, log, unlock);
    if (!(await syncsCommits(opened))) {
      log.warn({}, 'the embedded database does not sync its commits to disk: a power cut can lose acknowledged orders');
    }
    const stopUpkeep = startMaintenance(database.kysely, log);
    const space = watchSpace({ kysely: database.kysely, dataDir: settings.dataDir, log });
    return {
      ...database,
      snapshot: () => openCopy(opened.pglite, directory),
      async close() {
        await space.stop();
        await stopUpkeep();
        await database.close();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The shop's database on an open PGlite, on disk or in memory. Closing it closes the PGlite. */
export async function pgliteDatabase(
  pglite: PGlite,
  log: DatabaseLog = SILENT_LOG,
  afterClose = () => {},
): Promise<Database> {
  report(await migrate(pgliteSession(pglite)), log);
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  let closed: Promise<void> | undefined;
  return {
    kind: 'pglite',
    kysely,
    // Inside one process no notification is lost, so `onGap` is never called.
    async listen(channel, handler) {
      const unlisten = await pglite.listen(channel, handler);
      return () => unlisten();
    },
    ready: (timeoutMs) => isReachable(kysely, timeoutMs),
    pool: () => ({ total: 1, idle: 0, waiting: 0 }),
    snapshot: () => Promise.reject(new Error('a database in memory has no files to copy')),
    transaction: (work) => pglite.transaction((connection) => work(pgliteSession(connection))),
    close() {
      closed ??= (async () => {
        await kysely.destroy();
        if (!pglite.closed) await pglite.close();
        afterClose();
      })();
      return closed;
    },
  };
}

/** The shop's database on a PostgreSQL server. */
export async function openPostgresDatabase(
  url: string,
  log: DatabaseLog = SILENT_LOG,
  migrations?: Migration[],
): Promise<Database> {
  const servers = await awaitPostgres(url);
  const { pool, dialectPool } = createPool(servers);
  const listener = createListener(servers, log);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: dialectPool }) });
  const client = await pool.connect();
  try {
    report(await migrate(postgresSession(client), migrations), log);
    // Its session has other limits now.
    client.release(true);
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }
  let closed: Promise<void> | undefined;
  return {
    kind: 'postgres',
    kysely,
    listen: (channel, handler, onGap = () => {}) => listener.listen(channel, { handler, onGap }),
    ready: (timeoutMs) => isReachable(kysely, timeoutMs),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    snapshot: () => openSnapshot(pool),
    transaction: (work) => runTransaction(pool, work),
    close() {
      closed ??= (async () => {
        await listener.close();
        // Kysely ends the pool only if it has used it.
        await kysely.destroy();
        if (!pool.ended) await pool.end();
      })();
      return closed;
    },
  };
}

function report(applied: readonly string[], log: DatabaseLog): void {
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
}

async function isReachable(kysely: Kysely<Tables>, timeoutMs = 2_000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  const answer = sql`select 1`.execute(kysely).then(
    () => true,
    () => false,
  );
  const result = await Promise.race([answer, late]);
  clearTimeout(timer);
  return result;
}
