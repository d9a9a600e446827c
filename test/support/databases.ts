/** Fresh, migrated shop databases for tests, on both kinds; see global-setup.ts. */
import { PGlite } from '@electric-sql/pglite';
import { openAsBlob } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { openPostgresDatabase, pgliteDatabase } from '../../server/db/connect.ts';
import type { Database } from '../../server/db/connect.ts';
import { PARSERS } from '../../server/db/pglite.ts';
import { migratedDatabase } from './migrated-database.ts';

export type DatabaseKind = Database['kind'];

/** Creates databases for the tests of one `describe`; all are closed afterwards. */
export interface Opener {
  kind: DatabaseKind;
  /** A new, migrated, empty database. Opening takes some tenths of a second, so use one for each file. */
  open(): Promise<Database>;
}

/** Declares the same tests for each kind of database. */
export function describeOnBothDatabases(name: string, declare: (opener: Opener) => void): void {
  describe.each<DatabaseKind>(['pglite', 'postgres'])(`${name} on %s`, (kind) => {
    const opened: Database[] = [];
    afterAll(async () => {
      for (const database of opened) await database.close();
    });
    declare({
      kind,
      async open() {
        const database =
          kind === 'pglite'
            ? (await openPGliteCopy()).database
            : await openPostgresDatabase(await createPostgresCopy());
        opened.push(database);
        return database;
      },
    });
  });
}

/** A copy of the migrated PGlite, in memory. */
export async function openPGliteCopy(): Promise<{ pglite: PGlite; database: Database }> {
  const image = await openAsBlob((await migratedDatabase()).image);
  const pglite = await PGlite.create({ loadDataDir: image, parsers: PARSERS });
  return { pglite, database: await pgliteDatabase(pglite) };
}

/** Creates a copy of the migrated database on the test server. Several shops may open its URL. */
export async function createPostgresCopy(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(`create database ${name} template ${inject('postgresTemplate')}`);
  } finally {
    await client.end();
  }
  url.pathname = name;
  return url.href;
}
