/**
 * Prepares what shops of front-door.ts begin with: a server, the built pages, and a database with the demo catalogue.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { buildWhenStale } from '../../server/build/build.ts';
import { createServices } from '../../server/services.ts';
import { readSettings } from '../../server/environment.ts';
import startServer from './global-setup.ts';
import { onServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The name of the database with the demo catalogue that tests copy. */
    demoTemplate: string;
    /** The folder with its pictures. */
    demoPictures: string;
  }
}

const TEMPLATE = 'sodai_demo';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stopServer] = await Promise.all([startServer(project), buildWhenStale()]);
  const { postgresUrl } = project.getProvidedContext();
  await onServer(postgresUrl, `create database ${TEMPLATE}`);
  const url = new URL(postgresUrl);
  url.pathname = TEMPLATE;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sodai-demo-'));
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: url.href,
    AUTH_SECRET: 'a secret that no test uses, ever',
  });
  const services = await createServices(settings, pino({ level: 'silent' }));
  await services.close();
  project.provide('demoTemplate', TEMPLATE);
  project.provide('demoPictures', path.join(dataDir, 'images'));
  return async () => {
    await stopServer();
    await rm(dataDir, { recursive: true, force: true });
  };
}
