/** promtool, the checker of Prometheus' files, taken out of Debian's package. Nothing is installed: that would start a service. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { candidatePaths, isExecutable } from './programs.ts';

const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/promtool');

/** Finds promtool; gets it if possible. @throws one line that says what to install. */
export function ensurePromtool(): string {
  const find = (): string | undefined => candidatePaths(['promtool'], [CACHE]).find(isExecutable);
  const found = find();
  if (found !== undefined) return found;
  console.log('Getting promtool …');
  // Without lists of packages the first download fails.
  if (!download()) {
    run(tmpdir(), 'apt-get', 'update');
    download();
  }
  const got = find();
  if (got !== undefined) return got;
  throw new Error('The tests of the alert rules need promtool: please install Prometheus, of which it is a part.');
}

function download(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'sodai-promtool-'));
  try {
    if (!run(folder, 'apt-get', 'download', 'prometheus')) return false;
    const [file = ''] = globSync('prometheus_*.deb', { cwd: folder });
    if (!run(folder, 'dpkg-deb', '--extract', file, 'files')) return false;
    mkdirSync(CACHE, { recursive: true });
    copyFileSync(path.join(folder, 'files/usr/bin/promtool'), path.join(CACHE, 'promtool'));
    return true;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(cwd: string, command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { cwd, stdio: 'ignore', timeout: 300_000 }).status === 0;
}

/** Whether promtool agrees, and else what it says. */
export function promtool(args: readonly string[], input = ''): { good: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(ensurePromtool(), args, { input, encoding: 'utf8' });
  const good = status === 0;
  return { good, said: good ? '' : stdout + stderr };
}
