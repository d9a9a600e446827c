/**
 * Reading a catalogue file: JSON, or CSV in UTF-8 with or without a BOM, RFC 4180 with `,` `;` or tabs (product §3).
 */
import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { fileText } from '../../base/bytes.ts';
import { columnNameOf, separatorOf, textOfCell } from '../../base/csv.ts';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { columnFaults, createCatalogueReader, MAX_ROW_CHARACTERS } from '../../domain/catalogue/catalogue-file.ts';
import { type CatalogueRow, type FileRow, LostLetters } from '../../domain/catalogue/catalogue-file.ts';
import { type RowFault, TooManyRows } from '../../domain/catalogue/catalogue-file.ts';
import { pictureFormat } from '../images/format.ts';

/** What is parsed at once, in bytes of CSV or characters of JSON: a few ms. Then other requests have their turn. */
const PARSED_AT_ONCE = 16 * 1024;

export type LineUnit = 'line' | 'item';

export interface CatalogueFile {
  rows: CatalogueRow[];
  /** Sorted by line; the header is line 1. Import only when this is empty. */
  faults: RowFault[];
  lines: ReadonlyMap<string, number>;
  /** If not, `faults` has the one reason. */
  readable: boolean;
}

/** Returns why there is no catalogue file, if so. */
export type ReadRows = (read: (row: FileRow) => void) => Promise<RowFault | null>;

export async function readCatalogue(readRows: ReadRows, categories: readonly Category[]): Promise<CatalogueFile> {
  const { rows, faults, lines, read } = createCatalogueReader(categories);
  const fault = await readRows(read).catch((error: unknown) => {
    if (error instanceof TooManyRows) return null;
    if (error instanceof LostLetters) return error.fault;
    throw error;
  });
  if (fault === null) return { rows, faults, lines, readable: true };
  return { rows: [], faults: [fault], lines: new Map(), readable: false };
}

/** With the name '' only the first characters count. `onProgress` gets the part that is read, 0 to 1. */
export function openCatalogueFile(name: string, given: Uint8Array, onProgress: (part: number) => void = () => {}) {
  const bytes = fileText(given);
  const isJson = /\.json$/i.test(name) || (!/\.csv$/i.test(name) && startsJson(bytes));
  const unit: LineUnit = isJson ? 'item' : 'line';
  const readRows: ReadRows = async (read) => {
    if (pictureFormat(bytes) !== null) return { line: 1, reasons: [PICTURE] };
    return (isJson ? readJson : readCsv)(bytes, read, onProgress);
  };
  return { unit, readRows };
}

const PICTURE = 'this is a picture: choose the catalogue file, or a ZIP of it with its pictures';

function startsJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 1_000)));
}

/** Behind it nothing can be read. */
class BadRow extends Error {
  readonly fault: RowFault;
  constructor(line: number, reasons: string[]) {
    super(reasons.join('; '));
    this.fault = { line, reasons };
  }
}

/** Returns why it is no catalogue file, if so. Throws only what `read` and `onProgress` throw. */
async function readCsv(
  bytes: Uint8Array,
  read: (row: FileRow) => void,
  onProgress: (part: number) => void,
): Promise<RowFault | null> {
  if (!isUtf8(bytes) || bytes.includes(0))
    return { line: 1, reasons: ['the file is not UTF-8 text: save it as CSV in UTF-8'] };
  let columns = null as string[] | null;
  let end = 0;
  /** Characters since then. */
  let open = 0;
  const parser = parse({
    delimiter: separatorOf(new TextDecoder().decode(bytes.subarray(0, PARSED_AT_ONCE))),
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (values: string[], info) => {
      const breaks = values.reduce((sum, value) => sum + value.split('\n').length - 1, 0);
      end = info.lines;
      open = 0;
      const line = end - breaks;
      // Office programs write empty cells behind the last column, and empty rows below the last product.
      const least = columns?.length ?? 0;
      while (values.length > least && values.at(-1)?.trim() === '') values.pop();
      if (values.every((value) => value.trim() === '')) return null;
      if (columns === null) {
        const names = values.map(columnNameOf);
        const reasons = columnFaults(names);
        if (reasons.length > 0) throw new BadRow(line, reasons);
        columns = names;
      } else if (values.length === columns.length) {
        read({ line, value: Object.fromEntries(columns.map((name, at) => [name, textOfCell(values[at] ?? '')])) });
      } else {
        read({ line, reasons: [`the row has ${values.length} values for ${columns.length} columns`] });
      }
      return null;
    },
  });
  async function* text(): AsyncGenerator<string> {
    for await (const chunk of textOf(bytes, onProgress)) {
      open += chunk.length;
      if (open > MAX_ROW_CHARACTERS)
        throw new BadRow(end + 1, ['the row is too long: perhaps a quote is opened and never closed']);
      yield chunk;
    }
  }
  try {
    await pipeline(text, parser);
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof BadRow)) throw error;
    const fault = error instanceof BadRow ? error.fault : quotingFault(error, end);
    if (columns === null) return fault;
    read(fault);
  }
  return columns === null ? { line: 1, reasons: ['the file is empty'] } : null;
}

