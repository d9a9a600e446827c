/** Places that shops are backed up from and restored into. */
import { type BackupEntry, packBackup, readBackup } from '../../server/backup/format.ts';
import { takeBackup } from '../../server/backup/backups.ts';
import { type Database, openDatabase } from '../../server/db/connect.ts';
import { createImages } from '../../server/images/images.ts';
import { type Settings, readSettings } from '../../server/environment.ts';
import { createDatabase } from './databases.ts';

export const SECRET = 'the secret of the shop that was backed up';

/** The settings of a new place with a migrated, empty database on the test server; `dataDir` is an empty folder. */
export async function newPlace(dataDir: string, authSecret = SECRET): Promise<Settings> {
  return readSettings({
    DATA_DIR: dataDir,
    AUTH_SECRET: authSecret,
    DEMO: 'off',
    RATE_LIMIT: 'off',
    DATABASE_URL: await createDatabase(),
  });
}

/** Works with the database of a place while no shop is open there. */
export async function withDatabase<T>(settings: Settings, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(settings);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The file of a backup; `change` sees each entry before it is packed. */
export async function backupOf(
  database: Database,
  settings: Settings,
  change: (entry: BackupEntry) => BackupEntry = (entry) => entry,
): Promise<Buffer> {
  const entries = takeBackup({
    snapshot: await database.snapshot(),
    images: createImages(settings.storage),
    shop: { name: 'Sodai', url: settings.publicUrl },
    secrets: { authSecret: settings.authSecret ?? '' },
  });
  async function* changed(): AsyncGenerator<BackupEntry> {
    for await (const entry of entries) yield change(entry);
  }
  return bytesOf(packBackup(changed()));
}

export async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Everything in a backup that a restore must bring back: rows by table, in any order; sequences; pictures. */
export async function contentsOf(file: Uint8Array) {
  const rows: Record<string, string[]> = {};
  const pictures: Record<string, string> = {};
  const { manifest } = await readBackup(streamOf(file), (part) => {
    if (part.kind === 'picture') pictures[part.key] = Buffer.from(part.bytes).toString('base64');
    if (part.kind !== 'rows') return;
    const lines = Buffer.from(part.bytes).toString().split('\n').slice(0, -1);
    rows[part.table.name] = [...(rows[part.table.name] ?? []), ...lines].toSorted();
  });
  return { rows, pictures, sequences: manifest.sequences };
}

/** The bytes in pieces, as from a disk. */
export async function* streamOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}
