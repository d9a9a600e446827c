import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { adoptTestEnvironment } from './test/support/environment.ts';
import { programOf } from './test/support/programs.ts';

adoptTestEnvironment();

/** What Playwright switches off by itself: of several such lists the last one counts. */
const BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Pages of the browser's own address bar and a renderer in reserve: for each test two processes that nobody looks at. */
const UNSEEN = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'SpareRendererForSitePerProcess'];

/** Files that open shops of their own: they take longest, so they begin first. */
const OWN_SHOPS = /\/(?:new-version|tls)\.spec\.ts$/;

/** A phone. Tests that need a wide screen say so with `test.use(DESKTOP)`. */
const use = {
  ...devices['Pixel 7'],
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  locale: 'en-US',
  timezoneId: 'Asia/Dhaka',
  colorScheme: 'light',
} as const;

export default defineConfig({
  testDir: 'test/e2e',
  // A folder of its own: it is emptied at each start, and test/run.ts keeps its reports beside it.
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // One more takes a sixth longer: the browsers keep the processors busy.
  workers: availableParallelism(),
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  // Far above what they take, for machines with other work.
  timeout: 600_000,
  expect: { timeout: 300_000 },
  // A machine that stands still between the press and the release of a click loses it: a toast comes under the pointer.
  // The report names what needed its second run as `flaky`.
  retries: 1,
  // Builds the pages; each worker opens its own shop (test/e2e/worker-shop.ts).
  globalSetup: './test/support/built-pages.ts',
  use: {
    // Recording costs a quarter of the time; `--trace on` records what has failed here.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Only what is about it pays for it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: programOf('browser'),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${[...BY_PLAYWRIGHT, ...UNSEEN].join(',')}`,
      ],
    },
  },
  projects: [
    { name: 'own shops', use, testMatch: OWN_SHOPS },
    { name: 'worker’s shop', use, testIgnore: OWN_SHOPS },
  ],
});
