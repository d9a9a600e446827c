/** The catalogue as a file, in the form that an import reads. */
import { catalogueRecord } from './catalogue-file.ts';
import { csvRecord } from '../../shared/csv.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn } from './product-columns.ts';

type Row = Readonly<Partial<Record<CatalogueColumn, string | number | undefined>>>;

interface Format {
  start: string;
  row(row: Row): string;
  between: string;
  end: string;
}

const FORMATS: Readonly<Record<'csv' | 'json', Format>> = {
  csv: { start: csvRecord(CATALOGUE_COLUMNS), row: catalogueRecord, between: '', end: '' },
  json: { start: '[\n', row: (row) => JSON.stringify(row, CATALOGUE_COLUMNS), between: ',\n', end: '\n]\n' },
};

export async function* exportText(
  rows: AsyncIterable<Row> | Iterable<Row>,
  format: keyof typeof FORMATS,
): AsyncGenerator<string> {
  const { start, row: textOf, between, end } = FORMATS[format];
  let before = start;
  for await (const row of rows) {
    yield before + textOf(row);
    before = between;
  }
  yield (before === start ? start : '') + end;
}
