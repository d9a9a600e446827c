import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { timeLeft } from './deadline.ts';
import { codeOf } from '../../base/error-code.ts';
import { isUnavailable } from './errors.ts';
import { type Servers, StandbyError, createServers } from './servers.ts';
import { serverUrls } from '../../base/server-urls.ts';

/** How long the shop waits at start for an unreachable database, in ms (operations, "As a systemd service"). */
const START_TIMEOUT_MS = 30_000;

const MIN_VERSION = 15;

/** Connections of one process. A few processes together stay well below a server's default limit of 100. */
const MAX_CONNECTIONS = 10;

/** How long a new connection may take, and how long a query waits for a free one, in ms: as long as a request may take. */
const CONNECT_MS = 10_000;

/** Not part of the connection's start, because a pooler like PgBouncer refuses a start with settings that it does not know. */
const SESSION_LIMITS = "set statement_timeout = '30s'; set idle_in_transaction_session_timeout = '60s'";

/** The connection settings. `bigint` is read as a number: all values of the shop are below 2^53. */
export function connectionConfig(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'sodai',
    max: MAX_CONNECTIONS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    types: {
      // The signature of pg's function. All other types are parsed as pg does. A day stays a text.
      getTypeParser: (type: number, format?: 'text' | 'binary') => {
        if (type === types.builtins.INT8 && format !== 'binary') return Number;
        return type === types.builtins.DATE ? String : types.getTypeParser(type, format);
      },
    },
  };
}

function withoutPassword(url: string): string {
  const servers = serverUrls(url).map((server) => new URL(server));
  return servers.map(({ host }) => host).join() + (servers[0]?.pathname ?? '');
}

/** Until one of the servers takes writes, and has the version. @throws a one-line error that names DATABASE_URL. */
export async function awaitPostgres(url: string, timeoutMs = START_TIMEOUT_MS): Promise<Servers> {
  const servers = createServers(url);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await checkServer(servers, servers.count > 1 ? CONNECT_MS : timeoutMs);
      return servers;
    } catch (error) {
      servers.failed(servers.current());
      const fault = isUnavailable(error) ? Date.now() >= deadline && 'cannot be reached' : 'refuses';
      const message = `DATABASE_URL: the database at ${withoutPassword(url)} ${fault}: ${reasonOf(error)}`;
      if (fault) throw new Error(message, { cause: error });
      await delay(250);
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message || (codeOf(error) ?? error.name) : String(error);
}

async function checkServer(servers: Servers, connectionTimeoutMillis: number): Promise<void> {
  const client = new Client({ ...connectionConfig(servers.current()), connectionTimeoutMillis });
  client.on('error', () => {});
  try {
    await client.connect();
    await refuseStandby(client, servers);
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < MIN_VERSION) throw new Error(`it is PostgreSQL ${major}, and the shop needs ${MIN_VERSION} or newer`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function refuseStandby(client: ClientBase, { count }: Servers): Promise<void> {
  if (count === 1) return;
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (rows[0]?.standby !== false) throw new StandbyError('the server is a standby');
}

/** A broken connection is dropped. `dialectPool` connects to the server that takes writes, and keeps to a request's deadline (deadline.ts). */
export function createPool(servers: Servers): { pool: Pool; dialectPool: PostgresPool } {
  const pool = new Pool({
    ...connectionConfig(servers.current()),
    async onConnect(client) {
      const late = delay(CONNECT_MS, undefined, { ref: false }).then(() => {
        throw new Error('timeout exceeded when trying to connect');
      });
      await Promise.race([late, refuseStandby(client, servers).then(() => client.query(SESSION_LIMITS))]);
    },
  });
  pool.on('error', () => {});
  // A broken connection that is in use emits two errors: its query fails, and this event, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  const connect = async (): Promise<PoolClient> => {
    const left = timeLeft();
    if (left !== undefined && left <= 0) throw new Error('too late for the database');
    const connecting = connectToPrimary(pool, servers);
    return left === undefined ? connecting : endAfter(await within(left, connecting), left);
  };
  return { pool, dialectPool: { connect, end: () => pool.end(), options: pool.options } };
}

/** A connection from the pool. When the server is not there, or has become a standby, the others are tried, each once. */
async function connectToPrimary(pool: Pool, servers: Servers): Promise<PoolClient> {
  for (let tried = 1; ; tried += 1) {
    const url = servers.current();
    pool.options.connectionString = url;
    try {
      return await pool.connect();
    } catch (error) {
      // A pool without a free connection says nothing about the server.
      const isFull = error instanceof Error && error.message.startsWith('timeout exceeded');
      if (isFull || !isUnavailable(error)) throw error;
      servers.failed(url);
      if (tried >= servers.count) throw error;
    }
  }
}

/** The connection if it is there in time; one that comes later goes back to the pool. */
function within(ms: number, connecting: Promise<PoolClient>): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      connecting.then((client) => client.release()).catch(() => {});
      reject(new Error('too late for the database'));
    }, ms);
    connecting.then(resolve, reject).finally(() => clearTimeout(late));
  });
}

/** Its query fails when it is not released in time. */
function endAfter(client: PoolClient, ms: number): PoolClient {
  const timer = setTimeout(() => void client.end(), ms);
  // The pool sets it anew each time.
  const release = client.release.bind(client);
  client.release = (destroy) => {
    clearTimeout(timer);
    release(destroy);
  };
  return client;
}
