/** Starts a server for the tests' databases: npm's PostgreSQL, or the system's for the project of that name. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's database 'postgres'. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres({ system: project.name.includes('system') });
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
