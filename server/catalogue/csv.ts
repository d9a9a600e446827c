/** The catalogue file as CSV (product §3): UTF-8 with or without a BOM, RFC 4180, any line ends. */
import { parse } from 'csv-parse/sync';
import { CATALOGUE_COLUMNS, columnFaults, createCatalogueReader } from '../../domain/catalogue-file.ts';
import type { CatalogueColumn, CatalogueRow, RowFault } from '../../domain/catalogue-file.ts';

export interface ReadCatalogue {
  rows: CatalogueRow[];
  /** Sorted by line; the header is line 1. Import only when this is empty. */
  faults: RowFault[];
  /** The line on which each id stands. */
  lines: ReadonlyMap<string, number>;
  /** Whether the file is a catalogue file at all; if not, `faults` has the one reason. */
  readable: boolean;
}

/** One record of the file and the line on which it starts. */
interface Line {
  line: number;
  values: string[];
}

/** Reads a whole file. Never throws: `faults` has every bad row with all its reasons. */
export function readCatalogueCsv(bytes: Uint8Array): ReadCatalogue {
  const text = decode(bytes);
  if (text === null) return unreadable({ line: 1, reasons: ['the file is not UTF-8 text: save it as CSV in UTF-8'] });
  const { lines, broken } = splitLines(text);
  const [header, ...records] = lines;
  if (!header) return unreadable(broken ?? { line: 1, reasons: ['the file is empty'] });
  const columns = header.values.map((column) => column.trim());
  const headerFaults = columnFaults(columns);
  if (headerFaults.length > 0) return unreadable({ line: header.line, reasons: headerFaults });
  const reader = createCatalogueReader();
  for (const { line, values } of records) {
    if (values.length === columns.length) {
      reader.read(line, Object.fromEntries(columns.map((name, at) => [name, values[at]])));
    } else {
      reader.faults.push({ line, reasons: [`the row has ${values.length} values for ${columns.length} columns`] });
    }
  }
  if (broken) reader.faults.push(broken);
  return { ...reader, readable: true };
}

/** The result for a file that cannot be read at all. */
export function unreadable(fault: RowFault): ReadCatalogue {
  return { rows: [], faults: [fault], lines: new Map(), readable: false };
}

/** The CSV lines: the header, then each row, as `readCatalogueCsv` reads them. */
export function* writeCatalogueCsv(rows: Iterable<Pick<CatalogueRow, CatalogueColumn>>): Generator<string> {
  yield `${CATALOGUE_COLUMNS.join(',')}\r\n`;
  for (const row of rows) yield `${CATALOGUE_COLUMNS.map((column) => quoted(String(row[column] ?? ''))).join(',')}\r\n`;
}

function quoted(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Null when the bytes are no UTF-8 text. */
function decode(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // All kinds of line ends become one kind. No field may contain a line break in the end.
    return text.includes('\0') ? null : text.replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

/** The records up to the first quoting error, and that error. */
function splitLines(text: string): { lines: Line[]; broken: RowFault | null } {
  const lines: Line[] = [];
  let end = 0;
  try {
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (values: string[], info) => {
        const breaks = values.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
        end = info.lines;
        lines.push({ line: end - breaks, values });
        return null;
      },
    });
    return { lines, broken: null };
  } catch (error) {
    const unclosed = error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED';
    const line =
      !unclosed && error instanceof Error && 'lines' in error && typeof error.lines === 'number'
        ? error.lines
        : end + 1;
    const reason = unclosed
      ? 'a quote is opened and never closed'
      : 'a quote stands where none may be; double it inside quotes';
    return { lines, broken: { line, reasons: [reason] } };
  }
}
