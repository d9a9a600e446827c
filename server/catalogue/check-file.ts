/** Checks what is sent to be imported: one catalogue file, or a ZIP of it with the pictures that its rows name. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import pMap from 'p-map';
import { type Entry, type ZipFile, fromFdPromise, getFileNameLowLevel, validateFileName } from 'yauzl';
import { reasonOf } from '../../base/error-code.ts';
import { imageKind } from '../../domain/catalogue/catalogue-file.ts';
import type { RowFault } from '../../domain/catalogue/catalogue-reader.ts';
import type { ColumnMatch } from '../../domain/catalogue/match-columns.ts';
import { MAX_PICTURE_BYTES, pictureKey } from '../../domain/catalogue/picture.ts';
import { sentenceOf } from '../../messages/sentence.ts';
import type { Database } from '../db/connect.ts';
import type { Images } from '../images/images.ts';
import type { Catalogue } from './catalogue.ts';
import { settleRows } from './settle-rows.ts';
import {
  type CatalogueFile,
  type LineUnit,
  type OpenFile,
  openCatalogueFile,
  readCatalogue,
} from './catalogue-file.ts';
import type { ImportJob } from './import-job-store.ts';
import { MAX_CATALOGUE_BYTES, sentRows, type Upload } from './upload.ts';
import { type Comparison, type ImportRow, missingPictures } from './write-rows.ts';

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
  match: ColumnMatch | null;
  /** Called often. What it throws ends the check. */
  onProgress: (phase: NonNullable<ImportJob['phase']>, done: number, total: number) => void;
}

export type CheckedFile =
  | ({ ok: true; rows: ImportRow[]; unit: LineUnit } & Comparison)
  | { ok: false; error: string; faults: RowFault[]; unit: LineUnit };

/** Stores the pictures, and changes nothing else. */
export async function checkFile(
  upload: Upload,
  { replace, sent, match, onProgress }: CheckOptions,
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
  const whole = async () => (await upload.handle.read(Buffer.alloc(upload.bytes), 0, upload.bytes, 0)).buffer;
  const open: OpenFile =
    sent === null
      ? openCatalogueFile('', zip?.catalogue ?? (await whole()), match)
      : { unit: sent, size: upload.bytes, rows: sentRows(upload) };
  const { unit } = open;
  const file = await readCatalogue(open, await catalogue.categories(), onBytes);
  if (!file.readable) return { ok: false, error: 'This is not a catalogue file.', faults: file.faults, unit };
  const size = file.rows.length + file.faults.length;
  if (size === 0) {
    const effect = replace ? ': every product of the shop would be removed' : '';
    return { ok: false, error: `The file has no products${effect}.`, faults: [], unit };
  }
  const rows = await settleRows(database.kysely, file);
  const named = new Set(rows.flatMap(({ image }) => image ?? []));
  const { addresses, faults: pictureFaults } = await storePictures(named, zip, images, onProgress);
  const missing = await missingPictures(named, { kysely: database.kysely, images });
  const faults = [...file.faults, ...(zip ? [] : lackingZip(file))];
  for (const { line, row } of file.rows) {
    const { id, name: product = id, image = '' } = row;
    const reason = missing.has(image) ? `the shop has no picture ${image}` : pictureFaults.get(image);
    if (reason !== undefined) faults.push({ line, product, reasons: [reason] });
  }
  if (faults.length > 0) {
    const [bad, all] = [faults.length, size].map((count) => count.toLocaleString('en'));
    const error = `${bad} of ${all} rows ${faults.length === 1 ? 'is' : 'are'} bad.`;
    return { ok: false, error, faults: faults.toSorted((a, b) => a.line - b.line), unit };
  }
  for (const row of rows) row.image = addresses.get(row.image ?? '') ?? row.image;
  const comparison = await catalogue.compare(rows, {
    replace,
    onProgress: (done) => onProgress('comparing', done, rows.length),
  });
  const { summary, changes } = comparison;
  return { ok: true, rows, unit, summary, changes: { ...changes, dangers: { ...changes.dangers, ...file.dangers } } };
}

/** One line for all rows: else they hide the others. */
function lackingZip({ rows }: CatalogueFile): RowFault[] {
  const [first, ...others] = rows.filter(({ row }) => imageKind(row.image ?? '') === 'file');
  if (!first) return [];
  const { id, name: product = id, image } = first.row;
  const also = others.length === 0 ? '' : `, and those of ${others.length} more rows,`;
  const reason = `picture ${image}${also} ${also ? 'are files' : 'is a file'}: send a ZIP with the pictures`;
  return [{ line: first.line, product, reasons: [reason] }];
}

