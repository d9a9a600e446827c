import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import { ensureTestBrowser } from './test/support/browser.ts';
import { freePort } from './test/support/free-port.ts';
import { newMigratedDataDir } from './test/support/migrated-database.ts';

// Workers read this file too and take over what the first reading chose.
process.env.SODAI_E2E_PORT ??= String(await freePort());
process.env.SODAI_E2E_DATA ??= await newMigratedDataDir();
process.env.SODAI_E2E_BROWSER ??= ensureTestBrowser();
const port = process.env.SODAI_E2E_PORT;
const baseURL = `http://localhost:${port}`;

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

/** Phones have no Tab. */
const KEYBOARD = /\/keyboard\.spec\.ts$/;

export default defineConfig({
  testDir: 'test/e2e',
  // A folder of its own: it is emptied at each start, and test/run.ts keeps its reports beside it.
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // A test waits as often as it computes.
  workers: 2 * availableParallelism(),
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  // Far above what they take, for machines with other work.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    // Recording costs a quarter of the time; `--trace on` records what has failed here.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Only what is about it pays for it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.SODAI_E2E_BROWSER,
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
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
      testIgnore: KEYBOARD,
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      // What depends on the width, and the way from cart to order.
      testMatch: [KEYBOARD, /\/(?:accessibility|journey|layout|shell)\.spec\.ts$/],
    },
  ],
  webServer: {
    // The shop as `npm start` opens it, on data of its own.
    command: 'node server/start.ts',
    url: `${baseURL}/readyz`,
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      PUBLIC_URL: baseURL,
      DATA_DIR: process.env.SODAI_E2E_DATA,
      DATABASE_URL: '',
      SMTP_URL: '',
      // Every test registers from one address.
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
    },
  },
});
