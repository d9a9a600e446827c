import { CATALOGUE_COLUMNS } from '../../../domain/product-columns.ts';
import { type CatalogueRow } from '../../../domain/catalogue-file.ts';
import { textStream } from '../../text-stream.ts';
import { endpoint } from '../endpoint.ts';
import type { Route } from './+types/products';

/** The whole catalogue in its order: one row of the catalogue file as JSON on each line. */
export const loader = endpoint<Route.LoaderArgs>({
  GET: ({ services }) =>
    new Response(textStream(linesOf(services.catalogue.rows())), {
      headers: { 'Content-Type': 'application/x-ndjson' },
    }),
});

export { loader as action };

async function* linesOf(rows: AsyncIterable<CatalogueRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${JSON.stringify(row, CATALOGUE_COLUMNS)}\n`;
}
