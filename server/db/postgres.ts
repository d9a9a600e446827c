import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { reasonOf } from '../../base/error-code.ts';
import { isUnavailable } from './errors.ts';
import { serverUrls } from '../environment.ts';

/** How long the shop waits at start for an unreachable database, in ms (operations, "As a systemd service"). */
const START_TIMEOUT_MS = 30_000;

const MIN_VERSION = 15;

/** Connections of one process. A few processes together stay well below a server's default limit of 100. */
const MAX_CONNECTIONS = 10;

/** In ms, for a new connection and for a query that waits for one: as long as a request may take. */
const CONNECT_MS = 10_000;

/** Sent after the start of a connection: poolers like PgBouncer refuse a start with settings they do not know. */
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
      const urls = serverUrls(url).map((server) => new URL(server));
      // Without the password.
      const place = urls.map(({ host }) => host).join() + (urls[0]?.pathname ?? '');
      const message = `DATABASE_URL: the database at ${place} ${fault}: ${reasonOf(error)}`;
      if (fault) throw new Error(message, { cause: error });
      await delay(250);
    }
  }
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
  // The code is the SQLSTATE of a write on a standby.
  if (rows[0]?.standby !== false) throw Object.assign(new Error('the server is a standby'), { code: '25006' });
}

const deadline = new AsyncLocalStorage<number>();

/** After `ms` the request's connections are closed, as when the database is away. What it has committed stays. */
export function withDeadline<T>(ms: number, request: () => T): T {
  return deadline.run(performance.now() + ms, request);
}

/** Drops broken connections. `dialectPool` keeps to the server that takes writes, and to a request's deadline. */
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
  // When a connection in use breaks, its query fails, and this event comes. Without a listener it would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const connect = async (): Promise<PoolClient> => {
    const endsAt = deadline.getStore();
    if (endsAt === undefined) return connectToPrimary(pool, servers);
    const left = endsAt - performance.now();
    if (left <= 0) throw new Error('too late for the database');
    return endAfter(await within(left, connectToPrimary(pool, servers)), left);
  };
  return { pool, dialectPool: { connect, end: () => pool.end(), options: pool.options } };
}

/** A connection from the pool. Each other server is tried once when this one is away or has become a standby. */
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

/** The servers of DATABASE_URL: one, or a primary and its standbys (operations, "A standby that takes over"). */
export type Servers = ReturnType<typeof createServers>;

export function createServers(url: string) {
  const urls = serverUrls(url);
  let at = 0;
  const current = (): string => urls[at] ?? url;
  return {
    count: urls.length,
    current,
    /** This one cannot be reached or does not take writes: the next one is chosen. */
    failed(failing: string): void {
      if (failing === current()) at = (at + 1) % urls.length;
    },
  };
}
