/**
 * `npm run shop -- restore FILE` where no shop is running: a process of its own, because it needs the database itself. It writes JSON
 * lines: progress, then `{"restored": …}`, `{"problem": …}`, or `{"running": true}` when a shop has the data directory.
 */
import '../production.ts';
import { createReadStream } from 'node:fs';
import { DataDirInUse } from '../data-dir/lock.ts';
import { openDatabase } from '../db/connect.ts';
import { createImages } from '../images/images.ts';
import { readSettings } from '../settings.ts';
import { decrypted } from './encryption.ts';
import { type Restored, restoreBackup } from './restore.ts';

async function restoreHere(file: string): Promise<Restored> {
  const settings = readSettings();
  const database = await openDatabase(settings);
  try {
    return await restoreBackup({
      database,
      images: createImages(settings.storage),
      settings,
      open: () => decrypted(createReadStream(file), settings.backupKey),
      onProgress: (done, total) => write({ done, total }),
    });
  } finally {
    await database.close();
  }
}

function write(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

// It ends with the command line, however that ends: then the database is as it was.
process.stdin.once('end', () => process.exit(1)).resume();
try {
  write({ restored: await restoreHere(process.argv[2] ?? '') });
} catch (error) {
  if (error instanceof DataDirInUse) write({ running: true });
  else write({ problem: { detail: error instanceof Error ? error.message : String(error) } });
}
process.stdin.destroy();
