/** The thread that reads a copy of the embedded database, for server/db/copied-pglite.ts. Answers one query after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { openCopiedPGlite } from './pglite.ts';

/** A query, or without parameters a script. */
export interface CopyQuestion {
  sql: string;
  parameters?: unknown[];
}

export type CopyAnswer = { rows: Record<string, unknown>[]; blob?: Blob | undefined } | { error: unknown };

const opening = openCopiedPGlite(String(workerData));

async function answerTo({ sql, parameters }: CopyQuestion): Promise<CopyAnswer> {
  try {
    const pglite = await opening;
    if (parameters) {
      const { rows, blob } = await pglite.query<Record<string, unknown>>(sql, parameters);
      return { rows, blob };
    }
    await pglite.exec(sql);
    return { rows: [] };
  } catch (error) {
    return { error };
  }
}

parentPort?.on('message', async (message) => parentPort?.postMessage(await answerTo(message)));
