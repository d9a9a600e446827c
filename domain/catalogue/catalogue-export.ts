/** The catalogue as a file, in the form that an import reads. */
import { catalogueRecord } from './catalogue-file.ts';
import { CSV_MARK, csvRecord } from '../../base/csv.ts';
import { CATALOGUE_COLUMNS } from './product-columns.ts';

type Row = Parameters<typeof catalogueRecord>[0];

const FORMATS = {
  csv: { start: CSV_MARK + csvRecord(CATALOGUE_COLUMNS), row: catalogueRecord, between: '', end: '' },
  json: { start: '[\n', row: (row: Row) => JSON.stringify(row, CATALOGUE_COLUMNS), between: ',\n', end: '\n]\n' },
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
