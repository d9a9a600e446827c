/** The programs of the system that tests run: where they are, and how they are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

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

const MODULES = path.join(import.meta.dirname, '../../node_modules');
const CACHE = path.join(MODULES, '.cache/programs');

const WINDOWED = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge',
] as const;
/** Where a browser is that is on no PATH. */
const WINDOWED_FILES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Playwright's own, of which each system has its names. */
const DOWNLOADED = {
  browser: 'chromium_headless_shell-*/*/chrome-headless-shell{,.exe}',
  windowed: 'chromium-*/**/{chrome,chrome.exe,Google Chrome for Testing}',
};

/**
 * Any browser is enough for most tests. Debian's Chromium without windows comes first, because it needs half of the
 * processor time.
 */
const PROGRAMS = {
  browser: {
    names: ['chromium-headless-shell', ...WINDOWED],
    debian: 'chromium-headless-shell',
    words: 'Chrome or Chromium',
  },
  windowed: { names: WINDOWED, debian: 'chromium', words: 'Chrome or Chromium' },
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
  return found ?? (isBrowser(name) ? [...WINDOWED_FILES, ...downloaded(name)].find(isExecutable) : undefined);
}

function isBrowser(name: Name): name is keyof typeof DOWNLOADED {
  return name in DOWNLOADED;
}

function downloaded(name: keyof typeof DOWNLOADED): string[] {
  return globSync(DOWNLOADED[name], { cwd: CACHE }).map((file) => path.join(CACHE, file));
}

/** The path of a program. @throws one line that says what to install. */
export function programOf(name: Name): string {
  return find(name) ?? ensurePrograms([name])[name];
}

/**
 * The browser with windows, for what the one without them lacks: the back/forward cache, and Lighthouse. @throws as
 * above.
 */
export function ensureWindowedBrowser(): string {
  return programOf('windowed');
}

/**
 * The paths of all these programs. Installs what is missing where that can be done without a question.
 * @throws one line that names everything that is still missing.
 */
export function ensurePrograms(names = Object.keys(PROGRAMS) as Name[]): Record<Name, string> {
  const missing = (): Name[] => names.filter((name) => find(name) === undefined);
  const isRoot = process.getuid?.() === 0;
  if (missing().length > 0) {
    console.log(`Getting ${wordsOf(missing())} …`);
    if (isRoot) apt(['update']);
    // Without installing it: Prometheus would start a service.
    if (missing().includes('promtool')) extractPromtool();
    // One by one: where the system lacks one of these packages, the others are installed.
    if (isRoot) for (const name of missing()) apt(['install', '-y', '--no-install-recommends', PROGRAMS[name].debian]);
  }
  if (missing().some(isBrowser)) downloadBrowsers();
  const still = missing();
  if (still.length === 0) return Object.fromEntries(names.map((name) => [name, find(name)])) as Record<Name, string>;
  const packages = still.map((name) => PROGRAMS[name].debian).join(' ');
  throw new Error(`The tests need ${wordsOf(still)}: please install them (on Debian: apt-get install ${packages}).`);
}

function wordsOf(names: readonly Name[]): string {
  return [...new Set(names.map((name) => PROGRAMS[name].words))].join(', ');
}

/** The program's name and version, for reports. */
export function versionOf(program: string): string {
  return execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
}

/**
 * Playwright's own. Where that is refused, it prints pages of the network's errors, of which the first line says why.
 */
function downloadBrowsers(): void {
  const run = (file: string, args: readonly string[]): string | null => {
    const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: CACHE };
    const { status, stderr } = spawnSync(file, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: 300_000,
      env,
    });
    return status === 0 ? null : stderr.split('\n', 1)[0] || 'no reason given';
  };
  let fault = run(process.execPath, [path.join(MODULES, 'playwright/cli.js'), 'install', 'chromium']);
  for (const file of [...downloaded('browser'), ...downloaded('windowed')]) {
    const lack = run(file, ['--version']);
    // It needs libraries that this system does not have.
    if (lack !== null) rmSync(file);
    fault ??= lack;
  }
  if (fault !== null) console.log(`Playwright’s own browser cannot be had: ${fault}`);
}

/** Out of its package, which since Debian 13 is one of its own. */
function extractPromtool(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'sodai-promtool-'));
  const run = (command: string, args: readonly string[]): unknown =>
    spawnSync(command, args, { cwd: folder, stdio: 'ignore', timeout: 300_000 });
  for (const name of ['promtool', 'prometheus']) {
    run('apt-get', ['download', name]);
    for (const file of globSync(`${name}_*.deb`, { cwd: folder })) run('dpkg-deb', ['--extract', file, '.']);
    const program = path.join(folder, 'usr/bin/promtool');
    if (!isExecutable(program)) continue;
    mkdirSync(CACHE, { recursive: true });
    copyFileSync(program, path.join(CACHE, 'promtool'));
    break;
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
