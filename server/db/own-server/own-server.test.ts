import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolders } from '../../../test/support/folders.ts';
import { copyMigratedDatabase } from '../../../test/support/migrated-database.ts';
import { type Database, type DatabaseLog, openDatabase } from '../connect.ts';
import { findOwnBinaries } from './cluster.ts';

const newFolder = temporaryFolders();

/** A log that keeps its lines. */
function keptLog(): DatabaseLog & { lines: string[] } {
  const lines: string[] = [];
  const add = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, info: add, warn: add, error: add };
}

async function newDataDir(name = 'data'): Promise<string> {
  const dataDir = path.join(await newFolder(), name);
  mkdirSync(dataDir, { mode: 0o700 });
  await copyMigratedDatabase(dataDir);
  return dataDir;
}

/** The number of the server's first process. */
function serverPid(dataDir: string): number {
  return Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

const rowsOf = async ({ kysely }: Database): Promise<number> =>
  (await kysely.selectFrom('outbox').select('id').execute()).length;

describe('a server of the shop’s own', () => {
  let dataDir: string;
  let database: Database;
  const log = keptLog();

  beforeAll(async () => {
    dataDir = path.join(await newFolder(), 'new data');
    database = await openDatabase({ dataDir, databaseUrl: undefined }, log);
  });
  afterAll(() => database.close());

  test('is created, listens on a socket for its owner only, and syncs', async () => {
    expect(await database.ready()).toBe(true);
    expect((statSync(path.join(dataDir, 'postgres')).mode & 0o777).toString(8)).toBe('700');
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock'))).toEqual(['postgres']);
    const { rows } = await sql`select json_object_agg(name, setting) as settings from pg_settings
      where name in ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes')`.execute(database.kysely);
    const synced = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
    expect(rows).toEqual([{ settings: { listen_addresses: '', ...synced } }]);
    expect(log.lines.filter((line) => line.includes('does not sync'))).toEqual([]);
    // Its processes share memory here, not in /dev/shm, where a killed server would leave it.
    expect(readdirSync(path.join(dataDir, 'postgres/pg_dynshmem'))).not.toEqual([]);
  });

  test('gives the shop no rights beyond its database', async () => {
    const roles = sql`select rolname as name, rolsuper as super from pg_roles where rolname = current_user`;
    const { rows } = await roles.execute(database.kysely);
    expect(rows).toEqual([{ name: 'sodai', super: false }]);
  });

  test('compares letters of all scripts, and sorts by bytes', async () => {
    const { rows } = await sql`select lower('ÄΩ') as folded, 'Z' < 'a' as bytes`.execute(database.kysely);
    expect(rows).toEqual([{ folded: 'äω', bytes: true }]);
  });

  test('logs warnings and worse, without values, and no refusals', async () => {
    await sql`select refuse(403, '{"code": "blocked"}')`.execute(database.kysely).catch(() => {});
    await sql`do $$ begin raise warning 'a warning'; end $$`.execute(database.kysely);
    await sql`select 'secret'::integer`.execute(database.kysely).catch(() => {});
    await expect.poll(() => log.lines.join()).toContain('"severity":"WARNING","postgres":"a warning"');
    await expect.poll(() => log.lines.join()).toContain('invalid input syntax for type integer: \\"…\\"');
    expect(log.lines.join()).not.toMatch(/secret|refused/);
  });

  test('goes on after a crash of one of its processes', async () => {
    const crash = sql`select pg_backend_pid() as pid, pg_sleep(0)`.execute(database.kysely);
    const { rows } = (await crash) as { rows: { pid: number }[] };
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await expect.poll(() => database.ready()).toBe(true);
  });

  test('is started again when it is killed, and has what was committed', async () => {
    const { kysely } = database;
    await sql`insert into outbox (recipient, subject, body_text, body_html) values ('a', '', '', '')`.execute(kysely);
    process.kill(serverPid(dataDir), 'SIGKILL');
    const again = 'the PostgreSQL server of the shop ended, and is started again';
    await expect.poll(() => log.lines.join()).toContain(again);
    await expect.poll(() => database.ready()).toBe(true);
    expect(await rowsOf(database)).toBe(1);
  });

  test('ends with the database, and opens again', async () => {
    const pid = serverPid(dataDir);
    await database.close();
    await database.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    database = await openDatabase({ dataDir, databaseUrl: undefined }, log);
    expect(await rowsOf(database)).toBe(1);
  });
});

describe('data at a path that is too long for a socket, where the number of a process that is no server was left', () => {
  let dataDir: string;
  let database: Database;
  let other: ChildProcess;

  beforeAll(async () => {
    other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    dataDir = await newDataDir(`বাজার, "${'x'.repeat(90)}"`);
    const left = `${other.pid}\n${dataDir}/postgres\n1\n5432\n\n\n\nready\n`;
    writeFileSync(path.join(dataDir, 'postgres/postmaster.pid'), left);
    database = await openDatabase({ dataDir, databaseUrl: undefined });
  });

  afterAll(async () => {
    await database.close();
    other.kill('SIGKILL');
  });

  test('are opened, and the process is not taken for a server', async () => {
    expect(await database.ready()).toBe(true);
    expect(other.exitCode).toBeNull();
  });

  test('are refused to a second shop in one line, and the first one goes on', async () => {
    expect(await refusalOf(dataDir)).toContain('is already used by a running shop');
    expect(await database.ready()).toBe(true);
  });
});

test('a server that a killed shop left is ended by the next start', async () => {
  const dataDir = await newDataDir();
  const first = await openDatabase({ dataDir, databaseUrl: undefined });
  const pid = serverPid(dataDir);
  const command = commandOf(pid);
  await first.close();
  // As a shop leaves it where servers do not end with their shops.
  const left = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void left.kill('SIGKILL'));
  await once(left.stderr, 'data');
  const ended = once(left, 'exit');
  const log = keptLog();
  const second = await openDatabase({ dataDir, databaseUrl: undefined }, log);
  await ended;
  expect(log.lines).toContainEqual(expect.stringContaining('the PostgreSQL server of a shop that was killed is ended'));
  expect(await second.ready()).toBe(true);
  await second.close();
});

