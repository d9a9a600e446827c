/** The programs of the system that tests run: where they are, and how they are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Where systems keep their programs; not PATH, which is another one for each person. */
export const PROGRAM_FOLDERS: readonly string[] = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/opt/homebrew/bin',
];

const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache/programs');

/** Any of these is enough. The first one, Debian's Chromium without windows, needs half of the processor time. */
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
] as const;
const BROWSER_FILES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const PROGRAMS = {
  browser: { names: BROWSERS, debian: BROWSERS[0], words: 'Chrome or Chromium' },
  nginx: { names: ['nginx'], debian: 'nginx', words: 'nginx' },
  openssl: { names: ['openssl'], debian: 'openssl', words: 'openssl' },
  promtool: { names: ['promtool'], debian: 'prometheus', words: 'promtool (of Prometheus)' },
} as const;

type Name = keyof typeof PROGRAMS;

/** The path of the first of these programs that can be started. */
export function findProgram(names: readonly string[]): string | undefined {
  return [...PROGRAM_FOLDERS, CACHE]
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find(isExecutable);
}

function find(name: Name): string | undefined {
  const found = findProgram(PROGRAMS[name].names);
  return found ?? (name === 'browser' ? [...BROWSER_FILES, chromium.executablePath()].find(isExecutable) : undefined);
}

/** The path of a program. @throws one line that says what to install. */
export function programOf(name: Name): string {
  return find(name) ?? ensurePrograms([name])[name];
}

/**
 * The paths of all these programs. Installs what is missing where that can be done without a question.
 * @throws one line that names everything that is still missing.
 */
export function ensurePrograms(names = Object.keys(PROGRAMS) as Name[]): Record<Name, string> {
  const missing = (): Name[] => names.filter((name) => find(name) === undefined);
  const isRoot = process.getuid?.() === 0;
  if (missing().length > 0) {
    console.log(`Getting ${missing().join(', ')} …`);
    if (isRoot) apt(['update']);
    // Installed, Prometheus would start a service.
    if (missing().includes('promtool')) extractPromtool();
    const packages = missing().map((name) => PROGRAMS[name].debian);
    if (isRoot && packages.length > 0) apt(['install', '-y', '--no-install-recommends', ...packages]);
  }
  if (missing().includes('browser')) downloadBrowser();
  const still = missing();
  if (still.length === 0) return Object.fromEntries(names.map((name) => [name, find(name)])) as Record<Name, string>;
  const words = still.map((name) => PROGRAMS[name].words).join(', ');
  const packages = still.map((name) => PROGRAMS[name].debian).join(' ');
  throw new Error(`The tests need ${words}: please install them (on Debian: apt-get install ${packages}).`);
}

/** The browser with windows, for what the one without them lacks: the back/forward cache, and Lighthouse. @throws as above. */
export function ensureWindowedBrowser(): string {
  const windowed = BROWSERS.slice(1);
  const found = (): string | undefined => findProgram(windowed) ?? BROWSER_FILES.find(isExecutable);
  if (found() === undefined && process.getuid?.() === 0) {
    apt(['update']);
    apt(['install', '-y', '--no-install-recommends', 'chromium']);
  }
  const browser = found();
  if (browser === undefined) throw new Error('This needs Chrome or Chromium (on Debian: apt-get install chromium).');
  return browser;
}

/** The program's name and version, for reports. */
export function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}

/** Playwright's own. Where that is refused, it prints pages of the network's errors, of which the first line says why. */
function downloadBrowser(): void {
  const cli = path.join(import.meta.dirname, '../../node_modules/playwright/cli.js');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 300_000,
  });
  const [why = 'no reason given'] = stderr.split('\n');
  if (status !== 0) console.log(`Playwright’s own browser cannot be had: ${why}`);
}

function extractPromtool(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'sodai-promtool-'));
  const ran = (command: string, args: readonly string[]): boolean =>
    spawnSync(command, args, { cwd: folder, stdio: 'ignore', timeout: 300_000 }).status === 0;
  if (ran('apt-get', ['download', 'prometheus'])) {
    const [file = ''] = globSync('prometheus_*.deb', { cwd: folder });
    mkdirSync(CACHE, { recursive: true });
    if (ran('dpkg-deb', ['--extract', file, 'files']))
      copyFileSync(path.join(folder, 'files/usr/bin/promtool'), path.join(CACHE, 'promtool'));
  }
  rmSync(folder, { recursive: true });
}

function apt(args: readonly string[]): void {
  // Its warnings are of no use to who waits for tests; what it did not do is looked for afterwards.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', args, { stdio: 'ignore', timeout: 600_000, env });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
