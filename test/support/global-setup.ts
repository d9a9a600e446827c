/** Prepares both databases before the tests that copy them: the stored PGlite and a PostgreSQL template, migrated and empty. */
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgresDatabase } from '../../server/db/connect.ts';
import { migratedDatabase } from './migrated-database.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's database 'postgres'. */
    postgresUrl: string;
    /** The name of the migrated database that tests copy. */
    postgresTemplate: string;
  }
}

const TEMPLATE = 'sodai_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [server] = await Promise.all([preparePostgres(), migratedDatabase()]);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', TEMPLATE);
  return () => server.stop();
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
