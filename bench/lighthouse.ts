/**
 * Lighthouse's four categories and the web vitals of the screens on which shoppers arrive, on its simulated slow 4G
 * phone.
 */
import { execFile, execFileSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pRetry from 'p-retry';
import { chromium } from 'playwright';
import { ensureWindowedBrowser } from '../test/support/programs.ts';
import { freePort } from '../test/support/free-port.ts';
import { QUIET_FLAGS } from './browser.ts';
import { atLeast, atMost, type Bench, median } from './report.ts';
import { withShop, withShopData } from './shop.ts';

const TOOLS = path.join(import.meta.dirname, 'tools');
const LIGHTHOUSE = path.join(TOOLS, 'node_modules/lighthouse/cli/index.js');
const runProgram = promisify(execFile);

/** The number of runs; the median one counts. */
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const VITALS = {
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  fcp: 'first-contentful-paint',
} as const;

type Figures = Record<(typeof CATEGORIES)[number] | keyof typeof VITALS, number>;

/** What is read of Lighthouse's JSON report. */
interface LighthouseReport {
  /** Scores are from 0 to 1. */
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

interface Run {
  figures: Figures;
  /** Failed audits, with their scores. */
  faults: string[];
}

/** Home when the service worker has stored it. */
const AGAIN = 'home again';
const IN_BOTH_LANGUAGES = {
  home: '',
  listing: '/groceries/raw-products/vegetables',
  product: '/product/basmati-rice',
  search: '/groceries/search-results?searchText=rice&searchCategory=all',
  about: '/about',
  login: '/user/login',
};
const MEASURED = [
  ...Object.entries(IN_BOTH_LANGUAGES).flatMap(([name, path]) => [
    { name, path: path || '/' },
    { name: `${name} in Bangla`, path: `/bn${path}` },
  ]),
  { name: 'offers', path: '/groceries/offers' },
  { name: AGAIN, path: '/' },
];
/** How long after a first visit the service worker has stored the page, in ms. */
const STORING_MS = 4_000;

interface Screen {
  name: string;
  middle: Figures;
  faults: string[];
}

export const bench: Bench = {
  name: 'lighthouse',
  about: 'Lighthouse mobile: categories and vitals',
  run: (show) => {
    installLighthouse();
    return withShopData('own', (data) =>
      withShop(data, async ({ url }) => {
        const screens: Screen[] = [];
        let done = 0;
        for (const { name, path } of MEASURED) {
          const runs: Run[] = [];
          for (let run = 0; run < RUNS; run += 1) {
            show(name, done++, MEASURED.length * RUNS);
            runs.push(await runOnce(url + path, name === AGAIN));
          }
          screens.push({ name, middle: middleOf(runs), faults: [...new Set(runs.flatMap(({ faults }) => faults))] });
        }
        return reportOf(screens);
      }),
    );
  },
};

/** Lighthouse weighs 176 MB, so `npm ci` does not bring it. Does nothing when the version of the lock file is there. */
function installLighthouse(): void {
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--prefix', TOOLS, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** One run in its own browser. With `again`, that browser has visited the page before. */
async function runOnce(url: string, again: boolean): Promise<Run> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: ensureWindowedBrowser(),
    args: [...QUIET_FLAGS, `--remote-debugging-port=${port}`],
  });
  try {
    if (again) await visit(url, port);
    const { categories, audits } = await report(url, port, again ? ['--disable-storage-reset'] : []);
    const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)] as const);
    const vitals = Object.entries(VITALS).map(([name, id]) => [name, audits[id]?.numericValue ?? Number.NaN] as const);
    const counted = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
    );
    const faults = counted.flatMap((id) => {
      const audit = audits[id];
      return audit && audit.score !== null && audit.score < 0.9 ? [`${id} (${audit.score.toFixed(2)})`] : [];
    });
    // Every name of Figures is in one of the two lists, but the compiler cannot know that.
    return { figures: Object.fromEntries([...scores, ...vitals]) as Figures, faults };
  } finally {
    await browser.close();
  }
}

/** Visits a page in the browser's own profile, which Lighthouse uses too. */
async function visit(url: string, port: number): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [profile] = browser.contexts();
  if (!profile) throw new Error('the browser has no profile');
  const page = await profile.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await delay(STORING_MS);
  await page.close();
}

/** @throws with Lighthouse's own words when it cannot measure. */
async function report(url: string, port: number, more: readonly string[]): Promise<LighthouseReport> {
  const options = [...more, `--port=${port}`, `--only-categories=${CATEGORIES.join()}`, '--output=json', '--quiet'];
  const run = () =>
    runProgram(process.execPath, [LIGHTHOUSE, url, ...options, '--no-enable-error-reporting'], {
      maxBuffer: 64 * 1024 * 1024,
    });
  // Now and then the browser's recording lacks its beginning.
  const { stdout } = await pRetry(run, { retries: 2 });
  return JSON.parse(stdout) as LighthouseReport;
}

function middleOf(runs: readonly Run[]): Figures {
  const names = Object.keys(runs[0]?.figures ?? {}) as (keyof Figures)[];
  return Object.fromEntries(names.map((name) => [name, median(runs.map(({ figures }) => figures[name]))])) as Figures;
}

function reportOf(screens: readonly Screen[]) {
  return {
    title: `Lighthouse mobile, middle of ${RUNS} runs`,
    goals: screens.flatMap(({ name, middle }) => [
      ...CATEGORIES.map((category) => atLeast(`${name}: ${category}`, middle[category], 100)),
      atMost(`${name}: largest contentful paint`, middle.lcp, name === AGAIN ? 600 : 1_400, 'ms'),
      atMost(`${name}: total blocking time`, middle.tbt, 40, 'ms'),
      atMost(`${name}: cumulative layout shift`, middle.cls, 0),
    ]),
    tables: [
      {
        title: 'Scores of 100; times in ms',
        columns: ['screen', ...CATEGORIES, 'FCP', 'LCP', 'TBT', 'CLS'],
        rows: screens.map(({ name, middle }) => [
          name,
          ...CATEGORIES.map((category) => middle[category]),
          Math.round(middle.fcp),
          Math.round(middle.lcp),
          Math.round(middle.tbt),
          middle.cls.toFixed(3),
        ]),
      },
    ],
    plot: {
      panels: [
        {
          title: 'Largest contentful paint',
          unit: 'ms on a simulated slow 4G phone',
          goal: 1_400,
          bars: [
            ...screens.map(({ name, middle }) => ({ label: name, value: middle.lcp })),
            { label: 'EverShop, home', value: 2_218, other: true },
            { label: 'Medusa, home', value: 2_351, other: true },
            { label: 'NextFaster, home', value: 2_578, other: true },
          ],
        },
        {
          title: 'Performance',
          unit: 'score of 100',
          bars: [
            ...screens.map(({ name, middle }) => ({ label: name, value: middle.performance })),
            { label: 'Medusa, home', value: 95, other: true },
            { label: 'NextFaster, home', value: 92, other: true },
            { label: 'EverShop, home', value: 90, other: true },
          ],
        },
      ],
    },
    notes: [
      'Home again, in a browser with the service worker: some 630 ms are the simulated DNS lookup, connection and request of the document.',
      'Lighthouse as it comes: a Moto G Power at 412 × 823, slow 4G simulated, the processor slowed down four times.',
      ...screens
        .filter(({ faults }) => faults.length > 0)
        .map(({ name, faults }) => `${name} loses points for ${faults.join(', ')}`),
    ],
  };
}
