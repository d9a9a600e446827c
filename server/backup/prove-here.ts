/**
 * Restores a stored backup into a scratch shop on a PostgreSQL server of its own, and counts it. A process of its own (proof.ts), so that it can have
 * a lower priority: requests go first, but a busy machine must not keep it from its end. It gets one `ProofRequest`, sends one `ProofAnswer`, and ends with the shop.
 */
import '../production.ts';
import { globSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../db/connect.ts';
import { createImages } from '../images/images.ts';
import { decrypted } from './encryption.ts';
import type { ProofAnswer, ProofRequest } from './proof.ts';
import { restoreBackup } from './restore.ts';
import { openBackupStore } from './stores.ts';

async function proveHere({ scratch, name, backup, settings: given }: ProofRequest): Promise<ProofAnswer> {
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
    return { counted: { orders: 0, poisha: 0, ...rows[0], pictures }, stated };
  } finally {
    await database.close();
  }
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('disconnect', () => process.exit(1));
process.once('message', async (request) => {
  const answer = await proveHere(request as ProofRequest).catch((error: unknown) => ({
    problem: error instanceof Error ? error.message : String(error),
  }));
  process.send?.(answer, () => process.exit());
});
