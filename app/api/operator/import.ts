import { AN_ERROR_OCCURED } from '../../../domain/messages.ts';
import { problem, problemResponse } from '../../../domain/problem.ts';
import type { ImportSummary } from '../../../server/catalogue/write.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/import';

const LINES = 'application/x-ndjson';

/**
 * Imports products, all or nothing: one row of the catalogue file as JSON on each line. `?rows=` tells how many, so that
 * a body that breaks off is noticed; `?replace=true` also removes what they lack, `?dryRun=true` only tells what would
 * happen. Answers how many were added, changed, left and removed; a client that accepts `application/x-ndjson` is told
 * `{"done": n}` on the way.
 */
export const loader = endpoint<Route.LoaderArgs>({
  POST: async ({ services: { catalogue, imports, log }, request, url }) => {
    if (request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== LINES) {
      return problemResponse({ status: 415, detail: `Send ${LINES}: one row as JSON on each line.` });
    }
    const rows = url.searchParams.get('rows') ?? '';
    if (!/^\d{1,9}$/.test(rows)) return problemResponse({ status: 400, detail: 'Say ?rows=, the number of rows.' });
    const replace = url.searchParams.get('replace') === 'true';
    const dryRun = url.searchParams.get('dryRun') === 'true';
    const read = await imports.read(request.body, { rows: Number(rows), replace });
    if (!read.ok) {
      const { status, detail, faults } = read;
      return problemResponse({ status, detail, ...(faults ? { extra: { faults } } : {}) });
    }
    const run = (onProgress: (done: number) => void) =>
      catalogue.importRows(read.rows, { replace, dryRun, onProgress });
    if (request.headers.get('accept')?.includes(LINES)) {
      return withProgress(run, (error) => log.error({ err: error }, 'an import failed'));
    }
    return run(() => {});
  },
});

export { loader as action };

/** The progress, line by line; the last line is `{"summary": …}` or `{"problem": …}`. The import goes on when the client leaves. */
function withProgress(
  run: (onProgress: (done: number) => void) => Promise<ImportSummary>,
  onError: (error: unknown) => void,
): Response {
  const encoder = new TextEncoder();
  let open = true;
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const write = (line: object): void => {
        if (open) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      try {
        write({ summary: await run((done) => write({ done })) });
      } catch (error) {
        onError(error);
        write({ problem: problem({ status: 500, detail: AN_ERROR_OCCURED }) });
      }
      if (open) controller.close();
    },
    cancel() {
      open = false;
    },
  });
  // Not to be held back by compression.
  return new Response(lines, { headers: { 'Content-Type': LINES, 'Cache-Control': 'no-store, no-transform' } });
}
