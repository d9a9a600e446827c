import type { Category } from '../../domain/catalogue/catalogue.ts';
import { LostLetters, TooManyRows, createCatalogueReader } from '../../domain/catalogue/catalogue-file.ts';
import type { CatalogueRow, FileRow, RowFault } from '../../domain/catalogue/catalogue-file.ts';
import { fileText } from '../../base/file-text.ts';
import { pictureFormat } from '../images/format.ts';
import { readCsv } from './csv.ts';
import { readJson } from './json.ts';

export type LineUnit = 'line' | 'item';

export interface CatalogueFile {
  rows: CatalogueRow[];
  /** Sorted by line; the header is line 1. Import only when this is empty. */
  faults: RowFault[];
  lines: ReadonlyMap<string, number>;
  /** If not, `faults` has the one reason. */
  readable: boolean;
  size: number;
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
  const size = rows.length + faults.length;
  if (fault === null) return { rows, faults, lines, readable: true, size };
  return { rows: [], faults: [fault], lines: new Map(), readable: false, size: 1 };
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
