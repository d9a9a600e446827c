import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { openUnnamedFile } from '../data-dir/folders.ts';
import type { Secrets } from '../data-dir/secrets.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import type { Caller } from '../identity/guard.ts';
import type { Images } from '../images/images.ts';
import type { SecurityLog } from '../log.ts';
import type { Settings } from '../environment.ts';
import { decrypted } from './encryption.ts';
import {
  limited,
  packBackup,
  FORMAT,
  ROW_END,
  countRows,
  type BackupEntry,
  type BackupSecrets,
  type Totals,
} from './format.ts';
import { type Restored, contentsOfPlace, restoreBackup } from './restore.ts';
import { pMapIterable } from 'p-map';
import { gathered } from '../../base/bytes.ts';
import { pictureUrl } from '../../domain/catalogue/picture.ts';
import { keptBy } from './schema.ts';

/** `agreed`: they have read in the console what of the shop goes. */
export interface Restorer {
  by: Actor;
  agreed: boolean;
}

interface BackupsOptions {
  database: Database;
  images: Images;
  shop: { name: string };
  settings: Settings;
  secrets: Secrets;
  security: SecurityLog;
  reopen: () => Promise<void>;
  log: Logger;
}

export function createBackups({ database, images, shop, settings, secrets, security, reopen, log }: BackupsOptions) {
  async function takeNow(): Promise<{ takenAt: Date; file: Readable }> {
    const release = images.holdDeletions();
    const done = (): void => {
      release().catch((error: unknown) => log.warn({ err: error }, 'a picture could not be deleted'));
    };
    try {
      const takenAt = new Date();
      const snapshot = await database.snapshot();
      const { authSecret, operatorToken } = secrets;
      const entries = takeBackup({
        snapshot,
        images,
        shop: { name: shop.name, url: settings.publicUrl },
        secrets: { authSecret, ...(settings.operatorToken === undefined ? { operatorToken } : {}) },
      });
      log.info({}, 'a backup is taken');
      const file = packBackup(entries);
      file.once('error', (error) => log.error({ err: error }, 'a backup broke off')).once('close', done);
      return { takenAt, file };
    } catch (error) {
      done();
      throw error;
    }
  }

  return {
    /** For the shop itself. */
    takeNow,

    /** The file of a backup of this moment, made while it is read, or of a stored one. */
    async take(caller: Caller, by: Actor, stored?: AsyncIterable<Uint8Array>): Promise<Readable> {
      // It has everything, secrets too: who takes one stands in both logs.
      await audit(database.kysely, { actor: by, action: 'backup.take', subject: '' });
      security.log('info', { event: 'backup-taken', address: caller.headers.get(CLIENT_ADDRESS) });
      return stored ? Readable.from(stored) : (await takeNow()).file;
    },

    /** What a backup would be put over. */
    place: () => database.transaction(contentsOfPlace),

    /**
     * Puts a backup into this empty shop, which then opens anew.
     * @throws {BackupError} when the file cannot be restored here.
     */
    async restore(
      file: AsyncIterable<Uint8Array>,
      { headers }: Caller,
      onProgress: (done: number, total: number) => void,
      { by, agreed }: Restorer,
    ): Promise<Restored> {
      const handle = await openUnnamedFile(settings.dataDir);
      let restored: Restored;
      try {
        await handle.writeFile(limited(file));
        restored = await restoreBackup({
          database,
          images,
          settings,
          open: () => decrypted(handle.createReadStream({ start: 0, autoClose: false }), settings.backupKey),
          onProgress,
          agreed,
        });
      } finally {
        await handle.close();
      }
      log.info({ orders: restored.orders, accounts: restored.accounts }, 'backup restored');
      security.log('info', { event: 'backup-restored', address: headers.get(CLIENT_ADDRESS) });
      try {
        await audit(database.kysely, { actor: by, action: 'backup.restore', subject: '' });
      } finally {
        await reopen();
      }
      return restored;
    },
  };
}

interface TakeOptions {
  snapshot: Awaited<ReturnType<Database['snapshot']>>;
  images: Pick<Images, 'filesOf'>;
  shop: { name: string; url: string };
  secrets: BackupSecrets;
}

const CHUNK_BYTES = 1024 * 1024;
const PARALLEL_PICTURES = 4;

const afterLastRow = (chunk: Uint8Array): number => chunk.lastIndexOf(ROW_END) + 1;

export async function* takeBackup({ snapshot, images, shop, secrets }: TakeOptions): AsyncGenerator<BackupEntry> {
  const totals: Totals = { rows: {}, files: 0, lostPictures: [] };
  const pictures = new Set<string>();
  try {
    await snapshot.script(TEXT_FORMAT);
    const about = { format: FORMAT, takenAt: new Date().toISOString(), shop };
    const migrations = await snapshot.rows('select name, checksum from migrations order by name');
    const kept = await keptBy(snapshot);
    [totals.orders] = await snapshot.rows(
      'select count(*)::integer, coalesce(sum(total_cost_poisha), 0)::float8 as poisha from orders',
    );
    yield jsonEntry('backup.json', { ...about, migrations, ...kept });
    yield jsonEntry('secrets.json', secrets);
    for (const { name, columns } of kept.tables) {
      let chunks = 0;
      for await (const bytes of gathered(snapshot.copyOut(name, columns), CHUNK_BYTES, afterLastRow)) {
        totals.rows[name] = (totals.rows[name] ?? 0) + countRows(bytes);
        const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
        for (const [, picture] of text.matchAll(PICTURE)) if (picture) pictures.add(picture);
        chunks += 1;
        yield { name: `database/${name}/${chunks}.tsv`, bytes };
      }
    }
  } finally {
    await snapshot.close();
  }
  const read = async (name: string) => ({ name, files: await images.filesOf(name) });
  for await (const { name, files } of pMapIterable(pictures, read, { concurrency: PARALLEL_PICTURES })) {
    if (files.length === 0 && name.startsWith('u/')) totals.lostPictures.push(pictureUrl(name));
    for (const { key, bytes } of files) {
      totals.files += 1;
      yield { name: `pictures/${key}`, bytes: new Uint8Array(bytes) };
    }
  }
  yield jsonEntry('end.json', totals);
}

/** What values are written as: the same on every server, whatever its settings are. */
const TEXT_FORMAT = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'`;

/** The names of the shop's own pictures in any column of the rows: of products, of order lines, of customers … */
const PICTURE = /\/images\/([pul]\/[A-Za-z0-9_-]{1,80})-\d+\.(?:avif|webp)/g;

function jsonEntry(name: string, value: object): BackupEntry {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}
