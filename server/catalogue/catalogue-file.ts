/**
 * Reading a catalogue file: JSON, or CSV in UTF-8 with or without a BOM, RFC 4180 with `,` `;` or tabs (product §3).
 */
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import { fileText } from '../../base/bytes.ts';
import { columnNameOf, textOfCell } from '../../base/csv.ts';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { headerFaults, MAX_COLUMNS } from '../../domain/catalogue/catalogue-file.ts';
import {
  createCatalogueReader,
  type FileRow,
  MAX_ROW_CHARACTERS,
  NoCatalogue,
} from '../../domain/catalogue/catalogue-reader.ts';
import { type ColumnMatch, matched, matchedCells } from '../../domain/catalogue/match-columns.ts';
import { cleanText } from '../../domain/typed/text.ts';
import { isPicture } from '../images/format.ts';
import { csvRecords } from '../../domain/typed/csv-records.ts';

/** What is read at once, in bytes: a few ms. Then other requests have their turn. */
const READ_AT_ONCE = 16 * 1024;

export type LineUnit = 'line' | 'item';

/** `rows` are to be imported only when there are no `faults`; of a file that is not `readable` they have the one reason. */
export type CatalogueFile = Omit<ReturnType<typeof createCatalogueReader>, 'read'> & { readable: boolean };

/** A row, or none where the file has an empty one, and how much of the file is read with it: 0 to 1. */
export interface Piece {
  row?: FileRow;
  part: number;
}

/** `size`: in bytes. Reading the rows throws {NoCatalogue} as soon as it is clear that the file is none. */
export interface OpenFile {
  unit: LineUnit;
  size: number;
  rows: Iterable<Piece> | AsyncIterable<Piece>;
}

/** `onProgress` gets the part that is read, 0 to 1. */
export async function readCatalogue(
  { rows, size }: Pick<OpenFile, 'rows' | 'size'>,
  categories: readonly Category[],
  onProgress: (part: number) => void = () => {},
): Promise<CatalogueFile> {
  const { read, ...file } = createCatalogueReader(categories);
  let paused = 0;
  try {
    for await (const { row, part } of rows) {
      if (row && !read(row)) break;
      if ((part - paused) * size < READ_AT_ONCE) continue;
      onProgress((paused = part));
      await setImmediate();
    }
    return { ...file, readable: true };
  } catch (error) {
    if (!(error instanceof NoCatalogue)) throw error;
    return { ...file, rows: [], faults: [error.fault], readable: false };
  }
}

/** With the name '' only the first characters count. `match`: what the columns of another shop's sheet are. */
export function openCatalogueFile(name: string, given: Uint8Array, match: ColumnMatch | null = null) {
  const bytes = fileText(given);
  const isJson = /\.json$/i.test(name) || (!/\.csv$/i.test(name) && startsJson(bytes));
  return { unit: isJson ? 'item' : 'line', size: bytes.length, rows: rowsOf(bytes, isJson, match) } as const;
}

function startsJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 1_000)));
}

/** What is no text of cells, by its first bytes, although it may be called so. */
const OTHER_FILES: readonly (readonly [RegExp, string])[] = [
  [/^\xD0\xCF/, 'a workbook of an old Excel'],
  [/^(?:\xEF\xBB\xBF)?\s*<(?:!doctype|\?xml|html|head|meta|table)\b/i, 'a web page, whatever it is called'],
  [/^%PDF/, 'a PDF'],
];

function whyNoText(bytes: Uint8Array): string | null {
  if (isPicture(bytes)) return 'this is a picture: choose the catalogue file, or a ZIP of it with its pictures';
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const [, kind] = OTHER_FILES.find(([pattern]) => pattern.test(start)) ?? [];
  if (kind !== undefined) return `this is ${kind}: open it in a sheet program, and save the sheet as CSV in UTF-8`;
  return isUtf8(bytes) && !bytes.includes(0) ? null : 'the file is not UTF-8 text: save it as CSV in UTF-8';
}

