import { readCatalogueCsv } from './csv.ts';
import type { ReadCatalogue } from './csv.ts';
import { readCatalogueJson } from './json.ts';

export interface CatalogueFile extends ReadCatalogue {
  unit: 'line' | 'item';
  size: number;
}

/** With pauses for other requests. With the name '' only the first characters count. Throws only what `onProgress` (0 to 1) throws. */
export async function readCatalogueFile(
  name: string,
  given: Uint8Array,
  onProgress?: (part: number) => void,
): Promise<CatalogueFile> {
  const bytes = withoutNpm(given);
  const isJson = /\.json$/i.test(name) || (!/\.csv$/i.test(name) && startsJson(bytes));
  const read = await (isJson ? readCatalogueJson : readCatalogueCsv)(bytes, onProgress);
  return { ...read, unit: isJson ? 'item' : 'line', size: read.rows.length + read.faults.length };
}

function startsJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 1_000)));
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
