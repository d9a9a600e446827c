/** The catalogue file as CSV (product §3): UTF-8 with or without a BOM, RFC 4180, any line ends. */
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { CATALOGUE_COLUMNS } from '../../domain/product-columns.ts';
import {
  MAX_FAULTS,
  MAX_ROW_CHARACTERS,
  TOO_MANY_FAULTS,
  catalogueRecord,
  columnFaults,
  createCatalogueReader,
} from '../../domain/catalogue-file.ts';
import type { CatalogueColumn } from '../../domain/product-columns.ts';
import type { CatalogueRow, RowFault } from '../../domain/catalogue-file.ts';
import { csvRecord, textOfCell } from '../../domain/csv.ts';

export interface ReadCatalogue {
  rows: CatalogueRow[];
  /** Sorted by line; the header is line 1. Import only when this is empty. */
  faults: RowFault[];
  lines: ReadonlyMap<string, number>;
  /** Whether the file is a catalogue file at all; if not, `faults` has the one reason. */
  readable: boolean;
}

/** Bytes that are parsed at once: some 150 rows, which takes a few ms. */
const CHUNK_BYTES = 16 * 1024;

class Unreadable extends Error {
  readonly fault: RowFault;
  constructor(fault: RowFault) {
    super(fault.reasons.join('; '));
    this.fault = fault;
  }
}

class TooLong extends Error {}

const TOO_LONG = 'the row is too long: perhaps a quote is opened and never closed';

class TooManyFaults extends Error {}

/** With pauses for other requests. Throws only what `onProgress` throws, which gets the part that is read, from 0 to 1. */
export async function readCatalogueCsv(
  bytes: Uint8Array,
  onProgress: (part: number) => void = () => {},
): Promise<ReadCatalogue> {
  const reader = createCatalogueReader();
  let columns = null as string[] | null;
  /** The last line of the record before. */
  let end = 0;
  /** What was read since then, in characters. */
  let open = 0;
  const parser = parse({
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (values: string[], info) => {
      const breaks = values.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
      end = info.lines;
      open = 0;
      const line = end - breaks;
      if (reader.faults.length >= MAX_FAULTS) {
        reader.faults.push({ line, reasons: [TOO_MANY_FAULTS] });
        throw new TooManyFaults();
      }
      if (columns === null) {
        columns = values.map((column) => column.trim());
        const reasons = columnFaults(columns);
        if (reasons.length > 0) throw new Unreadable({ line, reasons });
      } else if (values.length === columns.length) {
        reader.read(line, Object.fromEntries(columns.map((name, at) => [name, textOfCell(values[at] ?? '')])));
      } else {
        const reason = `the row has ${values.length} values for ${columns.length} columns`;
        reader.faults.push({ line, reasons: [reason] });
      }
      return null;
    },
  });
  async function* text(): AsyncGenerator<string> {
    for await (const chunk of textOf(bytes, onProgress)) {
      open += chunk.length;
      if (open > MAX_ROW_CHARACTERS) throw new TooLong();
      yield chunk;
    }
  }
  try {
    await pipeline(text, parser);
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(error.fault);
    if (error instanceof TooManyFaults) return { ...reader, readable: true };
    if (!(error instanceof CsvError || error instanceof TooLong)) throw error;
    const broken = error instanceof TooLong ? { line: end + 1, reasons: [TOO_LONG] } : quotingFault(error, end);
    if (columns === null) return unreadable(broken);
    reader.faults.push(broken);
  }
  return columns === null ? unreadable({ line: 1, reasons: ['the file is empty'] }) : { ...reader, readable: true };
}

export function unreadable(fault: RowFault): ReadCatalogue {
  return { rows: [], faults: [fault], lines: new Map(), readable: false };
}

export function* writeCatalogueCsv(rows: Iterable<Pick<CatalogueRow, CatalogueColumn>>): Generator<string> {
  yield csvRecord(CATALOGUE_COLUMNS);
  for (const row of rows) yield catalogueRecord(row);
}

/** The text with one kind of line ends: no field may contain a line break in the end. */
async function* textOf(bytes: Uint8Array, onProgress: (part: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const text = rest + decode(decoder, bytes.subarray(at, at + CHUNK_BYTES), at + CHUNK_BYTES < bytes.length);
    // The other half of a line end may come next.
    rest = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n');
    onProgress(at / bytes.length);
    await setImmediate();
  }
  if (rest !== '') yield '\n';
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  let text = '\0';
  try {
    text = decoder.decode(bytes, { stream });
  } catch {
    // Reported below.
  }
  if (!text.includes('\0')) return text;
  throw new Unreadable({ line: 1, reasons: ['the file is not UTF-8 text: save it as CSV in UTF-8'] });
}

function quotingFault(error: CsvError, end: number): RowFault {
  const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const line = !unclosed && 'lines' in error && typeof error.lines === 'number' ? error.lines : end + 1;
  const reason = unclosed
    ? 'a quote is opened and never closed'
    : 'a quote stands where none may be; double it inside quotes';
  return { line, reasons: [reason] };
}
