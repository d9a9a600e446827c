import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolders } from '../../test/support/folders.ts';
import { bytesOf, streamOf } from '../../test/support/places.ts';
import { startForeignS3 } from '../../test/support/foreign-s3.ts';
import { startS3Server } from '../../test/support/s3-server.ts';
import type { S3Settings } from '../environment.ts';
import { createS3Store } from '../images/stores.ts';
import { type BackupStore, backupName, openBackupStore, storedBackup, expired } from './stores.ts';
import { array, assert, date, nat, property } from 'fast-check';

const newFolder = temporaryFolders();

const nameAt = (time: string): string => backupName(new Date(time), false);

test('a name says when its backup was taken', () => {
  const name = backupName(new Date('2026-11-24T21:00:59.999Z'), true);
  expect(name).toBe('sodai-2026-11-24T210059Z.backup.age');
  expect(storedBackup(name, 7)).toEqual({ name, takenAt: new Date('2026-11-24T21:00:59Z'), bytes: 7 });
  for (const other of ['sodai.backup', `.${name}.part`, 'sodai-2026-99-24T210059Z.backup', `${name}.gz`])
    expect(storedBackup(other, 1), other).toBeNull();
});

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield randomBytes(1_000);
  throw new Error('the shop is away');
}

const KILOBYTE = new Uint8Array(randomBytes(1_000));

function describeStore(open: () => BackupStore): void {
  test('has whole files, in any number', async () => {
    const store = open();
    const times = ['2026-11-21T21:00:00Z', '2026-11-22T21:00:00Z'];
    // The last one is more than a part of an upload.
    const files = [randomBytes(1_000), randomBytes(17_000_000)];
    for (const [at, file] of files.entries())
      expect(await store.write(nameAt(times[at] ?? ''), streamOf(file))).toBe(file.length);
    expect((await store.list()).map(({ takenAt }) => takenAt.toISOString().slice(0, 10)).toSorted()).toEqual([
      '2026-11-21',
      '2026-11-22',
    ]);
    const [newest = ''] = times.slice(-1);
    expect(files.at(-1)?.equals(await bytesOf(store.read(nameAt(newest))))).toBe(true);
    for (const time of times) await store.delete(nameAt(time));
    await store.delete(nameAt(newest));
    expect(await store.list()).toEqual([]);
  });

  test('has nothing of a file that broke off', async () => {
    const store = open();
    const name = nameAt('2026-11-24T21:00:00Z');
    await expect(store.write(name, breaking())).rejects.toThrow('the shop is away');
    expect(await store.list()).toEqual([]);
    await expect(bytesOf(store.read(name))).rejects.toThrow(/no such file|has no night/);
  });
}

describe('a folder', () => {
  let directory: string;
  beforeAll(async () => {
    directory = path.join(await newFolder(), 'not', 'there');
  });
  describeStore(() => openBackupStore({ place: { kind: 'files', directory }, at: '03:00' }));

  test('leaves other files alone, and removes what a kill left', async () => {
    const store = openBackupStore({ place: { kind: 'files', directory }, at: '03:00' });
    const name = nameAt('2026-11-24T21:00:00Z');
    await mkdir(path.join(directory, nameAt('2026-01-01T00:00:00Z')), { recursive: true });
    await writeFile(path.join(directory, 'list.txt'), '');
    await writeFile(path.join(directory, `.${nameAt('2026-11-20T21:00:00Z')}.part`), 'half');
    await store.write(name, streamOf(Buffer.from('whole')));
    expect((await readdir(directory)).toSorted()).toEqual(
      ['list.txt', nameAt('2026-01-01T00:00:00Z'), name].toSorted(),
    );
    expect(await store.list()).toHaveLength(1);
    await store.delete(name);
  });
});

