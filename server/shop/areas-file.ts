/** A file of areas: CSV as office programs save it. The command line reads it too. */
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { separatorOf, textOfCell } from '../../base/csv.ts';
import { fileText } from '../../base/file-text.ts';
import { AREA_COLUMNS, type AreaRow } from '../../domain/shop/read-areas.ts';

/** The areas of Dhaka and Chattogram: the names of both scripts, and what else people type. */
export const READY_AREAS = path.join(import.meta.dirname, 'areas-of-dhaka-and-chattogram.csv');

const PROPERTIES = new Map<string, string>(
  Object.entries(AREA_COLUMNS).map(([property, column]) => [column, property]),
);

/** Its rows, which are still to be checked; or why it has none. */
export function areasOfFile(bytes: Uint8Array): AreaRow[] | string {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(fileText(bytes));
    const options = { delimiter: separatorOf(text), relax_column_count: true, skip_empty_lines: true, info: true };
    records = parse(text, options) as unknown as typeof records;
  } catch {
    return 'This is no CSV file in UTF-8 with the areas. An export has the right form.';
  }
  const [header, ...rows] = records.filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  const columns =
    header?.record.map((cell) =>
      cell
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    ) ?? [];
  const named = columns.filter(Boolean);
  if (!columns.includes('name')) return 'The file has no column name.';
  const odd = named.find((column, at) => !PROPERTIES.has(column) || named.indexOf(column) !== at);
  if (odd !== undefined) {
    return `There is no column ${odd}, or it is there twice: the columns are ${[...PROPERTIES.keys()].join(', ')}.`;
  }
  return rows.map(({ record, info }) => ({
    row: info.lines,
    value: Object.fromEntries(
      columns.flatMap((column, at) => {
        const property = PROPERTIES.get(column);
        return property === undefined ? [] : [[property, textOfCell(record[at] ?? '')]];
      }),
    ),
  }));
}
