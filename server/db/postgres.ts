/** A PostgreSQL server through a pool of connections. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool, types } from 'pg';
import type { PoolConfig } from 'pg';
import { codeOf, isUnavailable } from './errors.ts';

const INT8 = types.builtins.INT8;

/** How long a database may stay unreachable at start, in ms (contract 'Settings'). */
const PATIENCE_MS = 30_000;

/** The oldest version that is supported. */
const OLDEST = 15;

/** Connections of one process. A shop of a few processes stays well below a server's usual 100. */
const CONNECTIONS = 10;

/** How to connect. `bigint` arrives as a number: the shop's stay below 2^53. */
export function connectionConfig(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'sodai',
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    types: {
      // The signature of pg's own function; every other type is parsed as pg does.
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === INT8 && format !== 'binary' ? Number : types.getTypeParser(type, format),
    },
  };
}

/** A database's address without its password, for messages. */
function shownAddress(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

/**
 * Waits until the server answers, 30 s at most, and checks its version.
 * @throws one clear line naming DATABASE_URL.
 */
export async function awaitPostgres(url: string, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await checkVersion(url);
    } catch (error) {
      const reason = reasonOf(error);
      if (!isUnavailable(error)) {
        throw new Error(`DATABASE_URL: the database at ${shownAddress(url)} refuses: ${reason}`, { cause: error });
      }
      if (Date.now() >= deadline) {
        throw new Error(`DATABASE_URL: the database at ${shownAddress(url)} cannot be reached: ${reason}`, {
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
    if (major < OLDEST) throw new Error(`it is PostgreSQL ${major}, and the shop needs ${OLDEST} or newer`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The pool. A connection that breaks is dropped: a query under way on it fails, the next one opens another. */
export function createPool(url: string): Pool {
  const pool = new Pool(connectionConfig(url));
  pool.on('error', () => {});
  // In use, a broken connection speaks up twice: by its query's failure and by an event that nobody else hears.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
