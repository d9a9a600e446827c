import pMap from 'p-map';
import { sentenceOf } from '../../messages/sentence.ts';
import { type CatalogueRow, type RowFault, imageKind } from '../../domain/catalogue/catalogue-file.ts';
import type { Database } from '../db/connect.ts';
import type { Images } from '../images/images.ts';
import type { Catalogue } from './catalogue.ts';
import { type CatalogueFile, type LineUnit, openCatalogueFile, readCatalogue } from './catalogue-file.ts';
import type { Comparison } from './compare.ts';
import type { ImportJob } from './import-job.ts';
import { missingPictures } from './own-pictures.ts';
import { readSentRows } from './sent-rows.ts';
import type { Upload } from './upload.ts';
import { BadZip, type CatalogueZip, openCatalogueZip } from './zip.ts';

/** Two are decoded at a time. */
const PARALLEL_PICTURES = 4;

export interface CheckDependencies {
  database: Pick<Database, 'kysely'>;
  catalogue: Pick<Catalogue, 'compare' | 'categories'>;
  images: Pick<Images, 'has' | 'storeProduct'>;
}

export interface CheckOptions {
  replace: boolean;
  /** Not null when the command line sends rows: what their lines count. */
  sent: LineUnit | null;
  /** Called often. What it throws ends the check. */
  onProgress: (phase: NonNullable<ImportJob['phase']>, done: number, total: number) => void;
}

export type CheckedFile =
  | ({ ok: true; rows: CatalogueRow[]; unit: LineUnit } & Comparison)
  | { ok: false; error: string; faults: RowFault[]; unit: LineUnit };

/** Stores the pictures, and changes nothing else. */
export async function checkFile(
  upload: Upload,
  { replace, sent, onProgress }: CheckOptions,
  { database, catalogue, images }: CheckDependencies,
): Promise<CheckedFile> {
  let zip: CatalogueZip | null = null;
  try {
    if (upload.isZip && sent === null) zip = await openCatalogueZip(upload.handle.fd);
  } catch (error) {
    if (!(error instanceof BadZip)) throw error;
    return { ok: false, error: error.message, faults: [], unit: 'line' };
  }
  const onBytes = (part: number) => onProgress('reading', Math.floor(part * upload.bytes), upload.bytes);
  const { unit, readRows } =
    sent === null
      ? openCatalogueFile('', zip?.catalogue ?? (await readAll(upload)), onBytes)
      : { unit: sent, readRows: readSentRows(upload, onBytes) };
  const file = await readCatalogue(readRows, await catalogue.categories());
  if (!file.readable) return { ok: false, error: 'This is not a catalogue file.', faults: file.faults, unit };
  if (file.size === 0) {
    const effect = replace ? ': every product of the shop would be removed' : '';
    return { ok: false, error: `The file has no products${effect}.`, faults: [], unit };
  }
  const { addresses, faults: pictureFaults } = await storePictures(file.rows, zip, images, onProgress);
  const named = new Set(file.rows.map(({ image }) => image));
  const missing = await missingPictures(named, { kysely: database.kysely, images });
  const faults = [...file.faults, ...(zip ? [] : lackingZip(file))];
  for (const { id, name, image } of file.rows) {
    const reason = missing.has(image) ? `the shop has no picture ${image}` : pictureFaults.get(image);
    if (reason !== undefined) faults.push({ line: file.lines.get(id) ?? 0, product: name, reasons: [reason] });
  }
  if (faults.length > 0) {
    const [bad, all] = [faults.length, file.size].map((count) => count.toLocaleString('en'));
    const error = `${bad} of ${all} rows ${faults.length === 1 ? 'is' : 'are'} bad.`;
    return { ok: false, error, faults: faults.toSorted((a, b) => a.line - b.line), unit };
  }
  const rows = file.rows.map((row) => Object.assign(row, { image: addresses.get(row.image) ?? row.image }));
  const comparison = await catalogue.compare(rows, {
    replace,
    onProgress: (done) => onProgress('comparing', done, rows.length),
  });
  return { ok: true, rows, unit, ...comparison };
}

async function readAll({ handle, bytes }: Upload): Promise<Uint8Array> {
  const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
  return buffer;
}

/** One line for all rows: else they hide the others. */
function lackingZip({ rows, lines }: CatalogueFile): RowFault[] {
  const [first, ...others] = rows.filter(({ image }) => imageKind(image) === 'file');
  if (!first) return [];
  const also = others.length === 0 ? '' : `, and those of ${others.length} more rows,`;
  const reason = `picture ${first.image}${also} ${also ? 'are files' : 'is a file'}: send a ZIP with the pictures`;
  return [{ line: lines.get(first.id) ?? 0, product: first.name, reasons: [reason] }];
}

async function storePictures(
  rows: readonly CatalogueRow[],
  zip: CatalogueZip | null,
  images: CheckDependencies['images'],
  onProgress: CheckOptions['onProgress'],
) {
  if (!zip) return { addresses: new Map<string, string>(), faults: new Map<string, string>() };
  const names = [...new Set(rows.map(({ image }) => image).filter((image) => imageKind(image) === 'file'))];
  const addresses = new Map<string, string>();
  const faults = new Map<string, string>();
  let done = 0;
  const store = async (name: string): Promise<void> => {
    const read = await zip.picture(name);
    if ('fault' in read) {
      faults.set(name, `picture ${name} ${read.fault}`);
    } else {
      const outcome = await images.storeProduct(read.bytes);
      if (outcome.kind === 'stored') addresses.set(name, outcome.imgUrl);
      else faults.set(name, `picture ${name}: ${sentenceOf(outcome.reason)}`);
    }
    onProgress('pictures', (done += 1), names.length);
  };
  await pMap(names, store, { concurrency: PARALLEL_PICTURES });
  return { addresses, faults };
}
