/** Opens and migrates the shop's database: on the server of DATABASE_URL, or on one of the shop's own. */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Settings } from '../settings.ts';
import { createListener } from './listener.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { migrate, type Migrations, readMigrations } from './migrate.ts';
import { type Session, type Snapshot, sessionOn } from './session.ts';
import { startOwnServer } from './own-server.ts';
import { awaitPostgres, createPool } from './postgres.ts';
import { openSnapshot, runTransaction } from './long-transactions.ts';
import type { Tables } from './tables.ts';

export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** NOTIFY channels. 'profile' has a user's id, the others nothing. 'mail': the outbox has one. 'console': triggers tell what operators see. 'shop': what its operator has set. */
export type Channel = 'products' | 'profile' | 'mail' | 'console' | 'shop';

export interface Database {
  kysely: Kysely<Tables>;
  /** Returns what stops it. `onGap`: notifications may have been missed (the server was unreachable), so assume that everything changed. */
  listen(channel: Channel, handler: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Whether the database answers within `timeoutMs`. Never throws. */
  ready(timeoutMs?: number): Promise<boolean>;
  /** Connections of this process: all, idle ones, and queries that wait for one. */
  pool(): { total: number; idle: number; waiting: number };
  /** What is committed now, for a backup. Close it: it holds a connection. */
  snapshot(): Promise<Snapshot>;
  /** One transaction without time limits, for a restore. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Closes the connections, and ends a server of the shop's own. May be called twice. */
  close(): Promise<void>;
}

export const SILENT_LOG: DatabaseLog = { info() {}, warn() {}, error() {} };

/** Opens and migrates the database of the settings. @throws a one-line error when that fails. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: DatabaseLog = SILENT_LOG,
): Promise<Database> {
  if (databaseUrl !== undefined) return openDatabaseAt(databaseUrl, log);
  const unlock = lockDataDir(dataDir);
  let stop = async (): Promise<void> => {};
  try {
    const server = await startOwnServer(dataDir, log);
    ({ stop } = server);
    const database = await openDatabaseAt(server.url, log);
    const close = async (): Promise<void> => {
      await database.close();
      await stop();
      unlock();
    };
    return { ...database, close };
  } catch (error) {
    await stop();
    unlock();
    throw error;
  }
}

export async function openDatabaseAt(
  url: string,
  log: DatabaseLog = SILENT_LOG,
  migrations: Migrations = readMigrations(),
): Promise<Database> {
  const servers = await awaitPostgres(url);
  const { pool, dialectPool } = createPool(servers);
  const listener = createListener(servers, log);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: dialectPool }) });
  const client = await pool.connect();
  try {
    const session = sessionOn(client);
    const applied = await migrate(session, migrations);
    const isNew = applied.includes(migrations.numbered[0]?.name ?? '');
    if (applied.length > 0 && !isNew) log.info({ migrations: applied }, 'database migrated');
    const unsynced = await session.rows(
      "select from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'",
    );
    if (unsynced.length > 0) {
      log.warn({}, 'the database does not sync its commits to disk: a power cut can lose acknowledged orders');
    }
    // Its session has other limits now.
    client.release(true);
  } catch (error) {
    client.release(true);
    await pool.end();
    throw error;
  }
  let closed: Promise<void> | undefined;
  return {
    kysely,
    listen: listener.listen,
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

function isReachable(kysely: Kysely<Tables>, timeoutMs = 2_000): Promise<boolean> {
  const answer = sql`select 1`.execute(kysely).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, delay(timeoutMs, false, { ref: false })]);
}
