/** A shop in its own process, like `npm start`, on a free port and with its own data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { buildWhenStale } from '../../server/build/build.ts';
import { freePort } from './free-port.ts';
import { readServiceUnit } from './service-unit.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAMS = join(ROOT, 'node_modules/.bin');
/** The file that `npm start` runs. */
const START_FILE = 'server/start.ts';
const { scripts }: { scripts: { start: string } } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/** Much longer than needed, for busy machines. */
const OPEN_TIMEOUT_MS = 300_000;

export interface ShopProcess {
  url: string;
  dataDir: string;
  pid: number;
  /** Its output so far. */
  output(): string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM; returns the exit status. */
  stop(): Promise<number | null>;
}

/** A temporary folder for a shop's data. Delete it with `removeData`. */
export function newDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'sodai-shop-'));
}

export async function removeData(dataDir: string): Promise<void> {
  // The server of a killed shop may still be writing there while it ends.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/**
 * Starts a shop process without waiting, with a listening `socket` handed over as systemd does. Its environment has
 * only the given settings, and the caller's cache of compiled code.
 */
export function startShop(
  env: Record<string, string>,
  {
    entry = START_FILE,
    folder = ROOT,
    command = scripts.start.replace(START_FILE, entry),
    socket,
  }: { entry?: string; folder?: string; command?: string; socket?: number } = {},
): {
  child: ChildProcess;
  output: () => string;
  exited: Promise<number | null>;
} {
  // The command ends in `exec`, so the child process is the shop itself.
  const handOver = socket === undefined ? '' : 'export LISTEN_FDS=1 LISTEN_PID=$$; ';
  const child = spawn('sh', ['-c', handOver + command], {
    cwd: folder,
    env: {
      PATH: PROGRAMS + delimiter + (process.env.PATH ?? ''),
      HOME: process.env.HOME ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DEMO: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', socket ?? 'ignore'],
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exited = once(child, 'close').then(([status]) => (typeof status === 'number' ? status : null));
  return { child, output: () => text, exited };
}

/** Nobody changes the sources while tests run. */
let built: Promise<void> | undefined;

/** Opens a shop and waits until it is open. @throws an error with its output when it does not open. */
export async function openShopProcess(options: {
  dataDir: string;
  port?: number;
  env?: Record<string, string>;
  /** The file to start instead of server/start.ts; benchmarks have their own. */
  entry?: string;
  /** The folder of another version of the shop, which builds itself when it starts. */
  folder?: string;
  /** Starts it as the systemd unit does, instead of `npm start`. */
  service?: boolean;
}): Promise<ShopProcess> {
  const { dataDir, port = await freePort(), env = {}, entry, folder, service = false } = options;
  if (folder === undefined) await (built ??= buildWhenStale());
  const unit = service ? readServiceUnit(port) : { env: { PORT: String(port) } };
  const { child, output, exited } = startShop(
    { DATA_DIR: dataDir, ...unit.env, ...env },
    {
      ...(entry === undefined ? {} : { entry }),
      ...(folder === undefined ? {} : { folder }),
      ...('command' in unit ? { command: `exec ${unit.command}` } : {}),
    },
  );
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`The shop did not open (${why}):\n${output()}`));
    timer = setTimeout(() => fail('too slow'), OPEN_TIMEOUT_MS);
    child.stdout?.on('data', () => {
      if (output().includes('Sodai is open at')) resolve();
    });
    void exited.then((status) => fail(`exit status ${status}`));
  }).finally(() => clearTimeout(timer));
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: child.pid ?? 0,
    output,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
