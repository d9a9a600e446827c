/** The PostgreSQL server of a shop without DATABASE_URL, on a socket in its data directory (decision 24). */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier } from 'pg';
import type { DatabaseLog } from '../connect.ts';
import {
  OWN_NAME,
  findOwnBinaries,
  prepareCluster,
  reasonIn,
  type ServerUser,
  chooseServerUser,
  spawnAs,
} from './cluster.ts';
import { execFileSync } from 'node:child_process';

/** For a small machine and one process of the shop. What was committed is on the disk. */
const PARAMETERS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  // In the data directory, so that a kill leaves nothing elsewhere.
  dynamic_shared_memory_type: 'mmap',
  max_connections: '20',
  max_wal_size: '256MB',
  // No standby can follow, so less has to be logged.
  wal_level: 'minimal',
  max_wal_senders: '0',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Processes and memory that a small shop does without.
  autovacuum_max_workers: '1',
  io_method: 'sync',
  jit: 'off',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // One line for each message, without values of rows, which may be personal.
  log_error_verbosity: 'terse',
  log_line_prefix: '',
  log_min_error_statement: 'panic',
  log_min_messages: 'warning',
};

/** The longest path of a socket, in bytes: macOS takes 103, Linux 107. */
const MAX_SOCKET_BYTES = 103;

/** How long an orderly end may take, in ms. Then the server ends at once, and its next start repairs. */
const STOP_MS = 10_000;
const RESTART_MS = 500;

/** How long the processes of a killed server may take to end, in ms. */
const ENDING_MS = 30_000;
const STILL_ENDING = /pre-existing shared memory block/;

/** The caller has locked the data directory. @throws a one-line error. */
export async function startOwnServer(dataDir: string, log: DatabaseLog) {
  const binaries = findOwnBinaries();
  const cluster = await prepareCluster(dataDir, binaries);
  const user = await chooseServerUser(cluster, binaries.postgres);
  await endLeftServer(cluster, log);
  const sockets = socketFolder(cluster, user);
  const parameters = Object.entries({ ...PARAMETERS, unix_socket_directories: escapeIdentifier(sockets) });
  const options = parameters.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [binaries.postgres, '-D', cluster, ...options];
  const stopping = new AbortController();
  const launch = () => launchServer(user, command, { log, stopping: stopping.signal });

  let server = launch();
  for (const since = performance.now(); !(await server.ready); server = launch()) {
    if (!STILL_ENDING.test(server.reason()) || performance.now() - since > ENDING_MS) {
      throw new Error(`DATA_DIR: the database in ${cluster} cannot be opened: ${server.reason()}`);
    }
    await delay(RESTART_MS);
  }

  /** Starts it again whenever it ends by itself. Until then the database is unavailable. */
  async function supervise(): Promise<void> {
    for (;;) {
      await server.ended;
      if (stopping.signal.aborted) return;
      log.error({ reason: server.reason() }, 'the PostgreSQL server of the shop ended, and is started again');
      await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      server = launch();
    }
  }
  const supervising = supervise();
  const endAtExit = (): void => server.signal('SIGINT');
  process.once('exit', endAtExit);

  return {
    url: `postgres:///${OWN_NAME}?user=${OWN_NAME}&host=${encodeURIComponent(sockets)}`,
    /** Ends it, and all connections. May be called twice. */
    async stop(): Promise<void> {
      stopping.abort();
      server.signal('SIGINT');
      const late = setTimeout(() => server.signal('SIGQUIT'), STOP_MS);
      await supervising;
      clearTimeout(late);
      process.off('exit', endAtExit);
      if (sockets !== cluster) rmSync(sockets, { recursive: true, force: true });
    },
  };
}

/** The cluster, which is for its owner alone; a temporary folder where its path is too long. */
function socketFolder(cluster: string, { ids }: ServerUser): string {
  if (Buffer.byteLength(path.join(cluster, '.s.PGSQL.5432')) <= MAX_SOCKET_BYTES) return cluster;
  const folder = mkdtempSync(path.join(tmpdir(), 'sodai-'));
  if (ids.uid !== undefined) chownSync(folder, ids.uid, ids.gid ?? ids.uid);
  return folder;
}

const READY = 'database system is ready to accept connections';
const MESSAGE = /^(WARNING|ERROR|FATAL|PANIC): +(.*)/;

function launchServer(
  user: ServerUser,
  command: readonly string[],
  { log, stopping }: { log: DatabaseLog; stopping: AbortSignal },
) {
  // In a session of its own: Ctrl+C on a terminal is for the shop, which then ends it.
  const child = spawnAs(user, command, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const ready = Promise.withResolvers<boolean>();
  const ended = Promise.withResolvers<void>();
  let last = '';
  const end = (): void => {
    ready.resolve(false);
    ended.resolve();
  };
  child.once('error', (error) => {
    last = error.message;
    end();
  });
  // When all its processes have ended: those of a killed server have its output open.
  child.once('close', end);
  if (child.stderr) {
    createInterface(child.stderr).on('line', (line) => {
      if (line.includes(READY)) ready.resolve(true);
      const [, severity, message = ''] = MESSAGE.exec(line) ?? [];
      if (severity === undefined) return;
      last = line;
      // Connections that it ends then, and answers of the function refuse.
      if (stopping.aborted || message === 'refused') return;
      // Errors of statements quote values of rows. The shop logs these errors itself.
      log.warn({ severity, postgres: severity === 'ERROR' ? message.replace(/".*"/, '"…"') : message }, 'PostgreSQL');
    });
  }
  return {
    /** Whether it takes connections; false when it ended before. */
    ready: ready.promise,
    ended: ended.promise,
    reason: () => reasonIn(last),
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
  };
}

/** How long each signal has, in ms. */
const SIGNAL_MS = 10_000;
const CHECK_MS = 20;

/** Ends the server of a shop that was killed. @throws a one-line error when it may be another cluster's. */
async function endLeftServer(cluster: string, log: DatabaseLog): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : Number.NaN;
  const command = commandOf(pid);
  if (command === '') return;
  // The number was given to another process since then: PostgreSQL would take that for a server.
  if (!command.includes('postgres')) return rmSync(file);
  if (!command.includes(cluster)) {
    throw new Error(`DATA_DIR: process ${pid} may be a server of the database in ${cluster}: end it first`);
  }
  log.warn({ pid }, 'the PostgreSQL server of a shop that was killed is ended');
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL']) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
    for (const since = performance.now(); performance.now() - since < SIGNAL_MS; await delay(CHECK_MS)) {
      if (commandOf(pid) === '') return;
    }
  }
}

/** What was called to start a process; '' when there is none. */
function commandOf(pid: number): string {
  if (!(pid > 0)) return '';
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
