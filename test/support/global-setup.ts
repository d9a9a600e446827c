/** Prepares both databases once for a test run: a PGlite image and a PostgreSQL template, migrated and empty. */
import { PGlite } from '@electric-sql/pglite';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgresDatabase, pgliteDatabase } from '../../server/db/connect.ts';
import { PARSERS } from '../../server/db/pglite.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file with the migrated PGlite's data directory, a tar. */
    pgliteImage: string;
    /** The test server's database 'postgres'. */
    postgresUrl: string;
    /** The name of the migrated database that tests copy. */
    postgresTemplate: string;
  }
}

const TEMPLATE = 'sodai_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sodai-tests-'));
  const image = path.join(folder, 'pglite.tar');
  const [server] = await Promise.all([preparePostgres(), preparePGlite(image)]);
  project.provide('pgliteImage', image);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', TEMPLATE);
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function preparePGlite(image: string): Promise<void> {
  const pglite = await PGlite.create({ parsers: PARSERS });
  const database = await pgliteDatabase(pglite);
  const tar = await pglite.dumpDataDir('none');
  await writeFile(image, Buffer.from(await tar.arrayBuffer()));
  await database.close();
}

async function preparePostgres(): ReturnType<typeof startPostgres> {
  const server = await startPostgres();
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = TEMPLATE;
  const database = await openPostgresDatabase(url.href);
  await database.close();
  return server;
}
