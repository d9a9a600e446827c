/** Opens and migrates the shop's database: on the server of DATABASE_URL, or on one of the shop's own. */
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Settings } from '../environment.ts';
import { createListener } from './notify.ts';
import { lockDataDir } from '../data-dir/lock.ts';
import { migrate, type Migrations, readMigrations } from './migrate.ts';
import { startOwnServer } from './own-server/own-server.ts';
import { awaitPostgres, createPool } from './postgres.ts';
import { createReplica } from './replica.ts';
import type { Tables } from './tables.ts';
import { type Pool, type PoolClient, type ClientBase, escapeIdentifier } from 'pg';
import { finished } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export type DatabaseLog = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

export type Database = Awaited<ReturnType<typeof openDatabaseAt>>;

/** How long the question whether the database answers may take, in ms. */
const READY_MS = 2_000;

export const SILENT_LOG: DatabaseLog = { info() {}, warn() {}, error() {} };

/** Opens and migrates the database of the settings. @throws a one-line error when that fails. */
export async function openDatabase(
  { databaseUrl, replicaUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'> & { replicaUrl?: string | undefined },
  log: DatabaseLog = SILENT_LOG,
): Promise<Database> {
  if (databaseUrl !== undefined) return openDatabaseAt(databaseUrl, log, readMigrations(), replicaUrl);
  await using opened = new AsyncDisposableStack();
  opened.defer(lockDataDir(dataDir));
  const server = await startOwnServer(dataDir, log);
  opened.defer(server.stop);
  const database = await openDatabaseAt(server.url, log);
  opened.defer(database.close);
  const all = opened.move();
  return { ...database, close: () => all.disposeAsync() };
}

export async function openDatabaseAt(
  url: string,
  log: DatabaseLog = SILENT_LOG,
  migrations: Migrations = readMigrations(),
  replicaUrl?: string,
) {
  const servers = await awaitPostgres(url);
  await using opened = new AsyncDisposableStack();
  const { pool, dialectPool } = createPool(servers);
  // Kysely ends the pool only if it has used it.
  opened.defer(() => (pool.ended ? undefined : pool.end()));
  const replica = replicaUrl === undefined ? null : createReplica(replicaUrl, dialectPool, log);
  opened.defer(() => replica?.close());
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: replica?.pool ?? dialectPool }) });
  opened.defer(() => kysely.destroy());
  const listener = createListener(servers, log);
  opened.defer(listener.close);
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
  } finally {
    // Its session has other limits now.
    client.release(true);
  }
  const all = opened.move();
  return {
    kysely,
    listen: listener.listen,
    /** Reads what decides no write: from the replica, where there is one that has it. */
    read: replica?.read ?? (<T>(work: () => Promise<T>): Promise<T> => work()),
    replica,
    /** Whether the database answers in time. Never throws. */
    ready(): Promise<boolean> {
      const answer = sql`select 1`.execute(kysely).then(
        () => true,
        () => false,
      );
      return Promise.race([answer, delay(READY_MS, false, { ref: false })]);
    },
    /** Connections of this process: all, idle ones, and queries that wait for one. */
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    /** What is committed now, for a backup. Close it: it holds a connection. */
    async snapshot() {
      const snapshot = await begin(pool, 'isolation level repeatable read read only');
      // It may be in the middle of a copy that nobody reads any more.
      return { ...sessionOn(snapshot), close: async () => snapshot.release(true) };
    },
    /** One transaction without time limits, for a restore. */
    async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
      const transaction = await begin(pool);
      try {
        const result = await work(sessionOn(transaction));
        await transaction.query('commit');
        transaction.release();
        return result;
      } catch (error) {
        // Closing the connection rolls back.
        transaction.release(true);
        throw error;
      }
    },
    /** Closes the connections, and ends a server of the shop's own. May be called twice. */
    close: () => all.disposeAsync(),
  };
}

/** A connection with a transaction that may take long. */
async function begin(pool: Pool, mode = ''): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    const limits = 'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0';
    await client.query(`begin ${mode}; ${limits}`);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** One connection for long work: migrations, backups and restores. */
export type Session = ReturnType<typeof sessionOn>;

export function sessionOn(client: ClientBase) {
  return {
    /** Statements without parameters. */
    script: async (text: string) => void (await client.query(text)),
    rows: async <Row = Record<string, unknown>>(text: string, parameters?: unknown[]): Promise<Row[]> =>
      (await client.query(text, parameters)).rows,
    /** The rows of a table in PostgreSQL's text format for COPY. A chunk can end within a row. */
    copyOut: (table: string, columns: readonly string[]): AsyncIterable<Uint8Array> =>
      client.query(copyTo(`copy ${target(table, columns)} to stdout`)),
    /** Adds rows in that format. */
    async copyIn(table: string, columns: readonly string[], rows: Uint8Array<ArrayBuffer>): Promise<void> {
      const stream = client.query(copyFrom(`copy ${target(table, columns)} from stdin`));
      stream.end(rows);
      await finished(stream);
    },
  };
}

function target(table: string, columns: readonly string[]): string {
  return `${escapeIdentifier(table)} (${columns.map(escapeIdentifier).join(', ')})`;
}
