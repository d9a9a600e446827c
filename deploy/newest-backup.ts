/** The newest backup of the night in a folder or an S3 store, on standard output, for deploy/restore. */
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '../base/error-code.ts';
import { openBackupStore } from '../server/backup/stores.ts';
import { readEnvironment, readSettings } from '../server/environment.ts';

async function writeNewest(place: string): Promise<void> {
  const { backup } = readSettings({ ...readEnvironment(), BACKUP_URL: place });
  if (!backup) throw new Error('no place was named');
  const store = openBackupStore(backup);
  const all = await store.list();
  const newest = all.toSorted((a, b) => a.takenAt.getTime() - b.takenAt.getTime()).at(-1);
  if (!newest) throw new Error('there is none with a name like sodai-2026-11-21T210000Z.backup');
  console.error(`${newest.name}, ${newest.bytes} bytes`);
  await pipeline(store.read(newest.name), process.stdout);
}

await writeNewest(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(`The backups there cannot be read: ${reasonOf(error)}`);
  process.exitCode = 1;
});
