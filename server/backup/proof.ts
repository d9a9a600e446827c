/**
 * A backup is proven by a trial: a process of its own, with a lower priority so that requests go first, restores it
 * into a scratch shop on a PostgreSQL server of its own, and counts what is there.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { reasonOf } from '../../base/error-code.ts';
import { openDatabase } from '../db/connect.ts';
import type { BackupSettings, Settings } from '../environment.ts';
import { createImages } from '../images/images.ts';
import { decrypted } from './encryption.ts';
import { type Restored, restoreBackup } from './restore.ts';
import { type StoredBackup, openBackupStore } from './stores.ts';

/** What a scratch shop takes on the disk: an empty server, and rows and indexes of a compressed backup. In bytes. */
const scratchBytes = (backup: number): number => 300_000_000 + 10 * backup;

interface Trial {
  /** The folder is empty. */
  scratch: string;
  name: string;
  backup: BackupSettings;
  settings: Settings;
}

/** Restores a stored backup into a scratch shop. Returns why it is not good; null when it is. */
export async function prove(
  { name, bytes }: Pick<StoredBackup, 'name' | 'bytes'>,
  backup: BackupSettings,
  settings: Settings,
  late: AbortSignal,
): Promise<string | null> {
  const { dataDir } = settings;
  // A trial that was killed has left these.
  for (const old of readdirSync(dataDir).filter((entry) => entry.startsWith('proof-'))) await remove(dataDir, old);
  const { bavail, bsize } = await statfs(dataDir);
  const needed = scratchBytes(bytes);
  if (bavail * bsize < needed)
    return `there is no space for a trial: ${Math.ceil(needed / 1e6).toLocaleString('en')} MB where the shop keeps its data`;
  const scratch = await mkdtemp(path.join(dataDir, 'proof-'));
  try {
    const child = fork(import.meta.filename, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      signal: late,
    });
    let answer: { fault: string | null } = { fault: 'the trial ended early' };
    // An abort is an error, too.
    child.on('message', (message) => (answer = message as typeof answer)).on('error', () => {});
    child.send({ scratch, name, backup, settings } satisfies Trial);
    await once(child, 'exit').catch(() => {});
    return answer.fault;
  } finally {
    await remove(dataDir, path.basename(scratch));
  }
}

/** A server that ends may still write. */
const remove = (dataDir: string, folder: string): Promise<void> =>
  rm(path.join(dataDir, folder), { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

async function tryHere({ scratch, name, backup, settings: given }: Trial): Promise<string | null> {
  const store = openBackupStore(backup);
  const storage = { kind: 'files', directory: path.join(scratch, 'images') } as const;
  const settings = { ...given, dataDir: scratch, databaseUrl: undefined, storage };
  const database = await openDatabase(settings);
  try {
    const { stated } = await restoreBackup({
      database,
      images: createImages(storage),
      settings,
      open: () => decrypted(store.read(name), given.backupKey),
    });
    const { rows } = await sql<{ orders: number; poisha: number }>`
      select count(*)::integer as orders, coalesce(sum(total_cost_poisha), 0)::float8 as poisha from orders
    `.execute(database.kysely);
    const pictures = globSync('**/*.*', { cwd: storage.directory }).length;
    const counted = { orders: 0, poisha: 0, ...rows[0], pictures };
    return isDeepStrictEqual(counted, stated) ? null : `a trial restored ${inWords(counted)}, not ${inWords(stated)}`;
  } finally {
    await database.close();
  }
}

function inWords({ orders, poisha, pictures }: Restored['stated']): string {
  return `${orders} orders of Tk ${(poisha / 100).toLocaleString('en')} and ${pictures} picture files`;
}

if (import.meta.main) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.once('disconnect', () => process.exit(1));
  process.once('message', async (trial) => {
    const fault = await tryHere(trial as Trial).catch(reasonOf);
    process.send?.({ fault }, () => process.exit());
  });
}
