/** Backups at BACKUP_URL: their names, which of them stay, and the folder or the S3 store where they are. */
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { gathered } from '../../base/bytes.ts';
import { dayInDhaka } from '../../base/dates.ts';
import { makeFolder, writeWhole } from '../data-dir/folders.ts';
import type { BackupSettings, S3Settings } from '../environment.ts';
import { createS3Client } from '../images/stores.ts';

export interface StoredBackup {
  name: string;
  /** Of its snapshot, in whole seconds. */
  takenAt: Date;
  bytes: number;
}

export interface BackupStore {
  /** In any order. Other files there are left out, and left alone. */
  list(): Promise<StoredBackup[]>;
  /** The whole file, or nothing. Returns its size in bytes. */
  write(name: string, file: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): AsyncIterable<Uint8Array>;
  /** No error when there is no such file. */
  delete(name: string): Promise<void>;
}

export function backupName(takenAt: Date, encrypted: boolean): string {
  return `sodai-${takenAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup${encrypted ? '.age' : ''}`;
}

const NAME = /^sodai-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z\.backup(?:\.age)?$/;

/** Null for a file that is none of these. */
export function storedBackup(name: string, bytes: number): StoredBackup | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? [];
  const takenAt = new Date(`${day}${hour}:${minute}:${second}Z`);
  return Number.isNaN(takenAt.getTime()) ? null : { name, takenAt, bytes };
}

/** How many of the newest days, weeks and months that have a backup keep theirs. */
const KEPT: readonly [number, (takenAt: Date) => string][] = [
  [7, dayInDhaka],
  // The number of a week, which begins on Sunday; 1 January 1970 was a Thursday.
  [4, (takenAt) => String(Math.floor((Date.parse(dayInDhaka(takenAt)) / 86_400_000 + 4) / 7))],
  [12, (takenAt) => dayInDhaka(takenAt).slice(0, 7)],
];

/** The backups that go. The newest of each kept day, week and month stays, and so does `proven`. */
export function expired(backups: readonly StoredBackup[], proven: string | null): StoredBackup[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const kept = new Set(proven === null ? [] : [proven]);
  for (const [count, periodOf] of KEPT) {
    const periods = Map.groupBy(newestFirst, ({ takenAt }) => periodOf(takenAt));
    for (const [newest] of [...periods.values()].slice(0, count)) if (newest) kept.add(newest.name);
  }
  return newestFirst.filter(({ name }) => !kept.has(name));
}

export function openBackupStore({ place }: BackupSettings): BackupStore {
  return place.kind === 'files' ? createFolderStore(place.directory) : createS3BackupStore(place);
}

/** A file that is being written. One that a kill left goes with the next backup. */
const DRAFT = /^\.sodai-.*\.part$/;

function createFolderStore(directory: string): BackupStore {
  const at = (name: string): string => path.join(directory, name);
  return {
    async list() {
      makeFolder(directory);
      const found = await Promise.all(
        (await readdir(directory)).map(async (name) => {
          if (!storedBackup(name, 0)) return null;
          // It can be gone meanwhile.
          const file = await stat(at(name)).catch(() => null);
          return file?.isFile() ? storedBackup(name, file.size) : null;
        }),
      );
      return found.filter((backup) => backup !== null);
    },
    async write(name, file) {
      makeFolder(directory);
      for (const old of await readdir(directory)) if (DRAFT.test(old)) await rm(at(old), { force: true });
      await writeWhole(at(name), file, { draft: at(`.${name}.part`) });
      return (await stat(at(name))).size;
    },
    read: (name) => createReadStream(at(name)),
    delete: (name) => rm(at(name), { force: true }),
  };
}

/** S3 takes up to 10,000 parts of 5 MiB and more: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024;
/** Long enough for one part on a slow line. */
const TIMEOUT_MS = 10 * 60 * 1000;

/** Written in parts, so that a backup need not be in memory. */
function createS3BackupStore({ prefix, ...settings }: S3Settings & { prefix: string }): BackupStore {
  const ask = createS3Client(settings, TIMEOUT_MS);
  const found = async (...[key, request]: Parameters<typeof ask>): Promise<Response> => {
    const answer = await ask(key, request);
    if (!answer.ok) throw new Error(`the store of backups has no ${key || `bucket ${settings.bucket}`}`);
    return answer;
  };
  const textOf = async (...asked: Parameters<typeof ask>): Promise<string> => (await found(...asked)).text();

  return {
    async list() {
      const backups = [];
      let more = '';
      do {
        const page = await textOf('', {
          method: 'GET',
          query: { 'list-type': '2', prefix, ...(more && { 'continuation-token': more }) },
        });
        for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const key = valueOf(entry, 'Key');
          const backup = storedBackup(key.slice(prefix.length), Number(valueOf(entry, 'Size')));
          if (backup) backups.push(backup);
        }
        more = valueOf(page, 'NextContinuationToken');
      } while (more);
      return backups;
    },
    async write(name, file) {
      const key = prefix + name;
      const uploadId = valueOf(await textOf(key, { method: 'POST', query: { uploads: '' } }), 'UploadId');
      try {
        const etags: string[] = [];
        let bytes = 0;
        for await (const body of gathered(file, PART_BYTES)) {
          const partNumber = String(etags.length + 1);
          const answer = await found(key, { method: 'PUT', query: { partNumber, uploadId }, body });
          await answer.body?.cancel();
          etags.push(answer.headers.get('etag') ?? '');
          bytes += body.byteLength;
        }
        const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
        const body = new TextEncoder().encode(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
        const done = await textOf(key, { method: 'POST', query: { uploadId }, body });
        // S3 may answer 200 and then say that it failed.
        if (done.includes('<Error>')) throw new Error(`the store of backups answered ${valueOf(done, 'Code')}`);
        return bytes;
      } catch (error) {
        await ask(key, { method: 'DELETE', query: { uploadId } }).catch(() => {});
        throw error;
      }
    },
    async *read(name) {
      const { body } = await found(prefix + name, { method: 'GET' });
      if (body) yield* body;
    },
    async delete(name) {
      await (await ask(prefix + name, { method: 'DELETE' })).body?.cancel();
    },
  };
}

/** The text of an element. Nothing in it is escaped: names of backups and prefixes have only plain characters. */
function valueOf(xml: string, element: string): string {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '';
}
