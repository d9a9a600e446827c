import type { ImportSummary } from '../../../server/catalogue/write.ts';
import { AN_ERROR_OCCURED } from '../../../domain/messages.ts';
import { problem } from '../../../domain/problem.ts';
import { servicesOf } from '../../context.ts';
import { problemResponse, wrongMethod } from '../problem.ts';
import type { Route } from './+types/import';

const LINES = 'application/x-ndjson';

/**
 * Imports products, all or nothing: one row of the catalogue file as JSON on each line. `?rows=` tells how many, so that
 * a body that breaks off is noticed; `?replace=true` also removes what they lack, `?dryRun=true` only tells what would
 * happen. Answers how many were added, changed, left and removed; a client that accepts `application/x-ndjson` is told
 * `{"done": n}` on the way.
 */
export async function action(args: Route.ActionArgs) {
  const { request, url } = args;
  if (request.method !== 'POST') return wrongMethod('POST');
  if (request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== LINES) {
    return problemResponse({ status: 415, detail: `Send ${LINES}: one row as JSON on each line.` });
  }
  const rows = url.searchParams.get('rows') ?? '';
  if (!/^\d{1,9}$/.test(rows)) return problemResponse({ status: 400, detail: 'Say ?rows=, the number of rows.' });
  const replace = url.searchParams.get('replace') === 'true';
  const dryRun = url.searchParams.get('dryRun') === 'true';
  const { catalogue, operator, log } = servicesOf(args);
  const read = await operator.imports.read(request.body, { rows: Number(rows), replace });
  if (!read.ok) {
    const { status, detail, faults } = read;
    return problemResponse({ status, detail, ...(faults ? { extra: { faults } } : {}) });
  }
  const run = (onProgress: (done: number) => void) => catalogue.importRows(read.rows, { replace, dryRun, onProgress });
  if (request.headers.get('accept')?.includes(LINES))
    return told(run, (error) => log.error({ err: error }, 'an import failed'));
  return Response.json(await run(() => {}), { headers: { 'Cache-Control': 'no-store' } });
}

export function loader() {
  return wrongMethod('POST');
}

/** What is being done, line by line; the last one is `{"summary": …}` or `{"problem": …}`. It goes on when nobody listens. */
function told(
  run: (onProgress: (done: number) => void) => Promise<ImportSummary>,
  onFault: (error: unknown) => void,
): Response {
  const encoder = new TextEncoder();
  let listening = true;
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const tell = (line: object): void => {
        if (listening) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
      };
      try {
        tell({ summary: await run((done) => tell({ done })) });
      } catch (error) {
        onFault(error);
        tell({ problem: problem({ status: 500, detail: AN_ERROR_OCCURED }) });
      }
      if (listening) controller.close();
    },
    cancel() {
      listening = false;
    },
  });
  // Not to be held back by compression.
  return new Response(lines, { headers: { 'Content-Type': LINES, 'Cache-Control': 'no-store, no-transform' } });
}
