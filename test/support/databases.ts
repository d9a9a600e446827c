/** Fresh, migrated databases of the shop for tests, on the server of global-setup.ts. */
import { randomBytes } from 'node:crypto';
import { afterAll, describe, inject } from 'vitest';
import { type Database, openDatabaseAt } from '../../server/db/connect.ts';
import { TEMPLATE, onServer } from './postgres-server.ts';

/** Creates databases for the tests of one `describe`; all are closed afterwards. */
export interface Opener {
  /** A new, migrated, empty database. */
  open(): Promise<Database>;
}

export function describeWithDatabase(name: string, declare: (opener: Opener) => void): void {
  describe.each([name])('%s', () => {
    const opened: Database[] = [];
    afterAll(async () => {
      for (const database of opened) await database.close();
    });
    declare({
      async open() {
        const database = await openDatabaseAt(await createDatabase());
        opened.push(database);
        return database;
      },
    });
  });
}

/** A database that cannot be reached. */
export function unreachable(database: Database): Database {
  const kysely = database.kysely.withPlugin({
    transformQuery() {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    },
    transformResult: async ({ result }) => result,
  });
  return { ...database, kysely };
}

/** When the open pages of this customer are told of a change. */
export async function profileChange(database: Database, userId: string): Promise<{ told(): Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = await database.listen('profile', (id) => id === userId && resolve());
  return { told: () => promise.then(stop) };
}

/**
 * Creates a copy of the migrated database, or of `template`: 'template1' has no tables. Several shops may open its URL.
 */
export async function createDatabase({ template = TEMPLATE } = {}): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files is a third of the work of writing each page to the log too.
  await onServer(url.href, `create database ${name} template ${template} strategy file_copy`);
  url.pathname = name;
  return url.href;
}
