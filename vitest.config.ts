import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { icons } from './server/build/vite-plugins.ts';
import { adoptTestEnvironment } from './test/support/environment.ts';
import { systemBinaries } from './test/support/postgres-server.ts';

adoptTestEnvironment();

/** In ms; far above what tests take, for machines with other work. */
const PATIENCE = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 300_000 } } };

const SETUP = { setupFiles: ['test/support/fixed-seed.ts'] };

/** The files of a worker share one process and its modules: a third less work. So a test takes back what it stubs. */
const SHARED_WORKERS = { isolate: false, restoreMocks: true, maxWorkers: Math.min(availableParallelism(), 4) };

/** What takes longest begins first, so that no worker is left alone with it at the end: kills and compilers, then whole shops. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      LONGEST.test(moduleId) ? 0 : ['processes', 'services', 'pages', 'unit'].indexOf(project.name) + 1;
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** And a backup is tried with the lowest priority: it waits for the others. */
const LONGEST = /killed|documents|backup|nightly|recipes|simulate/;

/** Tests of the command line with a shop behind it. */
const AT_A_SHOP = 'cli/{shop,settings,demo-import}.test.ts';

/** Starts compilers. */
const RECIPES = 'test/recipes.test.ts';

/** What may depend on PostgreSQL's version: the schema, plans, every function, search, restored rows. */
const ON_THE_SYSTEM = [
  'server/db/{migrate,hot-paths}.test.ts',
  'server/catalogue/suggestions.test.ts',
  'server/limits/rate-limits.test.ts',
  'server/backup/round-trip.test.ts',
];

/** The services, on npm's PostgreSQL; some once more on the system's, where there is one. */
const SERVICES = [{ name: 'services', include: ['{server,deploy}/**/*.test.ts', AT_A_SHOP] }];
if (systemBinaries().length > 0) SERVICES.push({ name: 'services on the system’s PostgreSQL', include: ON_THE_SYSTEM });

/**
 * `unit` needs nothing but Node; `processes` opens whole shops; `services` runs what touches a database, on a server that
 * test/support/global-setup.ts starts.
 * Browser tests are Playwright's (test/e2e).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [icons()],
        test: {
          name: 'unit',
          include: ['{domain,base,messages,app,cli,demo,bench,test}/**/*.test.{ts,tsx}', 'server/http/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/{e2e,pages}/**', 'test/*-process*.test.ts', AT_A_SHOP, RECIPES],
          ...SHARED_WORKERS,
          ...SETUP,
          ...PATIENCE,
        },
      },
      {
        // Whole shops and compilers in processes of their own.
        test: {
          name: 'processes',
          include: ['test/*-process*.test.ts', RECIPES],
          ...SHARED_WORKERS,
          globalSetup: ['test/support/built-pages.ts'],
          ...SETUP,
          ...PATIENCE,
        },
      },
      {
        // The shop's pages and forms by requests, in the built shop (test/support/front-door.ts).
        test: {
          name: 'pages',
          include: ['test/pages/**/*.test.ts'],
          globalSetup: ['test/support/demo-setup.ts'],
          // Libraries choose their production code when they are loaded.
          env: { NODE_ENV: 'production' },
          server: { deps: { external: [/\/build\/[\w-]+\/server\//] } },
          ...SHARED_WORKERS,
          ...SETUP,
          ...PATIENCE,
        },
      },
      ...SERVICES.map(({ name, include }) => ({
        test: {
          name,
          include,
          exclude: ['server/http/**'],
          globalSetup: ['test/support/global-setup.ts'],
          ...SHARED_WORKERS,
          ...SETUP,
          ...PATIENCE,
        },
      })),
    ],
  },
});
