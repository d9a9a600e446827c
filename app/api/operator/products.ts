import { CATALOGUE_COLUMNS } from '../../../domain/product-columns.ts';
import { type CatalogueRow } from '../../../domain/catalogue-file.ts';
import { textStream } from '../../text-stream.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/products';

const CHUNK_ROWS = 500;

/** The whole catalogue in its order: one row of the catalogue file as JSON on each line. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services }) =>
    new Response(textStream(chunksOf(services.catalogue.rows())), {
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
});

export { loader as action };

async function* chunksOf(rows: AsyncIterable<CatalogueRow>): AsyncGenerator<string> {
  let chunk: string[] = [];
  for await (const row of rows) {
    chunk.push(`${JSON.stringify(row, CATALOGUE_COLUMNS)}\n`);
    if (chunk.length < CHUNK_ROWS) continue;
    yield chunk.join('');
    chunk = [];
  }
  if (chunk.length > 0) yield chunk.join('');
}
