/** Backups as answers, for the operator's API and the console. */
import { Readable } from 'node:stream';
import { AN_ERROR_OCCURED } from '#messages';
import { problem, problemResponse } from '../base/problem.ts';
import { restoreRefusal } from '../domain/shop/restore.ts';
import type { Services } from '../server/services.ts';
import { lineResponse } from './ndjson.ts';

/** Time between two lines of progress, in ms. They also come when there is none, because proxies close a silent connection. */
const PROGRESS_MS = 500;

export function backupFile(file: Readable | null, name: string): Response {
  return new Response(file && (Readable.toWeb(file) as ReadableStream<Uint8Array>), {
    headers: {
      'Content-Type': 'application/gzip',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

/** Lines of progress, at last `{"restored": …}` when the shop is open, or `{"problem": …}`. `owner`: who has agreed to what goes. */
export async function restoreAnswer(
  { backups, log }: Services,
  request: Request,
  file: AsyncIterable<Uint8Array> | null,
  owner?: string,
): Promise<Response> {
  const refusal = restoreRefusal(await backups.place(), owner !== undefined);
  if (refusal !== null) return problemResponse({ status: 409, detail: refusal });
  if (!file) return problemResponse({ status: 400, detail: 'Send the file of a backup.' });
  return lineResponse(async (write) => {
    let progress = { done: 0, total: 0 };
    const telling = setInterval(() => write(progress), PROGRESS_MS);
    try {
      const onProgress = (done: number, total: number): void => void (progress = { done, total });
      write({ restored: await backups.restore(file, request, onProgress, owner) });
    } catch (error) {
      const isRefused = error instanceof Error && error.name === 'BackupError';
      if (!isRefused) log.error({ err: error }, 'a restore failed');
      const failure = isRefused ? { status: 422, detail: error.message } : { status: 500, detail: AN_ERROR_OCCURED };
      write({ problem: problem(failure) });
    } finally {
      clearInterval(telling);
    }
  });
}
