import type { LoaderFunctionArgs } from 'react-router';
import { CATALOGUE_COLUMNS, catalogueRecord, type CatalogueRow } from '../../../domain/catalogue-file.ts';
import { csvRecord } from '../../../domain/csv.ts';
import { dayInDhaka } from '../../../domain/dates.ts';
import { servicesOf } from '../../context.ts';
import { textStream } from '../../text-stream.ts';

interface Format {
  type: string;
  start: string;
  row(row: Required<CatalogueRow>): string;
  between: string;
  end: string;
}

const FORMATS: Readonly<Record<'csv' | 'json', Format>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    start: csvRecord(CATALOGUE_COLUMNS),
    row: catalogueRecord,
    between: '',
    end: '',
  },
  json: {
    type: 'application/json',
    start: '[\n',
    row: (row) => JSON.stringify(row, CATALOGUE_COLUMNS),
    between: ',\n',
    end: '\n]\n',
  },
};

export function loader(args: LoaderFunctionArgs) {
  const name = new URL(args.request.url).searchParams.get('format') === 'json' ? 'json' : 'csv';
  const format = FORMATS[name];
  return new Response(textStream(partsOf(servicesOf(args).catalogue.rows(), format)), {
    headers: {
      'Content-Type': format.type,
      'Content-Disposition': `attachment; filename="catalogue-${dayInDhaka(new Date())}.${name}"`,
    },
  });
}

async function* partsOf(rows: AsyncIterable<Required<CatalogueRow>>, format: Format): AsyncGenerator<string> {
  let before = format.start;
  for await (const row of rows) {
    yield before + format.row(row);
    before = format.between;
  }
  yield (before === format.start ? before : '') + format.end;
}
