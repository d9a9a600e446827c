/** Reading the operator's catalogue file: CSV or JSON, decided by the file name, else by the first characters. */
import { createCatalogueReader } from '../domain/catalogue-file.ts';
import { readCatalogueCsv, unreadable } from '../server/catalogue/csv.ts';
import type { ReadCatalogue } from '../server/catalogue/csv.ts';
import { reasonOf } from './failure.ts';

export interface CatalogueFile extends ReadCatalogue {
  /** What the fault's line numbers count: lines of CSV, or items of a JSON list. */
  unit: 'line' | 'item';
  /** The number of rows, good and bad. */
  size: number;
}

/** Reads a whole file. Never throws: `faults` says what is wrong. */
export function readCatalogueFile(name: string, given: Uint8Array): CatalogueFile {
  const bytes = withoutNpm(given);
  const isJson = /\.json$/i.test(name) || (!/\.csv$/i.test(name) && startsList(bytes));
  const read = isJson ? readCatalogueJson(bytes) : readCatalogueCsv(bytes);
  return { ...read, unit: isJson ? 'item' : 'line', size: read.rows.length + read.faults.length };
}

function readCatalogueJson(bytes: Uint8Array): ReadCatalogue {
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `the file is not JSON: ${reasonOf(error)}` : 'the file is not UTF-8 text';
    return unreadable({ line: 1, reasons: [reason] });
  }
  if (!Array.isArray(list)) return unreadable({ line: 1, reasons: ['the file must hold a list of products'] });
  const reader = createCatalogueReader();
  list.forEach((value: unknown, at) => reader.read(at + 1, value));
  return { ...reader, readable: true };
}

function startsList(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*\[/.test(new TextDecoder().decode(bytes.subarray(0, 1_000)));
}

/**
 * Removes the lines that npm itself prints when `npm run shop -- products export > FILE` wrote the file. Their line
 * ends stay, so that later lines keep their numbers.
 */
function withoutNpm(bytes: Uint8Array): Uint8Array {
  const [printed] = /^\r?\n?(?:> .*\r?\n)+/.exec(Buffer.from(bytes.subarray(0, 4_000)).toString('latin1')) ?? [];
  if (printed === undefined) return bytes;
  return Buffer.concat([Buffer.from(printed.replace(/[^\n]/g, '')), bytes.subarray(printed.length)]);
}
