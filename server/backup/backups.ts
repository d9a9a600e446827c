import { Readable } from 'node:stream';
import { CompiledQuery } from 'kysely';
import type { Logger } from 'pino';
import { openUnnamedFile } from '../data-dir/unnamed-file.ts';
import type { Secrets } from '../data-dir/secrets.ts';
import type { PlaceContents } from '../../domain/shop/restore.ts';
import { type Actor, audit } from '../db/audit.ts';
import type { Database } from '../db/connect.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import type { Images } from '../images/images.ts';
import type { SecurityLog } from '../security-log.ts';
import type { Settings } from '../settings.ts';
import { decrypted } from './encryption.ts';
import { limited, packBackup } from './format.ts';
import { type Restored, contentsOfPlace, restoreBackup } from './restore.ts';
import { takeBackup } from './take.ts';

type Caller = Pick<Request, 'headers'>;

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
    async take(caller: Caller, by: Actor = 'operator', stored?: AsyncIterable<Uint8Array>): Promise<Readable> {
      // It has everything, secrets too: who takes one stands in both logs.
      await audit(database.kysely, { actor: by, action: 'backup.take', subject: '' });
      security.log('info', { event: 'backup-taken', address: caller.headers.get(CLIENT_ADDRESS) });
      return stored ? Readable.from(stored) : (await takeNow()).file;
    },

    /** What a backup would be put over. */
    place: (): Promise<PlaceContents> =>
      contentsOfPlace({
        rows: async (query, values) =>
          (await database.kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(query, values))).rows,
      }),

    /**
     * Puts a backup into this empty shop, which then opens anew. `owner`: who has agreed in the console to what goes.
     * @throws {BackupError} when the file cannot be restored here.
     */
    async restore(
      file: AsyncIterable<Uint8Array>,
      { headers }: Caller,
      onProgress: (done: number, total: number) => void,
      owner?: Actor,
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
          agreed: owner !== undefined,
        });
      } finally {
        await handle.close();
      }
      log.info({ orders: restored.orders, accounts: restored.accounts }, 'backup restored');
      security.log('info', { event: 'backup-restored', address: headers.get(CLIENT_ADDRESS) });
      try {
        await audit(database.kysely, { actor: owner ?? 'operator', action: 'backup.restore', subject: '' });
      } finally {
        await reopen();
      }
      return restored;
    },
  };
}
