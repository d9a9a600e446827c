/** A migrated, empty cluster for shops with a server of their own. */
import { openDatabase } from '../../server/db/connect.ts';
import { newDataDir } from './shop-process.ts';
import { copyStored } from './stored-clusters.ts';

/** A temporary data directory with a migrated database, for a shop. Delete it with `removeData`. */
export async function newMigratedDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await copyMigratedDatabase(dataDir);
  return dataDir;
}

/** Makes the data directory of a shop start with a migrated database. */
export function copyMigratedDatabase(dataDir: string): Promise<void> {
  return copyStored('own', dataDir, async (draft) => {
    const database = await openDatabase({ dataDir: draft, databaseUrl: undefined });
    await database.close();
  });
}