function* rowsOf(bytes: Uint8Array, isJson: boolean, match: ColumnMatch | null): Generator<Piece> {
  const reason = whyNoText(bytes);
  if (reason !== null) throw new NoCatalogue(1, [reason]);
  // Some programs write their mark before a mark.
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF+/, '');
  yield* isJson ? jsonRows(text) : csvRows(text, match);
}

/** The longest name of a column that is looked at. */
const MAX_COLUMN_NAME = 60;

const OPEN_QUOTE = 'a quote is opened and never closed, or the row is far too long';

function* csvRows(text: string, match: ColumnMatch | null): Generator<Piece> {
  let columns: readonly (string | null)[] | null = null;
  for (const { line, cells, end } of csvRecords(text)) {
    const part = end / text.length;
    if (cells?.length === 0) yield { part };
    else if (columns === null) columns = columnsOf(line, cells, match);
    else yield { row: { line, ...valueOf(cells, columns, match) }, part };
  }
  if (columns === null) throw new NoCatalogue(1, ['the file is empty']);
}

function columnsOf(line: number, cells: readonly string[] | null, match: ColumnMatch | null) {
  if (!cells) throw new NoCatalogue(line, [OPEN_QUOTE]);
  const header = cells.map((cell) => columnNameOf(cleanText(cell)).slice(0, MAX_COLUMN_NAME));
  const columns = match ? matched(header, match) : header;
  const reasons = headerFaults(columns.filter((name) => name !== null));
  if (reasons.length === 0) return columns;
  throw new NoCatalogue(line, reasons, header.length <= MAX_COLUMNS ? header : undefined);
}

function valueOf(cells: readonly string[] | null, columns: readonly (string | null)[], match: ColumnMatch | null) {
  if (!cells) return { reasons: [OPEN_QUOTE] };
  if (cells.length !== columns.length)
    return { reasons: [`the row has ${cells.length} values for ${columns.length} columns`] };
  const given = columns.flatMap((name, at) => (name === null ? [] : [[name, textOfCell(cells[at] ?? '')] as const]));
  const value = Object.fromEntries(given);
  return { value: match ? matchedCells(value) : value };
}

/** Lines are positions in the list, from 1. */
function* jsonRows(text: string): Generator<Piece> {
  let line = 1;
  try {
    const start = text.search(/\S/);
    if (text[start] !== '[') {
      // Only to tell what is wrong; a long one would block other requests.
      if (text.length <= MAX_ROW_CHARACTERS) JSON.parse(text);
      throw new NoCatalogue(1, ['the file must hold a JSON list of products, [{…}, {…}]']);
    }
    for (const { value, end } of itemsOf(text, start)) {
      yield { row: { line, value }, part: end / text.length };
      line += 1;
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const where = line > 1 ? `item ${line}: ` : '';
    throw new NoCatalogue(1, [`the file is not JSON: ${where}${error.message}`]);
  }
}

/** Parsed one by one: all at once would block other requests. @throws {SyntaxError} when the text is not JSON. */
function* itemsOf(text: string, open: number): Generator<{ value: unknown; end: number }> {
  let depth = 0;
  let start = open + 1;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    if (at - start > MAX_ROW_CHARACTERS) throw new SyntaxError('it is too long');
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) at += sign === '\\' ? 1 : 0;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (depth > 0) depth -= sign === '}' || sign === ']' ? 1 : 0;
    else if (sign === ',') {
      yield { value: JSON.parse(text.slice(start, at)), end: at };
      start = at + 1;
    } else if (sign === ']') {
      const last = text.slice(start, at);
      if (start > open + 1 || last.trim() !== '') yield { value: JSON.parse(last), end: at };
      if (text.slice(at + 1).trim() !== '') throw new SyntaxError('there is something after the list');
      return;
    }
  }
  throw new SyntaxError(isQuoted ? 'a quote is opened and never closed' : 'the list is not closed');
}
