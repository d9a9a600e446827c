/**
 * A PostgreSQL server for the tests: npm's binaries or the system's, on a free port, in its own folder, deleted
 * afterwards.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { openDatabaseAt } from '../../server/db/connect.ts';
import { findOwnBinaries, type ServerUser, chooseServerUser } from '../../server/db/own-server/cluster.ts';
import { freePort } from './free-port.ts';
import { type ChildHandle, startChild } from './child-process.ts';
import { copyCluster, copyStored } from './stored-clusters.ts';

/** A migrated, empty database of every server, which tests copy. */
export const TEMPLATE = 'sodai_template';

export interface PostgresServer {
  /** The URL of the database 'postgres', as its superuser. */
  url: string;
  /** The parent of all its processes, until it is halted. */
  pid: number;
  /** Stops it for a while and closes all connections; its data stays. */
  halt(): Promise<void>;
  /** Starts it again after `halt`, on the same port. */
  resume(): Promise<void>;
  /** SIGKILL of all its processes. Linux only. */
  kill(): Promise<void>;
  /**
   * Makes a standby, on a port of its own. A synchronous one: from now on a commit is acknowledged when both have it.
   * Restarts the server.
   */
  addStandby(options?: { synchronous: boolean }): Promise<Standby>;
  /** Stops it for good. */
  stop(): Promise<void>;
}

export interface Standby {
  url: string;
  /** Makes it the primary. Resolves when it takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/** Much longer than needed, for busy machines. */
const START_MS = 120_000;

/**
 * Starts a server. It ends with `stop`, and also when the process that started it ends in any way. `durable` leaves
 * syncing on, for tests and benchmarks that need it; `system` takes the system's binaries.
 * @throws an error with all tried binaries when none runs.
 */
export async function startPostgres({ durable = false, system = false } = {}): Promise<PostgresServer> {
  const faults: string[] = [];
  for (const folder of system ? systemBinaries() : [path.dirname(findOwnBinaries().postgres)]) {
    try {
      return await startFrom(folder, { durable, system });
    } catch (error) {
      faults.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    [
      'No PostgreSQL server could be started for the tests. Install one, e.g. apt-get install postgresql.',
      ...faults,
    ].join('\n  '),
  );
}

/** Folders with the binaries of the system's servers, newest first. */
export function systemBinaries(): string[] {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home) : [];
  return versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(home, version, 'bin'))
    .filter((folder) => existsSync(path.join(folder, 'postgres')));
}

async function startFrom(
  folder: string,
  { durable, system }: { durable: boolean; system: boolean },
): Promise<PostgresServer> {
  const home = await mkdtemp(path.join(tmpdir(), 'sodai-postgres-'));
  const data = path.join(home, 'postgres');
  const { prefix, ids } = await chooseServerUser(home, path.join(folder, 'postgres'));
  const spawning = { ...ids, cwd: home };
  const program = (name: string): string[] => [...prefix, path.join(folder, name)];
  const start = async (directory: string, port: number, more: readonly string[] = []): Promise<ChildHandle> => {
    const options = ['-D', directory, '-h', '127.0.0.1', '-p', String(port), '-k', home, '-c', 'max_connections=200'];
    // What a killed server leaves is in its folder.
    options.push('-c', 'dynamic_shared_memory_type=mmap');
    if (!durable) options.push('-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off');
    return run([...program('postgres'), ...options, ...more], { spawning, url: urlAt(port) });
  };
  const create = async (draft: string): Promise<void> => {
    const initdb = [
      '-D',
      data,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
      '--wal-segsize=1',
    ];
    const [creator = '', ...args] = [...program('initdb'), ...initdb];
    await promisify(execFile)(creator, args, spawning);
    const port = await freePort();
    const server = await start(data, port);
    await onServer(urlAt(port), `create database ${TEMPLATE}`);
    const database = await openDatabaseAt(urlAt(port, TEMPLATE));
    await database.close();
    await server.stop();
    await copyCluster(home, draft);
    await rm(data, { recursive: true });
  };
  try {
    const { stdout } = await promisify(execFile)(path.join(folder, 'postgres'), ['--version']);
    const [, version = ''] = /([\d.]+)/.exec(stdout) ?? [];
    await copyStored(`${system ? 'system' : 'npm'}-${version}`, home, create);
    const port = await freePort();
    let server = await start(data, port);
    return {
      url: urlAt(port),
      pid: server.pid,
      halt: () => server.stop(),
      async resume() {
        server = await start(data, port);
      },
      async kill() {
        const [main] = (await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n').map(Number);
        for (const pid of [main ?? 0, ...(await childrenOf(main ?? 0))]) process.kill(pid, 'SIGKILL');
        await server.stop();
      },
      async addStandby({ synchronous } = { synchronous: true }) {
        const copy = path.join(home, 'standby');
        const copyPort = await freePort();
        await server.stop();
        await cp(data, copy, { recursive: true });
        await writeFile(path.join(copy, 'standby.signal'), '');
        await promisify(execFile)('chown', ['-R', `--reference=${data}`, copy]);
        await promisify(execFile)('chmod', ['700', copy]);
        const names = synchronous ? '*' : '';
        server = await start(data, port, ['-c', `synchronous_standby_names=${names}`, '-c', 'synchronous_commit=on']);
        const origin = `host=127.0.0.1 port=${port} user=postgres`;
        const standby = await start(copy, copyPort, [
          '-c',
          `primary_conninfo=${origin}`,
          '-c',
          'wal_retrieve_retry_interval=100ms',
        ]);
        return { url: urlAt(copyPort), stop: () => standby.stop(), promote: () => promote(urlAt(copyPort)) };
      },
      async stop() {
        await server.stop();
        await rm(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

function urlAt(port: number, database = 'postgres'): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

/** Runs one statement on a server and returns its rows. */
export async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function promote(url: string): Promise<void> {
  await onServer(url, 'select pg_promote()');
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    pids.map(async (pid) =>
      Number(/^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1]),
    ),
  );
  return pids.filter((_, at) => parents[at] === parent).map(Number);
}

interface Run {
  spawning: ServerUser['ids'] & { cwd: string };
  url: string;
}

/** Runs the server; resolves when it accepts connections. Stopping it twice is harmless. */
async function run(command: readonly string[], { spawning, url }: Run): Promise<ChildHandle> {
  const server = startChild(command, spawning);
  try {
    await answers(url);
  } catch (error) {
    await server.stop();
    throw new Error(server.errorOutput() || String(error), { cause: error });
  }
  return server;
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
