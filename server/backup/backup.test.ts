import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { RAHIM, accountsAndOrders, addCustomer, fill, restore } from '../../test/support/filled-shop.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { PASSWORD, cookieOf, visitor } from '../../test/support/identity.ts';
import { codeAt, newOperator } from '../../test/support/operators.ts';
import { backupOf, bytesOf, contentsOf, newPlace, streamOf, withDatabase } from '../../test/support/places.ts';
import { onServer } from '../../test/support/postgres-server.ts';
import { readMigrations } from '../db/migrate.ts';
import { restoreRefusal } from '../../domain/shop/restore.ts';
import { type Services, createServices } from '../services.ts';
import type { Settings } from '../environment.ts';
import {
  type BackupEntry,
  type BackupSecrets,
  type Manifest,
  type Totals,
  LIMITS,
  limited,
  packBackup,
  readBackup,
} from './format.ts';
import { restoreBackup } from './restore.ts';

const LOG = pino({ level: 'silent' });
const MIGRATIONS = readMigrations();

const newFolder = temporaryFolders();

const open = (settings: Settings): Promise<Services> => createServices(settings, LOG);

let source: Settings;
/** An empty place, for what is refused. */
let empty: Settings;
let file: Buffer;
let totp: string;
let entries: BackupEntry[];

beforeAll(async () => {
  source = await newPlace(await newFolder());
  empty = await newPlace(await newFolder());
  const services = await open(source);
  totp = await fill(services);
  await services.close();
  entries = [];
  const kept = (entry: BackupEntry): BackupEntry => entries[entries.push(entry) - 1] ?? entry;
  file = await withDatabase(source, (database) => backupOf(database, source, kept));
});

/** An operator with a second factor. */
async function signIn({ operators }: Services, email: string, code: string): Promise<void> {
  const answer = await operators.signIn({ email, password: PASSWORD }, visitor());
  expect(answer).toMatchObject({ ok: true, value: { needsCode: true } });
  expect(await operators.confirmSignIn({ code }, visitor(cookieOf(answer)))).toMatchObject({ ok: true });
}

