/**
 * Plays systemd for a service that gets its socket handed over. Its own descriptor 3 is that socket, which it holds and
 * never reads; arguments: a folder for its state, the service's folder, and the command line. SIGHUP starts the service
 * again, SIGUSR2 ends it until then, SIGTERM ends all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [state = '', folder = '', command = ''] = process.argv.slice(2);
const RESTART_MS = 2_000;
const log = openSync(path.join(state, 'log'), 'a');
const write = (name: string, value: number): void => writeFileSync(path.join(state, name), String(value));
// Also while nothing is started.
setInterval(() => {}, 60_000);

let starts = 0;
let restarts = 0;
/** What happens when the service ends. */
let next: 'restart' | 'hold' | 'end' | null = null;
let again: NodeJS.Timeout | undefined;
let service = start();

function start(): ChildProcess {
  write('restarts', restarts);
  write('held', 0);
  const child = spawn('sh', ['-c', `LISTEN_FDS=1 LISTEN_PID=$$ exec ${command}`], {
    cwd: folder,
    stdio: ['ignore', log, log, 3],
  });
  child.once('exit', () => {
    if (next === 'end') process.exit(0);
    if (next === 'hold') return write('held', 1);
    const isWanted = next === 'restart';
    next = null;
    restarts = isWanted ? 0 : restarts + 1;
    again = setTimeout(() => (service = start()), isWanted ? 0 : RESTART_MS);
  });
  starts += 1;
  write('starts', starts);
  return child;
}

function end(then: 'restart' | 'hold' | 'end'): void {
  next = then;
  if (service.exitCode === null && service.signalCode === null) return void service.kill('SIGTERM');
  clearTimeout(again);
  if (then === 'end') process.exit(0);
  if (then === 'hold') return write('held', 1);
  next = null;
  restarts = 0;
  service = start();
}

process
  .on('SIGHUP', () => end('restart'))
  .on('SIGUSR2', () => end('hold'))
  .on('SIGTERM', () => end('end'));
