/** Picture files that a catalogue names: reads and checks them, and sends those that the shop does not have yet. */
import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { MAX_PICTURE_BYTES, pictureKey } from '../domain/catalogue/picture.ts';
import { codeOf, reasonOf } from '../base/error-code.ts';
import { isPicture } from '../server/images/format.ts';
import { Refusal, type ShopClient } from './client.ts';
import { type Call } from './command.ts';

/** Each file's address in the shop, or why there is none, by its name. */
export type SentPictures = Awaited<ReturnType<typeof sendPictures>>;

/** Files that are read in parallel, files that are sent in parallel, and hashes in one request. */
const PARALLEL_READS = 8;
const PARALLEL_UPLOADS = 3;
const HASHES_PER_REQUEST = 500;

/** Sends the files of these names in a folder. A bad picture becomes a fault; a shop that does not answer is thrown. */
export async function sendPictures(
  { shop, progress }: Pick<Call, 'shop' | 'progress'>,
  names: readonly string[],
  folder: string,
) {
  const faults = new Map<string, string>();
  const pathOf = createFinder(folder);
  const namesByHash = new Map<string, string[]>();
  let done = 0;
  const read = async (name: string): Promise<void> => {
    const file = await readPicture(await pathOf(name));
    if ('fault' in file) faults.set(name, `picture ${name} ${file.fault}`);
    else {
      const sum = hash('sha256', file.bytes);
      namesByHash.set(sum, [...(namesByHash.get(sum) ?? []), name]);
    }
    progress.show('Reading pictures', (done += 1), names.length);
  };
  await pMap(names, read, { concurrency: PARALLEL_READS });

  const sums = [...namesByHash.keys()];
  const known = new Map<string, string>();
  for (let at = 0; at < sums.length; at += HASHES_PER_REQUEST) {
    const { pictures } = await shop().run('pictures.known', { sha256: sums.slice(at, at + HASHES_PER_REQUEST) });
    for (const [sum, address] of Object.entries(pictures)) known.set(sum, address);
  }
  const unknown = [...namesByHash].filter(([sum]) => !known.has(sum));
  let sent = 0;
  const send = async ([sum, [name = '', ...others]]: [string, string[]]): Promise<void> => {
    const outcome = await sendPicture(await pathOf(name), shop());
    if ('address' in outcome) known.set(sum, outcome.address);
    else for (const same of [name, ...others]) faults.set(same, `picture ${same}: ${outcome.fault}`);
    progress.show('Sending pictures', (sent += 1), unknown.length);
  };
  await pMap(unknown, send, { concurrency: PARALLEL_UPLOADS });
  const addresses = [...namesByHash].flatMap(([sum, same]) => {
    const address = known.get(sum);
    return address === undefined ? [] : same.map((name) => [name, address] as const);
  });
  return { addresses: new Map(addresses), faults, sent: unknown.filter(([sum]) => known.has(sum)).length };
}

async function sendPicture(file: string, shop: ShopClient): Promise<{ address: string } | { fault: string }> {
  const picture = await readPicture(file);
  if ('fault' in picture) return picture;
  try {
    const request = { method: 'POST', body: picture.bytes, contentType: 'application/octet-stream' } as const;
    return { address: (await shop.call<{ imgUrl: string }>('/pictures', request)).imgUrl };
  } catch (error) {
    if (error instanceof Refusal && [413, 415, 422].includes(error.status)) return { fault: error.message };
    throw error;
  }
}

/** Finds a file as it is named in a ZIP: any case, either slash, letters that look the same. */
function createFinder(folder: string): (name: string) => Promise<string> {
  const folders = new Map<string, Promise<Map<string, string>>>();
  const read = async (at: string) => {
    const names = await readdir(at).catch((): string[] => []);
    return new Map(names.flatMap((name) => [[pictureKey(name), name] as const]));
  };
  return async (name) => {
    const exact = path.resolve(folder, name);
    if (await stat(exact).catch(() => null)) return exact;
    let found = folder;
    for (const part of name.split(/[\\/]/)) {
      if (!folders.has(found)) folders.set(found, read(found));
      found = path.join(found, (await folders.get(found))?.get(pictureKey(part)) ?? part);
    }
    return found;
  };
}

async function readPicture(file: string): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { fault: string }> {
  try {
    const entry = await stat(file);
    if (!entry.isFile()) return { fault: 'is not a file' };
    if (entry.size > MAX_PICTURE_BYTES) return { fault: `has more than ${MAX_PICTURE_BYTES / 1024 / 1024} MB` };
    const bytes = new Uint8Array(await readFile(file));
    return isPicture(bytes) ? { bytes } : { fault: 'is not a JPEG, PNG, WebP, AVIF or GIF picture' };
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
    return { fault: isMissing ? 'is missing' : `cannot be read (${codeOf(error) ?? reasonOf(error)})` };
  }
}
