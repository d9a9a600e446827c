/** A server of the shop's own whose shop was killed: it is ended before the next one starts. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseLog } from './connect.ts';

/** How long each signal has, in ms. */
const SIGNAL_MS = 10_000;
const CHECK_MS = 20;

/** The caller has locked the data directory, so the shop is gone. @throws a one-line error when the process may be another cluster's. */
export async function endLeftServer(cluster: string, log: DatabaseLog): Promise<void> {
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
