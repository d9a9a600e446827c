import type { LoaderFunctionArgs } from 'react-router';
import { CATALOGUE_COLUMNS, catalogueRecord, type CatalogueRow } from '../../../domain/catalogue-file.ts';
import { csvRecord } from '../../../domain/csv.ts';
import { dayInDhaka } from '../../../domain/dates.ts';
import { servicesOf } from '../../context.ts';
import { textStream } from '../../text-stream.ts';

type Rows = AsyncIterable<Required<CatalogueRow>>;

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', partsOf: csvOf },
  json: { type: 'application/json', partsOf: jsonOf },
} as const;

export function loader(args: LoaderFunctionArgs) {
  const name = args.url.searchParams.get('format') === 'json' ? 'json' : 'csv';
  const { type, partsOf } = FORMATS[name];
  return new Response(textStream(partsOf(servicesOf(args).catalogue.rows())), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="catalogue-${dayInDhaka(new Date())}.${name}"`,
    },
  });
}

async function* csvOf(rows: Rows): AsyncGenerator<string> {
  yield csvRecord(CATALOGUE_COLUMNS);
  for await (const row of rows) yield catalogueRecord(row);
}

async function* jsonOf(rows: Rows): AsyncGenerator<string> {
  let between = '[\n';
  for await (const row of rows) {
    yield between + JSON.stringify(row, CATALOGUE_COLUMNS);
    between = ',\n';
  }
  yield between === ',\n' ? '\n]\n' : '[]\n';
}
