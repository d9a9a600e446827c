import { readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolders } from '../../test/support/folders.ts';
import { newOperator } from '../../test/support/operators.ts';
import { startForeignS3 } from '../../test/support/foreign-s3.ts';
import { bytesOf, newPlace, streamOf } from '../../test/support/places.ts';
import { SOON } from '../../test/support/soon.ts';
import { storeOrder } from '../../test/support/stored-orders.ts';
import { type Services, createServices } from '../services.ts';
import type { BackupSettings, Settings } from '../environment.ts';
import { type Nightly, type NightlyOptions, createNightly, lastTime } from './nightly.ts';
import { openBackupStore } from './stores.ts';

const LOG = pino({ level: 'silent' });
const NEVER = new AbortController().signal;
/** A key of age, for tests alone. */
const KEY = 'AGE-SECRET-KEY-17F4HLWQAXGSFEYQN53W458PTHJY2TJ8DWWX75747L97LRZ93QQTSXL82LE';
const newFolder = temporaryFolders();

test.each([
  ['03:00', '2026-11-24T20:59:59Z', '2026-11-23T21:00:00.000Z'],
  ['03:00', '2026-11-24T21:00:00Z', '2026-11-24T21:00:00.000Z'],
  ['23:30', '2026-11-24T12:00:00Z', '2026-11-23T17:30:00.000Z'],
  ['00:00', '2026-11-24T18:00:00Z', '2026-11-24T18:00:00.000Z'],
])('a backup at %s of Dhaka was last due, at %s, at %s', (at, now, due) => {
  expect(lastTime(at, new Date(now)).toISOString()).toBe(due);
});

