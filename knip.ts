import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { KnipConfig } from 'knip';
import consoleRoutes from './app/console/routes.ts';

const filesOf = (routes: readonly RouteConfigEntry[]): string[] =>
  routes.flatMap(({ file, children = [] }) => [`app/console/${file}`, ...filesOf(children)]);

export default {
  entry: [
    'server/{pages,start,dev}.ts',
    'messages/texts.ts',
    'app/{,console/}service-worker.ts',
    'app/console/{root,routes,entry.client,entry.server}.{ts,tsx}',
    'app/components/icon.tsx',
    'demo/add-picture.ts',
    'deploy/{way-back,newest-backup}.ts',
    'bench/{bare-server,service-manager,uncached-shop}.ts',
    'bench/simulate/worker.ts',
    'test/support/{commit-rows,hold-lock,recipes-at-work}.ts',
    'test/e2e/shop-with-cheap-passwords.ts',
    ...filesOf(await consoleRoutes),
  ],
  project: ['{app,messages,domain,base,server,cli,demo,deploy,bench,test}/**/*.{ts,tsx,css}'],
  // Its `#jsx` is this package's own.
  ignoreIssues: { 'tsconfig.json': ['unlisted'] },
  ignoreDependencies: ['@react-router/node', '@expo-google-fonts/*', 'dejavu-fonts-ttf'],
  ignoreBinaries: ['apt-get'],
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig;