describe('a backup', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const textOf = (entry: BackupEntry) => Buffer.from(entry.bytes).toString();

  /** The file with other entries. */
  async function withEntries(change: (entry: BackupEntry) => BackupEntry[]): Promise<Buffer> {
    async function* all(): AsyncGenerator<BackupEntry> {
      for (const entry of entries) yield* change(entry);
    }
    return bytesOf(packBackup(all()));
  }

  async function expectRefusal(bytes: Uint8Array, why: string): Promise<void> {
    await expect(restore(empty, bytes)).rejects.toThrow(why);
    expect(await withDatabase(empty, accountsAndOrders)).toEqual([]);
  }

  test('that is cut, damaged or none is refused', async () => {
    await withDatabase(empty, async (database) => {
      const images = { storeFile: () => Promise.reject(new Error('something was written')) };
      const refusal = async (bytes: Uint8Array): Promise<string> =>
        restoreBackup({ database, images, settings: empty, open: () => streamOf(bytes) }).then(
          () => 'restored',
          (error: Error) => `${error.name}: ${error.message}`,
        );
      const damaged = Uint8Array.from(file);
      damaged[file.length >> 1] = (damaged[file.length >> 1] ?? 0) ^ 4;
      const bad = 'BackupError: the backup is cut or damaged';
      expect(await refusal(damaged)).toBe(bad);
      for (const length of [file.length - 1, file.length - 8, file.length >> 1]) {
        expect(await refusal(file.subarray(0, length))).toBe(bad);
      }
      const none = 'BackupError: the file is no backup of a shop';
      for (const other of ['', 'a text', file.subarray(0, 100)]) expect(await refusal(Buffer.from(other))).toBe(none);
      expect(await accountsAndOrders(database)).toEqual([]);
    });
  });

  test('of a newer version is refused', async () => {
    const later = { name: '9999_later', checksum: 'x' };
    const newer = await changed({ manifest: ({ migrations }) => void migrations.push(later) });
    await expectRefusal(newer, 'the backup is of a newer version of the shop, with migration 9999_later');
  });

  /** The file with other contents of its JSON entries, and with one more entry. */
  async function changed(
    change: { manifest?: (given: Manifest) => void; secrets?: (given: BackupSecrets) => void },
    more?: { name: string; text: string; rowsOf?: string },
  ): Promise<Buffer> {
    const jsonOf = <T>(entry: BackupEntry, alter?: (given: T) => void): BackupEntry => {
      const json: T = JSON.parse(textOf(entry));
      alter?.(json);
      return { name: entry.name, bytes: bytes(JSON.stringify(json)) };
    };
    return withEntries((entry) => {
      if (entry.name === 'backup.json') return [jsonOf(entry, change.manifest)];
      if (entry.name === 'secrets.json') return [jsonOf(entry, change.secrets)];
      if (entry.name !== 'end.json') return [entry];
      const end = jsonOf<Totals>(entry, ({ rows }) => more?.rowsOf && (rows[more.rowsOf] = 1));
      return more ? [{ name: more.name, bytes: bytes(more.text) }, end] : [end];
    });
  }

  /** A table more, with one row. */
  const withTable = (name: string, columns: string[], row: string) =>
    changed(
      { manifest: ({ tables }) => void tables.push({ name, columns, rows: 1 }) },
      { name: `database/${name}/1.tsv`, text: `${row}\n`, rowsOf: name },
    );

  const words = ({ tables }: Manifest) => tables.find(({ name }) => name === 'words')?.columns ?? [];
  const FOREIGN = 'the backup has tables or columns that no backup of a shop has';
  const SEQUENCE = { name: 'a.b', lastValue: '1', isCalled: true };
  const SHORT = 'the backup has a secret of fewer than 32 characters, or none';

  test.each([
    ['a table of the server', FOREIGN, () => withTable('pg_authid', ['rolname'], 'evil')],
    ['the list of migrations', FOREIGN, () => withTable('migrations', ['name', 'checksum'], '9999_evil\tx')],
    ['a table that is left out', FOREIGN, () => withTable('rate_limits', ['id', 'key', 'count'], '1\t1\t1')],
    ['a table twice', FOREIGN, () => changed({ manifest: ({ tables }) => void tables.push(...tables.slice(0, 1)) })],
    ['a column twice', FOREIGN, () => changed({ manifest: (manifest) => void words(manifest).push('word') })],
    ['a foreign sequence', FOREIGN, () => changed({ manifest: ({ sequences }) => void sequences.push(SEQUENCE) })],
    ['a short secret', SHORT, () => changed({ secrets: (given) => void (given.authSecret = 'short') })],
    ['a short token', SHORT, () => changed({ secrets: (given) => void (given.operatorToken = 'short') })],
    ['a member of no kind', 'the backup is cut or damaged', () => changed({}, { name: 'more.bin', text: 'x' })],
    [
      'a row that breaks a rule of its table',
      'the backup has rows that no shop has',
      () =>
        withEntries((entry) => [
          entry.name.startsWith('database/orders/')
            ? { name: entry.name, bytes: bytes(textOf(entry).replace('pending', 'eaten')) }
            : entry,
        ]),
    ],
  ])('with %s is refused, and the place stays empty', async (_, why, make) => {
    await expectRefusal(await make(), why);
  });

  test('with a value for a computed column is refused', async () => {
    const place = await newPlace(await newFolder());
    const sql = 'alter table words add column length integer generated always as (length(word)) stored';
    const migration = { name: '9001_computed', sql, checksum: 'x' };
    const numbered = [...MIGRATIONS.numbered, migration];
    const computed = await changed({
      manifest(manifest) {
        manifest.migrations.push(migration);
        words(manifest).push('length');
      },
    });
    await expect(restore(place, computed, { migrations: { ...MIGRATIONS, numbered } })).rejects.toThrow(FOREIGN);
  });

  test('that unpacks to too much is refused after few bytes, however little it is packed', async () => {
    const NO_LIMITS = { ...LIMITS, member: { ...LIMITS.member, rows: 1e9 } };
    const bomb = await changed({}, { name: 'database/words/9.tsv', text: '\0'.repeat(128 * 1024 * 1024) });
    /** How many bytes are read of a bomb until it is refused. */
    async function readOf(limits: typeof LIMITS): Promise<number> {
      let read = 0;
      async function* counted(): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < bomb.length; at += 4_096) {
          read = at;
          yield bomb.subarray(at, at + 4_096);
        }
      }
      await expect(readBackup(counted(), undefined, limits)).rejects.toThrow('larger than any backup');
      return read;
    }
    const before = file.length + 64 * 1024;
    expect(bomb.length).toBeGreaterThan(4 * before);
    for (const limits of [{}, { ...NO_LIMITS, bytes: 1024 * 1024 }, { ...NO_LIMITS, members: entries.length - 1 }])
      expect(await readOf({ ...LIMITS, ...limits })).toBeLessThan(before);
    await expect(Array.fromAsync(limited(streamOf(bomb), 1_000))).rejects.toThrow('larger than any backup');
  });

  test('that lacks an entry is refused', async () => {
    const lacking = withEntries((entry) => (entry.name.startsWith('database/order_lines') ? [] : [entry]));
    await expectRefusal(await lacking, 'the backup is cut or damaged');
  });

  test('keeps second factors where AUTH_SECRET is another one', async () => {
    const place = await newPlace(await newFolder(), 'the secret of another place, also long');
    expect(await restore(place, file)).toMatchObject({ otherSecret: true });
    const services = await open(place);
    const [{ email = '' } = {}] = await services.operators.list();
    // The code of now was used to switch it on.
    await signIn(services, email, codeAt(totp, Date.now() + 30_000));
    await services.close();
  });

  test('of an older schema is brought up to date', async () => {
    const place = await newPlace(await newFolder());
    const sql = 'alter table orders add column gift boolean not null default true';
    const later = { name: '9001_later', sql, checksum: 'x' };
    const numbered = [...MIGRATIONS.numbered, later];
    expect(await restore(place, file, { migrations: { ...MIGRATIONS, numbered } })).toMatchObject({ orders: 2 });
    const url = place.databaseUrl ?? '';
    expect(await onServer(url, 'select count(*)::integer as gifts from orders where gift')).toEqual([{ gifts: 2 }]);
    expect(await onServer(url, 'select name from migrations order by name')).toEqual(
      numbered.map(({ name }) => ({ name })),
    );
  });

  test('stands in the log, as its restore does, and leaves an empty shop empty', async () => {
    const services = await open(await newPlace(await newFolder()));
    const caller = { headers: new Headers() };
    const taken = await bytesOf(await services.backups.take(caller, 'operator'));
    expect(restoreRefusal(await services.backups.place(), false)).toBeNull();
    await services.backups.restore(streamOf(taken), caller, () => {}, { by: 'operator', agreed: false });
    const { entries } = await services.auditLog.list({ who: 'operator' });
    expect(entries.map(({ action }) => action)).toEqual(['backup.restore', 'backup.take']);
    await services.close();
  });

  test('takes the place of the shop’s own people when an owner agrees, and never that of orders or customers', async () => {
    const caller = { headers: new Headers() };
    const services = await open(await newPlace(await newFolder()));
    const { email } = await newOperator(services.operators);
    await services.shop.change({ phone: '+880 1711-000000' }, email);
    const put = (by: string, agreed = true) =>
      services.backups.restore(streamOf(file), caller, () => {}, { by, agreed });
    await expect(put('operator', false)).rejects.toThrow('this shop is not empty');
    await services.identity.register({ ...RAHIM, email: 'karim@example.com' }, visitor());
    await expect(put(email)).rejects.toThrow('this shop has 1 customer: a backup is never put over them');
    await services.database.kysely.deleteFrom('users').where('email', '=', 'karim@example.com').execute();
    const damaged = streamOf(file.subarray(0, file.length - 1));
    await expect(services.backups.restore(damaged, caller, () => {}, { by: email, agreed: true })).rejects.toThrow(
      'cut or damaged',
    );
    expect(await services.backups.place()).toMatchObject({ accounts: 1, customers: 0 });
    expect(await put(email)).toMatchObject({ orders: 2, accounts: 2 });
    const users = services.database.kysely.selectFrom('users').select('email').where('email', '=', email);
    expect(await users.execute()).toEqual([]);
    expect(await services.auditLog.list({ who: email })).toMatchObject({ entries: [{ action: 'backup.restore' }] });
    await expect(put(email)).rejects.toThrow('this shop has 1 customer and 2 orders');
    await services.close();
  });

  test('has the pictures of its rows, also when they are deleted while it is taken', async () => {
    const place = await newPlace(await newFolder());
    const services = await open(place);
    const face = await addCustomer(services);
    const incoming = await services.backups.take({ headers: new Headers() }, 'operator');
    await services.images.remove(face);
    const { pictures } = await contentsOf(await bytesOf(incoming));
    expect(Object.keys(pictures)).toContain(face.replace('/images/', ''));
    await expect.poll(() => services.images.has(face)).toBe(false);
    await services.close();
  });
});
