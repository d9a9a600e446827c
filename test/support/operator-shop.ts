/** The shop's JSON endpoints on a real HTTP server in this process: the routes of app/routes.ts, without a build. */
import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import pino from 'pino';
import { RouterContextProvider, createRequestHandler } from 'react-router';
import type { ServerBuild } from 'react-router';
import { operationsContext, servicesContext } from '../../app/context.ts';
import routes from '../../app/routes.ts';
import { OPERATIONS } from '../../server/operations.ts';
import { createServices } from '../../server/services.ts';
import type { Services } from '../../server/services.ts';
import { readSettings } from '../../server/environment.ts';
import type { Environment } from '../../server/environment.ts';
import { createDatabase } from './databases.ts';

export const TOKEN = 'token-of-the-operator-of-these-tests';

export interface OperatorShop {
  url: string;
  services: Services;
  close(): Promise<void>;
}

/** Opens a shop on a new database with these settings, without the demo catalogue, and its operator's API. */
export async function openOperatorShop(dataDir: string, environment: Environment = {}): Promise<OperatorShop> {
  const log = pino({ level: 'silent' });
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: await createDatabase(),
    AUTH_SECRET: 'a secret of these tests, long enough',
    DEMO: 'off',
    OPERATOR_TOKEN: TOKEN,
    ...environment,
  });
  const services = await createServices(settings, log);
  const handle = createRequestHandler(await buildOf('api/operator'), 'production');
  const server = createServer(
    createRequestListener(async (request: Request) => {
      const context = new RouterContextProvider();
      context.set(servicesContext, services);
      context.set(operationsContext, OPERATIONS);
      return handle(request, context);
    }),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    services,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await services.close();
    },
  };
}

/** Creates what the framework's compiler would: the routes whose files start with `files`, and the paths above them. */
async function buildOf(files: string): Promise<ServerBuild> {
  const build: ServerBuild = {
    entry: { module: { default: () => new Response(null, { status: 404 }) } },
    routes: {},
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
  };
  const add = async (entry: RouteConfigEntry, parentId?: string): Promise<void> => {
    if (!entry.file.startsWith(files)) return;
    const id = entry.id ?? entry.file;
    const { path, index } = entry;
    build.routes[id] = {
      id,
      module: await import(/* @vite-ignore */ `../../app/${entry.file}`),
      ...(parentId === undefined ? {} : { parentId }),
      ...(path === undefined ? {} : { path }),
      ...(index === undefined ? {} : { index }),
    };
    for (const child of entry.children ?? []) await add(child, id);
  };
  for (const entry of await routes) await add(entry);
  return build;
}