describe.each([
  ['this project wrote', [{ accessKeyId: 'other' }], startS3Server],
  [
    'others wrote',
    [{ accessKeyId: 'other' }, { secretAccessKey: 'other' }],
    async () => startForeignS3(await newFolder()),
  ],
])('an S3 server that %s', (_, wrongKeys, start) => {
  let s3: Awaited<ReturnType<typeof start>>;
  const open = (more: Partial<S3Settings> = {}) =>
    openBackupStore({ place: { ...s3.settings, ...more, prefix: 'night/' }, at: '03:00' });
  beforeAll(async () => {
    s3 = await start();
  });
  afterAll(() => s3.close());
  describeStore(open);

  test('refuses a wrong key, and has no bucket of another name', async () => {
    for (const wrong of wrongKeys) {
      const store = open({ credentials: { ...s3.settings.credentials, ...wrong } });
      await expect(store.list()).rejects.toThrow(/answered 403/);
    }
    await expect(open({ bucket: 'none' }).list()).rejects.toThrow('no bucket none');
    await expect(open({ bucket: 'none' }).write(nameAt('2026-11-24T21:00:00Z'), streamOf(KILOBYTE))).rejects.toThrow(
      'has no',
    );
  });

  test('has backups beside files of others, which stay', async () => {
    const other = openBackupStore({ place: { ...s3.settings, prefix: '' }, at: '03:00' });
    const pictures = createS3Store(s3.settings);
    await pictures.put('night/list-320.webp', KILOBYTE);
    const name = nameAt('2026-11-24T21:00:00Z');
    await other.write(name, streamOf(KILOBYTE));
    expect(await open().list()).toEqual([]);
    expect(await other.list()).toEqual([storedBackup(name, KILOBYTE.length)]);
    await other.delete(name);
    expect(await pictures.has('night/list-320.webp')).toBe(true);
    await pictures.delete('night/list-320.webp');
  });
});

test('nothing is left of an upload that broke off', async () => {
  const s3 = await startS3Server();
  const store = openBackupStore({ place: { ...s3.settings, prefix: '' }, at: '03:00' });
  await expect(store.write(nameAt('2026-11-24T21:00:00Z'), breaking())).rejects.toThrow('the shop is away');
  expect(s3.uploads.size).toBe(0);
  await s3.close();
});

describe('what is kept', () => {
  const backup = (takenAt: Date) => ({ name: takenAt.toISOString(), takenAt, bytes: 1 });
  const DAY = 86_400_000;
  const NIGHT = Date.parse('2026-11-24T21:00:00Z');

  const keptOf = (backups: ReturnType<typeof backup>[], proven: string | null = null) => {
    const gone = expired(backups, proven);
    return backups.filter((one) => !gone.includes(one));
  };

  test('two years of nights leave 7 days, 4 weeks and 12 months', () => {
    const nights = Array.from({ length: 730 }, (_, at) => backup(new Date(NIGHT - at * DAY)));
    const days = keptOf(nights).map(({ name }) => name.slice(0, 10));
    expect(days.slice(0, 7)).toEqual(nights.slice(0, 7).map(({ name }) => name.slice(0, 10)));
    // Two weeks and eleven months that end before these days.
    expect(days).toHaveLength(7 + 2 + 11);
    expect(days.at(-1)).toBe('2025-12-30');
  });

  test('night after night the same ones are kept as at once', () => {
    let kept: ReturnType<typeof backup>[] = [];
    const nights = Array.from({ length: 400 }, (_, at) => backup(new Date(NIGHT + at * DAY)));
    for (const night of nights) kept = keptOf([...kept, night]);
    expect(kept.map(({ name }) => name)).toEqual(keptOf(nights).map(({ name }) => name));
  });

  test('the newest and the proven one always stay, and no more than 24 do', () => {
    const times = array(date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), {
      minLength: 1,
    });
    assert(
      property(times, nat(), (dates, pick) => {
        const backups = dates.map(backup);
        const proven = backups[pick % backups.length]?.name ?? null;
        const kept = keptOf(backups, proven);
        const newest = Math.max(...dates.map(Number));
        expect(kept.some(({ takenAt }) => takenAt.getTime() === newest)).toBe(true);
        expect(kept.some(({ name }) => name === proven)).toBe(true);
        expect(new Set(kept.map(({ name }) => name)).size).toBeLessThanOrEqual(24);
      }),
    );
  });
});
