/**
 * Keeps the database as it is while a new version migrates it, for deploy/switch: `take OLD`, then `back` or `drop`.
 * Only while no shop has it open. OLD is the folder of the version that belongs to it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { reasonOf } from '../base/error-code.ts';
import { syncFolder } from '../server/data-dir/folders.ts';
import { lockDataDir } from '../server/data-dir/lock.ts';
import { SILENT_LOG } from '../server/db/connect.ts';
import { startOwnServer } from '../server/db/own-server/own-server.ts';
import { awaitPostgres, connectionConfig } from '../server/db/postgres.ts';
import { readSettings, type Settings } from '../server/environment.ts';

type Kept = ReturnType<typeof keptCluster>;

/** Beside the data of the shop's own server, as a folder: quick where the file system copies by reference. */
function keptCluster(dataDir: string) {
  const cluster = path.join(dataDir, 'postgres');
  const kept = `${cluster}.before`;
  /** Copies that are not whole, or no longer wanted. */
  const [draft, gone] = [`${kept}.new`, `${cluster}.gone`];
  const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });
  /** Of a shop that was killed: its server may go on, and has to repair. */
  const endServer = async (): Promise<void> => {
    if (existsSync(path.join(cluster, 'postmaster.pid'))) await (await startOwnServer(dataDir, SILENT_LOG)).stop();
  };
  return {
    isThere: async () => existsSync(kept),
    async take() {
      await endServer();
      remove(draft);
      try {
        execFileSync('cp', ['-a', '--reflink=auto', cluster, draft]);
        execFileSync('sync', ['-f', draft]);
      } catch (error) {
        remove(draft);
        throw error;
      }
      renameSync(draft, kept);
      await syncFolder(dataDir);
    },
    async back() {
      await endServer().catch(() => {});
      remove(gone);
      // Without this one no shop opens as long as the copy is there (server/db/own-server/cluster.ts).
      if (existsSync(cluster)) renameSync(cluster, gone);
      renameSync(kept, cluster);
      await syncFolder(dataDir);
      remove(gone);
    },
    async drop() {
      remove(gone);
      renameSync(kept, gone);
      remove(gone);
    },
    async migrations() {
      if (!existsSync(cluster)) return ['none: it was about to go back'];
      const server = await startOwnServer(dataDir, SILENT_LOG);
      return migrationsAt(server.url).finally(server.stop);
    },
  };
}

/** Beside the database of DATABASE_URL, as another one of its server. */
async function keptDatabase(databaseUrl: string): Promise<Kept> {
  const url = (await awaitPostgres(databaseUrl)).current();
  const [{ name = '' } = {}] = await ask<{ name: string }>(url, 'select current_database() as name');
  // None of those that get another name.
  const from = new URL(url);
  from.pathname = name === 'postgres' ? '/template1' : '/postgres';
  const [real = '', kept = '', gone = ''] = ['', '_before_upgrade', '_after_upgrade'].map((end) =>
    escapeIdentifier(name + end),
  );
  const run = (...statements: string[]) => ask(from.href, ...statements);
  return {
    isThere: async () =>
      (await ask(url, `select from pg_database where datname = '${name.replaceAll("'", "''")}_before_upgrade'`))
        .length > 0,
    // The files, because it would be in the server's log otherwise, each page of it.
    take: async () => void (await run(`create database ${kept} template ${real} strategy file_copy`)),
    async back() {
      await run(`drop database if exists ${gone}`);
      await run(
        'begin',
        `alter database ${real} rename to ${gone}`,
        `alter database ${kept} rename to ${real}`,
        'commit',
      );
      await run(`drop database ${gone}`);
    },
    drop: async () => void (await run(`drop database ${kept}`)),
    migrations: () => migrationsAt(url),
  };
}

const migrationsAt = async (url: string): Promise<string[]> =>
  (await ask<{ name: string }>(url, 'select name from migrations')).map(({ name }) => name);

/** The rows of the last one. */
async function ask<Row>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client(connectionConfig(url));
  client.on('error', () => {});
  try {
    await client.connect();
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row & object>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Whether the version in the folder would refuse the database. */
async function isMigratedBeyond(folder: string, kept: Kept): Promise<boolean> {
  const known = readdirSync(path.join(folder, 'server/db/migrations'));
  return (await kept.migrations()).some((name) => !known.includes(`${name}.sql`));
}

/** @throws when it cannot be had, and nothing was changed. */
export async function wayBack(step: string, old: string, settings: Pick<Settings, 'dataDir' | 'databaseUrl'>) {
  const { dataDir, databaseUrl } = settings;
  using unlocked = new DisposableStack();
  if (databaseUrl === undefined) unlocked.defer(lockDataDir(dataDir));
  const kept = databaseUrl === undefined ? keptCluster(dataDir) : await keptDatabase(databaseUrl);
  if (step === 'back') return kept.back();
  if (step === 'drop') return kept.drop();
  // One that an interrupted switch left: only a version that did not open has migrated, and nobody has ordered there.
  if (await kept.isThere()) await ((await isMigratedBeyond(old, kept)) ? kept.back() : kept.drop());
  return kept.take();
}

if (import.meta.main) {
  const [step = '', old = ''] = process.argv.slice(2);
  await wayBack(step, old, readSettings()).catch((error: unknown) => {
    console.error(`The database of before, ${step}: ${reasonOf(error)}`);
    process.exitCode = 1;
  });
}
