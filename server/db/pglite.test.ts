import { spawn } from 'node:child_process';
import { chmodSync, existsSync, openAsBlob, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { copyMigratedDatabase, migratedDatabase } from '../../test/support/migrated-database.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { openDatabase, pgliteDatabase } from './connect.ts';
import { SyncedNodeFS, openPGlite, syncsCommits } from './pglite.ts';
import { runMaintenance } from './maintenance.ts';

const folder = temporaryFolders();

test('every acknowledged commit is synced to the disk first', async () => {
  const dataDir = await folder();
  await copyMigratedDatabase(dataDir);
  const directory = path.join(dataDir, 'database');
  const opened = await openPGlite(directory);
  expect(await syncsCommits(opened)).toBe(true);
  const { pglite, files } = opened;
  const before = files.syncs;
  for (let count = 1; count <= 20; count += 1) {
    await pglite.query("insert into audit (actor, action, subject) values ('shop', 'test', $1)", [count]);
    expect(files.syncs).toBeGreaterThanOrEqual(before + count);
  }
  const after = files.syncs;
  await pglite.query('select * from audit');
  expect(files.syncs).toBe(after);
  // Proves that the test notices missing syncs.
  expect(await syncsCommits({ pglite, files: new SyncedNodeFS(await folder()) })).toBe(false);
  await pglite.close();
});

test('a kill loses no acknowledged commit', async () => {
  const dataDir = await folder();
  const settings = { dataDir, database: { kind: 'pglite' as const, directory: path.join(dataDir, 'database') } };
  await copyMigratedDatabase(dataDir);
  let acknowledged = 0;
  for (let round = 1; round <= 2; round += 1) {
    const shop = spawn(process.execPath, [path.resolve('test/support/commit-rows.ts'), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = 0;
    for await (const line of createInterface(shop.stdout)) {
      told = Number(line);
      if (told === 20 + round) shop.kill('SIGKILL');
    }
    acknowledged += told;
    const database = await openDatabase(settings);
    const rows = await database.kysely.selectFrom('outbox').select('recipient').execute();
    // One more commit may be complete but not acknowledged.
    expect(rows.length - acknowledged).toBeOneOf([0, 1]);
    acknowledged = rows.length;
    await expect(openDatabase(settings)).rejects.toThrow('already used by a running shop');
    await database.close();
  }
});

test('a new database is created completely or not at all', async () => {
  const directory = path.join(await folder(), 'database');
  // The state after a kill during the first start.
  await mkdir(`${directory}.new`);
  await writeFile(`${directory}.new/PG_VERSION`, '18\n');
  const { pglite, files } = await openPGlite(directory, await openAsBlob((await migratedDatabase()).image));
  expect((await pglite.query('select count(*) as n from products')).rows).toEqual([{ n: 0 }]);
  expect(existsSync(`${directory}.new`)).toBe(false);
  expect(await syncsCommits({ pglite, files })).toBe(true);
  await pglite.close();
});

test('only the owner can read the database, also a copied one', async () => {
  const mode = (of: string): string => (statSync(of).mode & 0o777).toString(8);
  const fresh = path.join(await folder(), 'database');
  await (await openPGlite(fresh, await openAsBlob((await migratedDatabase()).image))).pglite.close();
  expect(mode(fresh)).toBe('700');
  chmodSync(fresh, 0o755);
  await (await openPGlite(fresh)).pglite.close();
  expect(mode(fresh)).toBe('700');
});

test('maintenance limits the log and removes dead rows', async () => {
  const dataDir = await folder();
  await copyMigratedDatabase(dataDir);
  const directory = path.join(dataDir, 'database');
  const { pglite } = await openPGlite(directory);
  const database = await pgliteDatabase(pglite);
  await pglite.exec(`insert into audit (actor, action, subject, details)
    select 'shop', 'test', n, jsonb_build_object('filler', repeat('x', 500)) from generate_series(1, 20000) n;
    update audit set subject = subject || '!'`);
  const log = async () => {
    const { rows } = await pglite.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()',
    );
    return rows[0]?.bytes ?? 0;
  };
  const dead = async () => {
    await pglite.query('select pg_stat_force_next_flush()');
    const { rows } = await pglite.query<{ dead: number }>(
      "select n_dead_tup as dead from pg_stat_user_tables where relname = 'audit'",
    );
    return rows[0]?.dead;
  };
  expect(await log()).toBeGreaterThan(16 * 1024 * 1024);
  expect(await dead()).toBeGreaterThan(10_000);
  await runMaintenance(database.kysely);
  expect(await log()).toBeLessThan(1024 * 1024);
  expect(await dead()).toBe(0);
  await database.close();
});