test('a killed shop leaves no server, and loses no committed row', async () => {
  const dataDir = await newDataDir();
  const words = ['--disable-warning=ExperimentalWarning', 'test/support/commit-rows.ts', dataDir];
  const shop = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void shop.kill('SIGKILL'));
  let output = '';
  shop.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain('\n20\n');
  const pid = serverPid(dataDir);
  shop.kill('SIGKILL');
  await once(shop, 'close');
  const acknowledged = Number(output.trimEnd().split('\n').at(-1));
  const database = await openDatabase({ dataDir, databaseUrl: undefined });
  expect(serverPid(dataDir)).not.toBe(pid);
  expect(await rowsOf(database)).toBeGreaterThanOrEqual(acknowledged);
  await database.close();
});

function refusalOf(dataDir: string): Promise<string> {
  return openDatabase({ dataDir, databaseUrl: undefined }).then(
    () => 'opened',
    (error: Error) => error.message,
  );
}

describe('data that cannot be opened is refused in one line', () => {
  const HOW =
    'take a backup with the version before (npm run shop -- backup FILE), and put it into an empty DATA_DIR with this one';

  test('of a newer PostgreSQL', async () => {
    const dataDir = await newFolder();
    mkdirSync(path.join(dataDir, 'postgres'));
    writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '99\n');
    const why = `is of PostgreSQL 99, not ${findOwnBinaries().major}: ${HOW}`;
    expect(await refusalOf(dataDir)).toContain(`DATA_DIR: the database in ${dataDir}/postgres ${why}`);
  });

  test('that is damaged', async () => {
    const dataDir = await newDataDir();
    writeFileSync(path.join(dataDir, 'postgres/global/pg_control'), 'x'.repeat(8192));
    expect(await refusalOf(dataDir)).toMatch(/^DATA_DIR: the database in .*postgres cannot be opened: [^\n]+$/);
  });
});

/** How a server was started. */
function commandOf(pid: number): string[] {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  const prefix = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--map-group=65534'] : [];
  return [...prefix, ...command];
}
