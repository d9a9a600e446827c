/** Reading the operator's catalogue file: CSV or JSON, by its name, else by how it begins. */
import { createCatalogueReader } from '../domain/catalogue-file.ts';
import { readCatalogueCsv, unreadable } from '../server/catalogue/csv.ts';
import type { ReadCatalogue } from '../server/catalogue/csv.ts';
import { reasonOf } from './failure.ts';

export interface CatalogueFile extends ReadCatalogue {
  /** What the faults' numbers count: lines of CSV, or items of a list in JSON. */
  unit: 'line' | 'item';
  /** How many rows there are, good or bad. */
  size: number;
}

/** Reads a whole file. Never throws: what is wrong is in `faults`. */
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
 * The file without the lines that npm itself prints when `npm run shop -- products export > FILE` made it. Their line
 * ends stay, so that later lines keep their numbers.
 */
function withoutNpm(bytes: Uint8Array): Uint8Array {
  const [printed] = /^\r?\n?(?:> .*\r?\n)+/.exec(Buffer.from(bytes.subarray(0, 4_000)).toString('latin1')) ?? [];
  if (printed === undefined) return bytes;
  return Buffer.concat([Buffer.from(printed.replace(/[^\n]/g, '')), bytes.subarray(printed.length)]);
}
