import { AN_ERROR_OCCURED } from '#messages';
import { problem, problemResponse } from '../../../domain/problem.ts';
import type { ImportSummary } from '../../../server/catalogue/write.ts';
import { NDJSON, lineResponse } from '../../ndjson.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/import';

/**
 * Imports products, all or nothing: one row of the catalogue file as JSON on each line. `?rows=` is their number, so
 * that an interrupted body is noticed. `?replace=true` also removes products that are not in the rows. `?dryRun=true`
 * only reports the changes. Answers the numbers of added, changed, unchanged and removed products. A client that
 * accepts `application/x-ndjson` also gets `{"done": n}` during the import.
 */
export const loader = endpoint<Route.LoaderArgs>({
  POST: async ({ services: { catalogue, imports, log }, request, url }) => {
    if (request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== NDJSON) {
      return problemResponse({ status: 415, detail: `Send ${NDJSON}: one row as JSON on each line.` });
    }
    const rows = url.searchParams.get('rows') ?? '';
    if (!/^\d{1,9}$/.test(rows)) return problemResponse({ status: 400, detail: 'Add ?rows= with the number of rows.' });
    const replace = url.searchParams.get('replace') === 'true';
    const dryRun = url.searchParams.get('dryRun') === 'true';
    const read = await imports.read(request.body, { rows: Number(rows), replace });
    if (!read.ok) {
      const { status, detail, faults } = read;
      return problemResponse({ status, detail, ...(faults ? { extra: { faults } } : {}) });
    }
    const run = (onProgress: (done: number) => void) =>
      catalogue.importRows(read.rows, { replace, dryRun, onProgress });
    if (request.headers.get('accept')?.includes(NDJSON)) {
      return withProgress(run, (error) => log.error({ err: error }, 'an import failed'));
    }
    return run(() => {});
  },
});

export { loader as action };

/** The progress; the last line is `{"summary": …}` or `{"problem": …}`. The import continues when the client disconnects. */
function withProgress(
  run: (onProgress: (done: number) => void) => Promise<ImportSummary>,
  onError: (error: unknown) => void,
): Response {
  return lineResponse(async (write) => {
    try {
      write({ summary: await run((done) => write({ done })) });
    } catch (error) {
      onError(error);
      write({ problem: problem({ status: 500, detail: AN_ERROR_OCCURED }) });
    }
  });
}
