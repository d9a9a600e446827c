import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createDatabase } from '../test/support/databases.ts';
import { temporaryFolders } from '../test/support/folders.ts';
import { copyMigratedDatabase } from '../test/support/migrated-database.ts';
import { onServer } from '../test/support/postgres-server.ts';
import { type Database, openDatabase } from '../server/db/connect.ts';
import { wayBack } from './way-back.ts';

const ROOT = path.join(import.meta.dirname, '..');
const newFolder = temporaryFolders();

interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

async function ownPlace(): Promise<Place> {
  const dataDir = path.join(await newFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  await copyMigratedDatabase(dataDir);
  return { dataDir, databaseUrl: undefined };
}

const givenPlace = async (): Promise<Place> => ({ dataDir: await newFolder(), databaseUrl: await createDatabase() });

async function at<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place);
  return work(database).finally(database.close);
}

const write = (recipient: string) => (database: Database) =>
  database.kysely.insertInto('outbox').values({ recipient, subject: '', body_text: '', body_html: '' }).execute();

const written = (place: Place): Promise<string[]> =>
  at(place, async ({ kysely }) =>
    (await kysely.selectFrom('outbox').select('recipient').orderBy('id').execute()).map(({ recipient }) => recipient),
  );

/** What a version that does not open leaves. */
const migrate = async ({ kysely }: Database): Promise<void> => {
  await sql`insert into migrations (name, checksum) values ('9999_later', 'x')`.execute(kysely);
  await sql`drop table words cascade`.execute(kysely);
};

/** Everything beside the database that belongs to it. */
async function leftBeside({ dataDir, databaseUrl }: Place): Promise<string[]> {
  if (databaseUrl === undefined) return readdirSync(dataDir).filter((name) => name.startsWith('postgres.'));
  const name = new URL(databaseUrl).pathname.slice(1);
  const rows = await onServer(
    inject('postgresUrl'),
    `select datname from pg_database where datname like '${name}\\_%'`,
  );
  return rows.map(({ datname }) => String(datname));
}

describe.each([
  ['the shop’s own server', ownPlace],
  ['DATABASE_URL', givenPlace],
])('the database of before, of %s', (_, newPlace) => {
  test('goes back over one that was migrated, with all that was written before', async () => {
    const place = await newPlace();
    await at(place, write('before'));
    await wayBack('take', ROOT, place);
    await at(place, migrate);
    await expect(at(place, write('refused'))).rejects.toThrow(
      '9999_later, which this version of the shop does not know',
    );
    await wayBack('back', '', place);
    expect(await written(place)).toEqual(['before']);
    expect(await leftBeside(place)).toEqual([]);
  });

  test('is dropped when the new version is open', async () => {
    const place = await newPlace();
    await wayBack('take', ROOT, place);
    await at(place, write('after'));
    await wayBack('drop', '', place);
    expect(await written(place)).toEqual(['after']);
    expect(await leftBeside(place)).toEqual([]);
  });

  test('that an interrupted switch left goes back only over a migrated one', async () => {
    const place = await newPlace();
    await wayBack('take', ROOT, place);
    // The old version was opened again.
    await at(place, write('open again'));
    await wayBack('take', ROOT, place);
    await at(place, migrate);
    await wayBack('take', ROOT, place);
    expect(await written(place)).toEqual(['open again']);
    await wayBack('drop', '', place);
    expect(await leftBeside(place)).toEqual([]);
  });
});

test('a kill while it goes back leaves no place for an empty shop', async () => {
  const place = await ownPlace();
  await at(place, write('before'));
  await wayBack('take', ROOT, place);
  renameSync(path.join(place.dataDir, 'postgres'), path.join(place.dataDir, 'postgres.gone'));
  await expect(written(place)).rejects.toThrow('run deploy/switch again');
  await wayBack('take', ROOT, place);
  expect(await written(place)).toEqual(['before']);
});

test('an open shop’s database is not touched', async () => {
  const place = await ownPlace();
  const step = (): Promise<void> => wayBack('take', ROOT, place);
  await at(place, async () => expect(step()).rejects.toThrow('is already used by a running shop'));
  expect(await leftBeside(place)).toEqual([]);
});

test('a role may be none of the server’s masters, but has to create databases', async () => {
  const databaseUrl = await createDatabase();
  const role = `trial_${randomUUID().replaceAll('-', '')}`;
  const name = new URL(databaseUrl).pathname.slice(1);
  await onServer(databaseUrl, `create role ${role} login password 'secret'`);
  await onServer(inject('postgresUrl'), `alter database ${name} owner to ${role}`);
  onTestFinished(async () => {
    await onServer(inject('postgresUrl'), `alter database ${name} owner to postgres`);
    await onServer(databaseUrl, `drop owned by ${role}`);
    await onServer(databaseUrl, `drop role ${role}`);
  });
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = 'secret';
  const place = { dataDir: '', databaseUrl: url.href };
  await onServer(databaseUrl, `grant select on migrations to ${role}`);
  await expect(wayBack('take', ROOT, place)).rejects.toThrow('permission denied to create database');
  await onServer(databaseUrl, `alter role ${role} createdb`);
  await wayBack('take', ROOT, place);
  await wayBack('back', ROOT, place);
  expect(await leftBeside(place)).toEqual([]);
});
