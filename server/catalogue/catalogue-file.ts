/**
 * Reading a catalogue file: JSON, or CSV in UTF-8 with or without a BOM, RFC 4180 with `,` `;` or tabs (product §3).
 */
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { fileText } from '../../base/bytes.ts';
import { columnNameOf, separatorOf, textOfCell } from '../../base/csv.ts';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { headerFaults, MAX_COLUMNS } from '../../domain/catalogue/catalogue-file.ts';
import { createCatalogueReader, type FileRow, LostLetters } from '../../domain/catalogue/catalogue-reader.ts';
import {
  MAX_ROW_CHARACTERS,
  type ReadRow,
  type RowFault,
  TooManyRows,
} from '../../domain/catalogue/catalogue-reader.ts';
import type { Dangers } from '../../domain/catalogue/import-dangers.ts';
import { type ColumnMatch, matched, matchedCells } from '../../domain/catalogue/match-columns.ts';
import { cleanText, isBlank } from '../../domain/typed/text.ts';
import { pictureFormat } from '../images/format.ts';
import { csvRecords } from './csv-records.ts';

/** What is parsed at once, in bytes of CSV or characters of JSON: a few ms. Then other requests have their turn. */
const PARSED_AT_ONCE = 16 * 1024;

export type LineUnit = 'line' | 'item';

export interface CatalogueFile {
  rows: ReadRow[];
  /** Sorted by line; the header is line 1. Import only when this is empty. */
  faults: RowFault[];
  lines: Map<string, number>;
  dangers: Dangers;
  /** If not, `faults` has the one reason. */
  readable: boolean;
}

/** Returns why there is no catalogue file, if so. */
export type ReadRows = (read: (row: FileRow) => void) => Promise<RowFault | null>;

export async function readCatalogue(readRows: ReadRows, categories: readonly Category[]): Promise<CatalogueFile> {
  const { read, ...file } = createCatalogueReader(categories);
  const fault = await readRows(read).catch((error: unknown) => {
    if (error instanceof TooManyRows) return null;
    if (error instanceof LostLetters) return error.fault;
    throw error;
  });
  if (fault === null) return { ...file, readable: true };
  return { rows: [], faults: [fault], lines: new Map(), dangers: {}, readable: false };
}

/**
 * With the name '' only the first characters count. `onProgress` gets the part that is read, 0 to 1. `match`: what the
 * columns of another shop's sheet are.
 */
export function openCatalogueFile(
  name: string,
  given: Uint8Array,
  onProgress: (part: number) => void = () => {},
  match: ColumnMatch | null = null,
) {
  const bytes = fileText(given);
  const isJson = /\.json$/i.test(name) || (!/\.csv$/i.test(name) && startsJson(bytes));
  const unit: LineUnit = isJson ? 'item' : 'line';
  const readRows: ReadRows = async (read) => {
    if (pictureFormat(bytes) !== null) return { line: 1, reasons: [PICTURE] };
    return isJson ? readJson(bytes, read, onProgress) : readCsv(bytes, read, onProgress, match);
  };
  return { unit, readRows };
}

const PICTURE = 'this is a picture: choose the catalogue file, or a ZIP of it with its pictures';

function startsJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 1_000)));
}

/** What is no text of cells, by its first bytes, although it may be called so. */
const OTHER_FILES: readonly (readonly [RegExp, string])[] = [
  [/^\xD0\xCF/, 'a workbook of an old Excel'],
  [/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype|\?xml|html|head|meta|table)\b/i, 'a web page, whatever it is called'],
  [/^%PDF/, 'a PDF'],
];

function noText(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const [, kind] = OTHER_FILES.find(([pattern]) => pattern.test(start)) ?? [];
  if (kind !== undefined) return `this is ${kind}: open it in a sheet program, and save the sheet as CSV in UTF-8`;
  return isUtf8(bytes) && !bytes.includes(0) ? null : 'the file is not UTF-8 text: save it as CSV in UTF-8';
}

/** Returns why it is no catalogue file, if so. Throws only what `read` and `onProgress` throw. */
async function readCsv(
  bytes: Uint8Array,
  read: (row: FileRow) => void,
  onProgress: (part: number) => void,
  match: ColumnMatch | null,
): Promise<RowFault | null> {
  const reason = noText(bytes);
  if (reason !== null) return { line: 1, reasons: [reason] };
  let columns = null as readonly (string | null)[] | null;
  const separator = separatorOf(new TextDecoder().decode(bytes.subarray(0, PARSED_AT_ONCE)));
  const count = () => columns?.length ?? 0;
  for await (const { line, cells: found } of csvRecords(textOf(bytes, onProgress), separator, count)) {
    const cells = found && filledCells(found, count());
    if (cells?.every(isBlank) || (columns === null && /^sep=/i.test(cells?.[0] ?? ''))) continue;
    if (columns === null) {
      const header = cells?.map((cell) => columnNameOf(cleanText(cell)).slice(0, MAX_COLUMN_NAME));
      columns = header && match ? matched(header, match) : (header ?? []);
      const reasons = header ? headerFaults(columns.filter((name) => name !== null)) : [OPEN_QUOTE];
      if (reasons.length > 0)
        return { line, reasons, header: header && header.length <= MAX_COLUMNS ? header : undefined };
    } else if (cells?.length === columns.length) {
      const given = columns.flatMap((name, at) =>
        name === null ? [] : [[name, textOfCell(cells[at] ?? '')] as const],
      );
      const value = Object.fromEntries(given);
      read({ line, value: match ? matchedCells(value) : value });
    } else {
      const reason = cells ? `the row has ${cells.length} values for ${columns.length} columns` : OPEN_QUOTE;
      read({ line, reasons: [reason] });
    }
  }
  return columns === null ? { line: 1, reasons: ['the file is empty'] } : null;
}

/** Office programs write empty cells behind the last column, and empty rows below the last product. */
function filledCells(cells: string[], least: number): string[] {
  const last = cells.findLastIndex((cell) => !isBlank(cell));
  return cells.slice(0, Math.max(last + 1, Math.min(least, cells.length)));
}

/** The longest name of a column that is looked at. */
const MAX_COLUMN_NAME = 60;

const OPEN_QUOTE = 'a quote is opened and never closed, or the row is far too long';

/** No field may contain a line break in the end, so one kind of line ends is enough. */
async function* textOf(bytes: Uint8Array, onProgress: (part: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; at < bytes.length; at += PARSED_AT_ONCE) {
    const decoded = decoder.decode(bytes.subarray(at, at + PARSED_AT_ONCE), { stream: true });
    // Some programs write their mark before a mark.
    const text = rest + (at === 0 ? decoded.replace(/^\uFEFF+/, '') : decoded);
    // The other half of a line end may come next.
    rest = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - rest.length).replace(/\r\n?/g, '\n');
    onProgress(at / bytes.length);
    await setImmediate();
  }
  if (rest !== '') yield '\n';
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
