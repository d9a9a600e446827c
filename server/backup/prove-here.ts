/**
 * `node prove-here.ts SCRATCH NAME`: restores a stored backup into a shop of its own in the folder SCRATCH, on a PostgreSQL server of its own, and counts
 * it. A process of its own, so that it can have the lowest priority. It writes one JSON line: `{"counted": …, "stated": …}` or `{"problem": …}`.
 */
import '../production.ts';
import { globSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../db/connect.ts';
import { createImages } from '../images/images.ts';
import { readSettings } from '../settings.ts';
import { decrypted } from './encryption.ts';
import { restoreBackup } from './restore.ts';
import { openBackupStore } from './stores.ts';

async function proveHere(scratch: string, name: string): Promise<object> {
  const given = readSettings();
  if (!given.backup) throw new Error('BACKUP_URL is not set');
  const { key } = given.backup;
  const store = openBackupStore(given.backup);
  const storage = { kind: 'files', directory: path.join(scratch, 'images') } as const;
  const settings = { ...given, dataDir: scratch, databaseUrl: undefined, storage };
  const database = await openDatabase(settings);
  try {
    const { stated } = await restoreBackup({
      database,
      images: createImages(storage),
      settings,
      open: () => decrypted(store.read(name), key),
    });
    const { rows } = await sql<{ orders: number; poisha: number }>`
      select count(*)::integer as orders, coalesce(sum(total_cost_poisha), 0)::float8 as poisha from orders
    `.execute(database.kysely);
    const pictures = globSync('**/*.*', { cwd: storage.directory }).length;
    return { counted: { ...rows[0], pictures }, stated };
  } finally {
    await database.close();
  }
}

setPriority(constants.priority.PRIORITY_LOW);
const [, , scratch = '', name = ''] = process.argv;
// It ends with the shop.
process.stdin.once('end', () => process.exit(1)).resume();
const line = await proveHere(scratch, name).catch((error: unknown) => ({
  problem: error instanceof Error ? error.message : String(error),
}));
process.stdout.write(`${JSON.stringify(line)}\n`);
process.stdin.destroy();
