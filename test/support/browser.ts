/** Finds or installs the browser for the tests: the system's, Playwright's own download, or Debian's package. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { isExecutable, candidatePaths } from './programs.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const SHELL = 'chromium-headless-shell';
const CANDIDATES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a browser that can be started; null when there is none. */
export function findBrowser(): string | null {
  return [...candidatePaths(NAMES), ...CANDIDATES, chromium.executablePath()].find(isExecutable) ?? null;
}

/** The path of a browser; installs one when there is none. @throws one line that says what to install. */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found !== null) return found;
  console.log('No Chrome or Chromium found: getting one …');
  const playwright = path.join(
    path.dirname(createRequire(import.meta.url).resolve('playwright/package.json')),
    'cli.js',
  );
  const tries: readonly (readonly [string, readonly string[]])[] = [
    [process.execPath, [playwright, 'install', 'chromium']],
    ['apt-get', ['update']],
    installing('chromium'),
  ];
  for (const [command, args] of tries) {
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 });
    const got = findBrowser();
    if (got !== null) return got;
  }
  throw new Error(
    'The browser tests need Chrome or Chromium: please install one (for example: apt-get install chromium).',
  );
}

function installing(debianPackage: string): readonly [string, readonly string[]] {
  return ['apt-get', ['install', '-y', '--no-install-recommends', debianPackage]];
}

/**
 * The browser for whole test runs: Debian's package without windows, which needs half of the processor time. Installs it where
 * that can be done without a question. It has no back/forward cache: tests of that need `ensureBrowser`.
 */
export function ensureTestBrowser(): string {
  const find = (): string | undefined => candidatePaths([SHELL]).find(isExecutable);
  const found = find();
  if (found !== undefined) return found;
  const browser = ensureBrowser();
  if (process.getuid?.() === 0) spawnSync(...installing(SHELL), { stdio: 'ignore', timeout: 300_000 });
  return find() ?? browser;
}

/** The browser's name and version, for reports. */
export function browserVersion(browser: string): string {
  return execFileSync(browser, ['--version'], { encoding: 'utf8' }).trim();
}
