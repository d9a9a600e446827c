/** One catalogue file, and the pictures that its rows name, relative to it. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Entry, type ZipFile, fromFdPromise, validateFileName } from 'yauzl';
import { MAX_PICTURE_BYTES } from '../../domain/catalogue/picture.ts';
import { MAX_CATALOGUE_BYTES } from './upload.ts';

/** The most entries, and the most bytes of all files when they are unpacked: a ZIP of few MB can claim any number. */
const MAX_ENTRIES = 200_000;
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024 * 1024;

export class BadZip extends Error {
  override name = 'BadZip';
}

export interface CatalogueZip {
  catalogue: Uint8Array;
  picture(name: string): Promise<{ bytes: Uint8Array } | { fault: string }>;
}

/** The file must stay open. @throws {BadZip} */
export async function openCatalogueZip(file: number): Promise<CatalogueZip> {
  const zip = await fromFdPromise(file).catch(damaged);
  const entries = await entriesOf(zip);
  const catalogue = catalogueOf(entries);
  const [name, entry] = catalogue;
  if (entry.uncompressedSize > MAX_CATALOGUE_BYTES) {
    throw new BadZip(`${name} may have at most ${MAX_CATALOGUE_BYTES / 1024 / 1024} MB.`);
  }
  const folder = path.posix.dirname(name);
  // For catalogues that were written where capital letters make no difference.
  const anyCase = new Map([...entries].map(([name, entry]) => [name.toLowerCase(), entry]));
  return {
    catalogue: await read(zip, entry).catch(damaged),
    async picture(given) {
      const name = path.posix.join(folder, given.replaceAll('\\', '/')).normalize('NFC');
      const found = entries.get(name) ?? anyCase.get(name.toLowerCase());
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
  try {
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
  } catch (error) {
    damaged(error);
  }
  return entries;
}

/** Many programs write UTF-8 without saying so. */
function nameOf({ fileName, fileNameRaw }: Entry): string {
  if (!isUtf8(fileNameRaw)) return fileName;
  const name = new TextDecoder().decode(fileNameRaw).replaceAll('\\', '/');
  const fault = validateFileName(name);
  if (fault) throw new BadZip(outside(fault));
  return name;
}

function isHidden(name: string): boolean {
  const parts = name.split('/');
  return parts.some((part) => part === '__MACOSX' || (part.startsWith('.') && part !== '.'));
}

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
    entries.has('[Content_Types].xml')
      ? 'This is a document of an office program: save the sheet as CSV in UTF-8.'
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
  const reason = error instanceof Error ? error.message : String(error);
  const isOutside = /^(?:absolute path|invalid relative path|invalid characters)/.test(reason);
  throw new BadZip(isOutside ? outside(reason) : `The ZIP is damaged: ${reason}.`);
}

function outside(reason: string): string {
  return `The ZIP has a file outside of it: ${reason}.`;
}
