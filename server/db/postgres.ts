/** A connection pool to a PostgreSQL server. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool, types } from 'pg';
import type { PoolConfig } from 'pg';
import { codeOf, isUnavailable } from './errors.ts';

const INT8 = types.builtins.INT8;

/** How long the shop waits at start for an unreachable database, in ms (operations, "As a systemd service"). */
const START_TIMEOUT_MS = 30_000;

/** The oldest supported version. */
const MIN_VERSION = 15;

/** Connections of one process. A few processes together stay well below a server's default limit of 100. */
const MAX_CONNECTIONS = 10;

/** The connection settings. `bigint` is read as a number: all values of the shop are below 2^53. */
export function connectionConfig(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'sodai',
    max: MAX_CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: {
      // The signature of pg's function. All other types are parsed as pg does.
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 && format !== 'binary' ? Number : types.getTypeParser(type, format),
    },
  };
}

/** A database URL without its password, for messages. */
function withoutPassword(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Waits until the server answers, 30 s at most, and checks its version.
 * @throws a one-line error that names DATABASE_URL.
 */
export async function awaitPostgres(url: string, timeoutMs = START_TIMEOUT_MS): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await checkVersion(url);
    } catch (error) {
      const reason = reasonOf(error);
      if (!isUnavailable(error)) {
        throw new Error(`DATABASE_URL: the database at ${withoutPassword(url)} refuses: ${reason}`, { cause: error });
      }
      if (Date.now() >= deadline) {
        throw new Error(`DATABASE_URL: the database at ${withoutPassword(url)} cannot be reached: ${reason}`, {
          cause: error,
        });
      }
      await delay(250);
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || (codeOf(error) ?? error.name) : String(error);
}

async function checkVersion(url: string): Promise<void> {
  const client = new Client({ ...connectionConfig(url), connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < MIN_VERSION) throw new Error(`it is PostgreSQL ${major}, and the shop needs ${MIN_VERSION} or newer`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The pool. A broken connection is dropped: its current query fails, the next query opens another one. */
export function createPool(url: string): Pool {
  const pool = new Pool(connectionConfig(url));
  pool.on('error', () => {});
  // A broken connection that is in use emits two errors: its query fails, and this event, which would end the process
  // without a listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