describe('a shop with BACKUP_URL', () => {
  let directory: string;
  let settings: Settings;
  let services: Services;

  const nightly = (
    key?: string,
    take: NightlyOptions['take'] = services.backups.takeNow,
    place: BackupSettings['place'] = { kind: 'files', directory },
  ): Nightly =>
    createNightly({
      database: services.database,
      settings: { ...settings, backup: { place, at: '03:00' }, backupKey: key },
      sender: services.shop,
      take,
      wake: () => {},
      log: LOG,
    });

  /** In a shop that closes then, so that no trial begins. */
  async function takeOnly(): Promise<void> {
    const closing = new AbortController();
    const take = async () => {
      const taken = await services.backups.takeNow();
      taken.file.once('end', () => closing.abort());
      return taken;
    };
    await nightly(undefined, take).run(closing.signal);
  }

  /** Moves what is known of the backups into the past. */
  const pass = (hours: number) =>
    sql`update backups set taken_at = taken_at - make_interval(hours => ${hours}), tried_at = tried_at - make_interval(hours => ${hours})`.execute(
      services.database.kysely,
    );

  /** The texts of the warnings that were mailed. */
  const warnings = async (): Promise<string[]> => {
    const folder = path.join(settings.dataDir, 'mail');
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    return texts.filter((text) => text.includes('Subject: No proven backup for 36 hours'));
  };

  beforeEach(async () => {
    directory = path.join(await newFolder(), 'backups');
    settings = await newPlace(await newFolder());
    services = await createServices(settings, LOG);
  });
  afterEach(() => services.close());

  test('has one of the last night, proven by a trial, and says what is not in it', async () => {
    await storeOrder(services.database, { placedAt: '2026-11-24T08:00:00Z' });
    const [one, other] = [nightly(KEY), nightly(KEY)];
    expect(await one.state()).toMatchObject({ provenAt: null, fault: null });
    await Promise.all([one.run(NEVER), other.run(NEVER)]);
    await one.run(NEVER);
    const [backup, ...more] = await other.list();
    expect(more).toEqual([]);
    const name = expect.stringMatching(/\.backup\.age$/);
    expect(backup).toMatchObject({ name, provenAt: expect.any(Date), fault: null });
    expect(await other.state()).toMatchObject({ provenAt: backup?.takenAt, fault: null });
    expect(await other.age()).toBeLessThan(3_600);
    expect(await one.atRisk()).toMatchObject({ orders: 0, poisha: 0 });
    await storeOrder(services.database, { placedAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await one.atRisk()).toMatchObject({ since: backup?.takenAt, orders: 1 });
    await services.database.kysely.updateTable('orders').set({ status: 'canceled' }).execute();
    expect(await one.atRisk()).toMatchObject({ orders: 0, poisha: 0 });
    expect((await readdir(settings.dataDir)).filter((name) => name.startsWith('proof-'))).toEqual([]);
  });

  test('has it encrypted on an S3 server too, where older ones make room', async () => {
    const s3 = await startForeignS3(await newFolder());
    const place = { ...s3.settings, prefix: 'night/' } as const;
    const store = openBackupStore({ place, at: '03:00' });
    const old = ['T020000Z', 'T030000Z'].map((time) => `sodai-2026-01-01${time}.backup`);
    for (const name of old) await store.write(name, streamOf(Buffer.from('old')));
    await storeOrder(services.database, {});
    const here = nightly(KEY, undefined, place);
    await here.run(NEVER);
    const [backup, ...older] = await here.list();
    expect(backup).toMatchObject({ provenAt: expect.any(Date), fault: null });
    expect((await bytesOf(store.read(backup?.name ?? ''))).toString('latin1')).toMatch(/^age-encryption\.org/);
    expect(older.map(({ name }) => name)).toEqual([old[1]]);
    await s3.close();
  });

  test('takes one again that a kill left half done, and the next one when its time has come', async () => {
    const name = 'sodai-2026-11-20T210000Z.backup';
    const { kysely } = services.database;
    await kysely
      .insertInto('backups')
      .values({ name, taken_at: new Date('2026-11-20T21:00:00Z') })
      .execute();
    await takeOnly();
    expect(await nightly().list()).toHaveLength(1);
    expect(await kysely.selectFrom('backups').select('bytes').execute()).not.toContainEqual({ bytes: null });
    await pass(24);
    await takeOnly();
    expect(await kysely.selectFrom('backups').select('name').execute()).not.toContainEqual({ name });
  });

  test.each([
    ['deleted', (file: string) => rm(file), 1],
    ['cut', (file: string) => truncate(file, 1_000), 2],
  ])('does not count on a backup that was %s, and takes another', async (_, spoil, files) => {
    await takeOnly();
    const [backup] = await nightly().list();
    await services.database.kysely.updateTable('backups').set({ proven_at: new Date() }).execute();
    expect(await nightly().state()).toMatchObject({ provenAt: backup?.takenAt });
    await pass(1);
    // Of the day before, so that it is kept.
    const name = 'sodai-2026-11-20T210000Z.backup';
    await rename(path.join(directory, backup?.name ?? ''), path.join(directory, name));
    await services.database.kysely.updateTable('backups').set({ name }).execute();
    await spoil(path.join(directory, name));
    await takeOnly();
    expect(await nightly().state()).toMatchObject({ provenAt: null, fault: null });
    expect(await nightly().list()).toHaveLength(files);
  });

  test('gives a backup up that is not done when the shop closes, and lets its file go', async () => {
    const file = new Readable({ read: () => {} });
    const closing = new AbortController();
    const take = async () => {
      file.once('readable', () => closing.abort());
      file.push('begun');
      return { takenAt: new Date(), file };
    };
    await nightly(undefined, take).run(closing.signal);
    expect(file.destroyed).toBe(true);
    expect(await readdir(directory)).toEqual([]);
    expect(await nightly().state()).toMatchObject({ provenAt: null, fault: null });
  });

  test('finds out that a file is damaged', async () => {
    await takeOnly();
    const [backup] = await nightly().list();
    const file = path.join(directory, backup?.name ?? '');
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0, bytes.length - 8));
    await nightly().run(NEVER);
    const fault = expect.stringMatching(/cut or damaged|no backup/);
    expect(await nightly().state()).toMatchObject({ provenAt: null, fault });
  });

  test('mails its owners once when there is no proven one for 36 hours', async () => {
    const { email } = await newOperator(services.operators);
    await writeFile(directory, 'no folder');
    await nightly().run(NEVER);
    expect(await nightly().state()).toMatchObject({ provenAt: null, fault: expect.stringContaining('EEXIST') });
    await pass(35);
    await nightly().run(NEVER);
    const warned = services.database.kysely.selectFrom('audit').select('subject').where('action', '=', 'backup.warn');
    expect(await warned.execute()).toEqual([]);
    await pass(36);
    await nightly().run(NEVER);
    await nightly().run(NEVER);
    expect(await warned.execute()).toEqual([{ subject: 'none' }]);
    await vi.waitFor(async () => expect(await warnings()).toEqual([expect.stringContaining(`To: ${email}`)]), SOON);
    expect(await warnings()).toEqual([expect.stringContaining('/operator/health')]);
  });
});