/** No field may contain a line break in the end, so one kind of line ends is enough. */
async function* textOf(bytes: Uint8Array, onProgress: (part: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; at < bytes.length; at += PARSED_AT_ONCE) {
    const text = rest + decoder.decode(bytes.subarray(at, at + PARSED_AT_ONCE), { stream: true });
    // The other half of a line end may come next.
    rest = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n');
    onProgress(at / bytes.length);
    await setImmediate();
  }
  if (rest !== '') yield '\n';
}

function quotingFault(error: CsvError, end: number): RowFault {
  const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const line = !unclosed && 'lines' in error && typeof error.lines === 'number' ? error.lines : end + 1;
  const reason = unclosed
    ? 'a quote is opened and never closed'
    : 'a quote stands where none may be; double it inside quotes';
  return { line, reasons: [reason] };
}

/** As `readCsv` does; lines are positions in the list, from 1. */
async function readJson(
  bytes: Uint8Array,
  read: (row: FileRow) => void,
  onProgress: (part: number) => void,
): Promise<RowFault | null> {
  let item = 1;
  let paused = 0;
  try {
    if (!isUtf8(bytes)) return { line: 1, reasons: ['the file is not UTF-8 text: save it in UTF-8'] };
    const text = new TextDecoder().decode(bytes);
    const start = text.search(/\S/);
    if (text[start] !== '[') {
      // Only to tell what is wrong; a long one would block other requests.
      if (text.length <= MAX_ROW_CHARACTERS) JSON.parse(text);
      return { line: 1, reasons: ['the file must hold a JSON list of products, [{…}, {…}]'] };
    }
    for (const { value, end } of itemsOf(text, start)) {
      read({ line: item, value });
      item += 1;
      if (end - paused < PARSED_AT_ONCE) continue;
      onProgress((paused = end) / text.length);
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const where = item > 1 ? `item ${item}: ` : '';
    return { line: 1, reasons: [`the file is not JSON: ${where}${error.message}`] };
  }
  return null;
}

/** Parsed one by one: all at once would block other requests. @throws {SyntaxError} when the text is not JSON. */
function* itemsOf(text: string, open: number): Generator<{ value: unknown; end: number }> {
  let depth = 0;
  let start = open + 1;
  for (let at = start; at < text.length; at += 1) {
    if (at - start > MAX_ROW_CHARACTERS) throw new SyntaxError('it is too long');
    const sign = text[at];
    if (sign === '"') at = closingQuote(text, at);
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth > 0) depth -= sign === '}' || sign === ']' ? 1 : 0;
    else if (sign === ',') {
      yield { value: parseItem(text.slice(start, at)), end: at };
      start = at + 1;
    } else if (sign === ']') {
      const last = text.slice(start, at);
      if (start > open + 1 || last.trim() !== '') yield { value: parseItem(last), end: at };
      if (text.slice(at + 1).trim() !== '') throw new SyntaxError('there is something after the list');
      return;
    }
  }
  throw new SyntaxError('the list is not closed');
}

function parseItem(text: string): unknown {
  if (text.length > MAX_ROW_CHARACTERS) throw new SyntaxError('it is too long');
  return JSON.parse(text);
}

function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  throw new SyntaxError('a quote is opened and never closed');
}
