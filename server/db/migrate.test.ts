import { PGlite } from '@electric-sql/pglite';
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migratedDatabase } from '../../test/support/migrated-database.ts';
import { createPostgresCopy } from '../../test/support/databases.ts';
import { migrate, readMigrations } from './migrate.ts';
import type { Migration, MigrationSession } from './migrate.ts';

const SHOPS = readMigrations();

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

interface Opened {
  session: MigrationSession;
  close(): Promise<void>;
}

async function openPostgres(url: string): Promise<Opened> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    session: {
      script: async (text) => void (await client.query(text)),
      rows: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    },
    close: () => client.end(),
  };
}

async function openPGlite(): Promise<Opened> {
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob((await migratedDatabase()).image) });
  return {
    session: {
      script: async (text) => void (await pglite.exec(text)),
      rows: async (text) => (await pglite.query<Record<string, unknown>>(text)).rows,
    },
    close: () => pglite.close(),
  };
}

test('migrations are numbered without gaps', () => {
  expect(SHOPS.map(({ name }) => Number(name.slice(0, 4)))).toEqual(SHOPS.map((_, index) => index + 1));
});

describe.each(['pglite', 'postgres'] as const)('migrations on %s', (kind) => {
  let opened: Opened;
  let session: MigrationSession;
  beforeAll(async () => {
    opened = kind === 'pglite' ? await openPGlite() : await openPostgres(await createPostgresCopy());
    ({ session } = opened);
  });
  afterAll(() => opened.close());

  const next = migration('9001_next', 'create table next (n integer); insert into next values (1);');

  test('are applied once', async () => {
    expect(await migrate(session, SHOPS)).toEqual([]);
    expect(await migrate(session, [...SHOPS, next])).toEqual(['9001_next']);
    expect(await migrate(session, [...SHOPS, next])).toEqual([]);
    expect(await session.rows('select n from next')).toEqual([{ n: 1 }]);
  });

  test('leave nothing of a failing one, and the error names it', async () => {
    const bad = migration('9002_bad', 'create table half (n integer); select 1 / 0;');
    await expect(migrate(session, [...SHOPS, next, bad])).rejects.toThrow(
      'migration 9002_bad failed: division by zero',
    );
    expect(await session.rows("select to_regclass('half') as half")).toEqual([{ half: null }]);
    expect(await migrate(session, [...SHOPS, next])).toEqual([]);
  });

  test('must not be changed or removed once applied', async () => {
    const changed = migration('9001_next', 'create table next (n bigint)');
    await expect(migrate(session, [...SHOPS, changed])).rejects.toThrow('9001_next has changed since it was applied');
    await expect(migrate(session, SHOPS)).rejects.toThrow('which this version of the shop does not know');
  });
});

test('processes that start at the same time wait for each other', async () => {
  const url = await createPostgresCopy();
  const shops = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url)));
  const slow = migration('9001_slow', 'create table slow (n integer); select pg_sleep(0.2);');
  const applied = await Promise.all(shops.map(({ session }) => migrate(session, [...SHOPS, slow])));
  expect(applied.flat()).toEqual(['9001_slow']);
  for (const shop of shops) await shop.close();
});