async function storePictures(
  named: ReadonlySet<string>,
  zip: CatalogueZip | null,
  images: CheckDependencies['images'],
  onProgress: CheckOptions['onProgress'],
) {
  if (!zip) return { addresses: new Map<string, string>(), faults: new Map<string, string>() };
  const names = [...named].filter((image) => imageKind(image) === 'file');
  const addresses = new Map<string, string>();
  const faults = new Map<string, string>();
  let done = 0;
  const store = async (name: string): Promise<void> => {
    const read = await zip.picture(name);
    if ('fault' in read) {
      faults.set(name, `picture ${name} ${read.fault}`);
    } else {
      const outcome = await images.storeProduct(read.bytes);
      if (outcome.ok) addresses.set(name, outcome.value.imgUrl);
      else faults.set(name, `picture ${name}: ${sentenceOf(outcome.reason)}`);
    }
    onProgress('pictures', (done += 1), names.length);
  };
  await pMap(names, store, { concurrency: PARALLEL_PICTURES });
  return { addresses, faults };
}

/** The most entries, and the most bytes of all files when they are unpacked: a ZIP of few MB can claim any number. */
const MAX_ENTRIES = 200_000;
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024 * 1024;

class BadZip extends Error {
  override name = 'BadZip';
}

type CatalogueZip = Awaited<ReturnType<typeof openCatalogueZip>>;

/** The file must stay open. @throws {BadZip} */
export async function openCatalogueZip(file: number) {
  const zip = await fromFdPromise(file, { decodeStrings: false }).catch(damaged);
  const entries = await entriesOf(zip).catch(damaged);
  const [name, entry] = catalogueOf(entries);
  if (entry.uncompressedSize > MAX_CATALOGUE_BYTES) {
    throw new BadZip(`${name} may have at most ${MAX_CATALOGUE_BYTES / 1024 / 1024} MB.`);
  }
  const folder = path.posix.dirname(name);
  const byKey = new Map([...entries].map(([name, entry]) => [pictureKey(name), entry]));
  return {
    catalogue: await read(zip, entry).catch(damaged),
    async picture(given: string): Promise<{ bytes: Uint8Array } | { fault: string }> {
      const name = path.posix.join(folder, given.replaceAll('\\', '/'));
      const found = entries.get(name.normalize('NFC')) ?? byKey.get(pictureKey(name));
      if (!found) return { fault: 'is missing' };
      if (found.uncompressedSize > MAX_PICTURE_BYTES) {
        return { fault: `has more than ${MAX_PICTURE_BYTES / 1024 / 1024} MB` };
      }
      return read(zip, found).then(
        (bytes) => ({ bytes }),
        () => ({ fault: 'is damaged' }),
      );
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new BadZip(`The ZIP has more than ${MAX_ENTRIES} files.`);
  const entries = new Map<string, Entry>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (name.endsWith('/') || isHidden(name)) continue;
    if (entry.isEncrypted()) throw new BadZip('The ZIP is encrypted: make one without a password.');
    bytes += entry.uncompressedSize;
    if (bytes > MAX_UNPACKED_BYTES) {
      throw new BadZip(`The ZIP has more than ${MAX_UNPACKED_BYTES / 1024 ** 3} GB when it is unpacked.`);
    }
    entries.set(path.posix.normalize(name).normalize('NFC'), entry);
  }
  return entries;
}

/** The flag of an entry whose name is UTF-8. */
const UTF8_NAME = 0x800;

/** Many programs write UTF-8 without saying so. */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = generalPurposeBitFlag | (isUtf8(fileNameRaw) ? UTF8_NAME : 0);
  const name = getFileNameLowLevel(flags, fileNameRaw, extraFields, false);
  const fault = validateFileName(name);
  if (fault) throw new BadZip(`The ZIP has a file outside of it: ${fault}.`);
  return name;
}

function isHidden(name: string): boolean {
  const parts = name.split('/');
  return parts.some((part) => part === '__MACOSX' || part.startsWith('~$') || (part.startsWith('.') && part !== '.'));
}

/** What files of office programs have in them. */
const WORKBOOK = /^(?:\[Content_Types\]\.xml|content\.xml|Index\.zip|Index\/.*\.iwa)$/;

/** The one catalogue file: the only one, or the only one that is not in a folder below. */
function catalogueOf(entries: ReadonlyMap<string, Entry>): [string, Entry] {
  const found = [...entries].filter(([name]) => /\.(?:csv|json)$/i.test(name));
  const depth = (name: string): number => name.split('/').length;
  const least = Math.min(...found.map(([name]) => depth(name)));
  const [first, second] = found.filter(([name]) => depth(name) === least);
  if (first && second) {
    throw new BadZip(`The ZIP has several catalogue files (${first[0]}, ${second[0]}): leave one of them.`);
  }
  if (first) return first;
  throw new BadZip(
    [...entries.keys()].some((name) => WORKBOOK.test(name))
      ? 'This is a workbook of Excel, LibreOffice or Numbers: save the sheet as CSV in UTF-8.'
      : 'The ZIP has no catalogue file: no name in it ends with .csv or .json.',
  );
}

async function read(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  if (!entry.canDecodeFileData()) throw new BadZip('The ZIP is packed in a way that the shop does not know.');
  // Ends with an error when there are more bytes than the entry says.
  return buffer(await zip.openReadStreamPromise(entry));
}

function damaged(error: unknown): never {
  if (error instanceof BadZip) throw error;
  throw new BadZip(`The ZIP is damaged: ${reasonOf(error)}.`);
}
