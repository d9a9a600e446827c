import { CATALOGUE_COLUMNS, type CatalogueRow } from '../../../domain/catalogue-file.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/products';

/** Rows of one piece of the answer. */
const PIECE = 500;

/** The whole catalogue in its order: one row of the catalogue file as JSON on each line. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services }) => {
    const encoder = new TextEncoder();
    const left = pieces(services.catalogue.rows());
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await left.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await left.return(undefined);
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } });
  },
});

export { loader as action };

async function* pieces(rows: AsyncIterable<CatalogueRow>): AsyncGenerator<string> {
  let piece: string[] = [];
  for await (const row of rows) {
    piece.push(`${JSON.stringify(row, CATALOGUE_COLUMNS)}\n`);
    if (piece.length < PIECE) continue;
    yield piece.join('');
    piece = [];
  }
  if (piece.length > 0) yield piece.join('');
}
