import { AN_ERROR_OCCURED } from '#messages';
import { problem, problemResponse } from '../../../base/problem.ts';
import { lineResponse } from '../../ndjson.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/restore';

/** Time between two lines of progress, in ms. They also come when there is none, because proxies close a silent connection. */
const PROGRESS_MS = 500;

/** GET says why none can be restored. POST answers lines of progress, at last `{"restored": …}` when the shop is open, or `{"problem": …}`. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: async ({ services: { backups } }) => ({ refusal: await backups.refusal() }),
  POST: async ({ services: { backups, log }, request }) => {
    if (!/^application\/(?:x-)?gzip$/i.test(request.headers.get('content-type')?.split(';')[0]?.trim() ?? '')) {
      return problemResponse({ status: 415, detail: 'Send application/gzip: the file of a backup.' });
    }
    const refusal = await backups.refusal();
    if (refusal !== null) return problemResponse({ status: 409, detail: refusal });
    if (!request.body) return problemResponse({ status: 400, detail: 'Send the file of a backup.' });
    const file = request.body;
    return lineResponse(async (write) => {
      let progress = { done: 0, total: 0 };
      const telling = setInterval(() => write(progress), PROGRESS_MS);
      try {
        const restored = await backups.restore(file, request, (done, total) => {
          progress = { done, total };
        });
        write({ restored });
      } catch (error) {
        const isRefused = error instanceof Error && error.name === 'BackupError';
        if (!isRefused) log.error({ err: error }, 'a restore failed');
        const failure = isRefused ? { status: 422, detail: error.message } : { status: 500, detail: AN_ERROR_OCCURED };
        write({ problem: problem(failure) });
      } finally {
        clearInterval(telling);
      }
    });
  },
});

export { loader as action };
