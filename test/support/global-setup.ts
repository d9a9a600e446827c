/** Prepares a server with a migrated, empty database, which tests copy: npm's PostgreSQL, or the system's for the project of that name. */
import type { TestProject } from 'vitest/node';
import { openDatabaseAt } from '../../server/db/connect.ts';
import { onServer, startPostgres } from './postgres-server.ts';

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
  const server = await startPostgres({ system: project.name.includes('system') });
  await onServer(server.url, `create database ${TEMPLATE}`);
  const url = new URL(server.url);
  url.pathname = TEMPLATE;
  const database = await openDatabaseAt(url.href);
  await database.close();
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', TEMPLATE);
  return () => server.stop();
}
