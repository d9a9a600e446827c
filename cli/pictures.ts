/** Picture files that a catalogue file names: reads and checks them, and sends those that the shop does not have yet. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { z } from 'zod';
import { imageKind } from '../domain/catalogue-file.ts';
import type { CatalogueRow } from '../domain/catalogue-file.ts';
import { MAX_PICTURE_BYTES } from '../domain/picture.ts';
import { pictureFormat } from '../server/images/format.ts';
import { Refusal } from './client.ts';
import type { ShopClient } from './client.ts';
import { codeOf, reasonOf } from './failure.ts';
import type { Progress } from './progress.ts';

export interface PictureOptions {
  folder: string;
  shop: ShopClient;
  dryRun: boolean;
  progress: Progress;
}

/** The result for each file name: the picture's address in the shop, or why there is none. */
export interface SentPictures {
  addresses: ReadonlyMap<string, string>;
  faults: ReadonlyMap<string, string>;
  sent: number;
}

/** Files that are read in parallel, files that are sent in parallel, and hashes in one request. */
const PARALLEL_READS = 8;
const PARALLEL_UPLOADS = 3;
const HASHES_PER_REQUEST = 500;

const knownAnswer = z.object({ pictures: z.record(z.string(), z.string()) });
const storedAnswer = z.object({ imgUrl: z.string() });

export function pictureFiles(rows: readonly CatalogueRow[]): string[] {
  return [...new Set(rows.map(({ image }) => image).filter((image) => imageKind(image) === 'file'))];
}

/** Sends the pictures of these names. A bad picture becomes a fault; a shop that does not answer is thrown. */
export async function sendPictures(names: readonly string[], options: PictureOptions): Promise<SentPictures> {
  const { folder, shop, dryRun, progress } = options;
  const faults = new Map<string, string>();
  const addresses = new Map<string, string>();
  const namesByHash = new Map<string, string[]>();
  let done = 0;
  const read = async (name: string): Promise<void> => {
    const file = await readPicture(path.resolve(folder, name));
    if ('fault' in file) faults.set(name, `picture ${name} ${file.fault}`);
    else {
      const hash = createHash('sha256').update(file.bytes).digest('hex');
      namesByHash.set(hash, [...(namesByHash.get(hash) ?? []), name]);
    }
    progress.show('Reading pictures', (done += 1), names.length);
  };
  await pMap(names, read, { concurrency: PARALLEL_READS });

  const known = await knownPictures([...namesByHash.keys()], shop);
  const unknown = [...namesByHash].filter(([hash]) => !known.has(hash));
  let sent = 0;
  const send = async ([hash, sameNames]: [string, string[]]): Promise<void> => {
    const outcome = await sendPicture(path.resolve(folder, sameNames[0] ?? ''), { shop, dryRun });
    if ('address' in outcome) known.set(hash, dryRun ? dryRunAddress(hash) : outcome.address);
    else for (const name of sameNames) faults.set(name, `picture ${name}: ${outcome.fault}`);
    progress.show(dryRun ? 'Checking pictures' : 'Sending pictures', (sent += 1), unknown.length);
  };
  await pMap(unknown, send, { concurrency: PARALLEL_UPLOADS });

  for (const [hash, sameNames] of namesByHash) {
    const address = known.get(hash);
    if (address !== undefined) for (const name of sameNames) addresses.set(name, address);
  }
  return { addresses, faults, sent: unknown.filter(([hash]) => known.has(hash)).length };
}

async function knownPictures(hashes: readonly string[], shop: ShopClient): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (let at = 0; at < hashes.length; at += HASHES_PER_REQUEST) {
    const request = { method: 'POST', json: { sha256: hashes.slice(at, at + HASHES_PER_REQUEST) } } as const;
    const { pictures } = await shop.call('/pictures/known', knownAnswer, request);
    for (const [hash, address] of Object.entries(pictures)) known.set(hash, address);
  }
  return known;
}

/** The address of a picture that a dry run does not send. No product has it, so the row counts as changed. */
function dryRunAddress(hash: string): string {
  return `https://not-sent.invalid/${hash}`;
}

async function sendPicture(
  file: string,
  { shop, dryRun }: Pick<PictureOptions, 'shop' | 'dryRun'>,
): Promise<{ address: string } | { fault: string }> {
  const picture = await readPicture(file);
  if ('fault' in picture) return picture;
  try {
    const request = { method: 'POST', body: picture.bytes, contentType: 'application/octet-stream' } as const;
    const { imgUrl } = await shop.call(`/pictures${dryRun ? '?dryRun=true' : ''}`, storedAnswer, request);
    return { address: imgUrl };
  } catch (error) {
    if (error instanceof Refusal && [413, 415, 422].includes(error.status)) return { fault: error.message };
    throw error;
  }
}

async function readPicture(file: string): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { fault: string }> {
  try {
    const { size, isFile } = await stat(file).then((entry) => ({ size: entry.size, isFile: entry.isFile() }));
    if (!isFile) return { fault: 'is not a file' };
    if (size > MAX_PICTURE_BYTES) return { fault: `has more than ${MAX_PICTURE_BYTES / 1024 / 1024} MB` };
    const bytes = new Uint8Array(await readFile(file));
    return pictureFormat(bytes) ? { bytes } : { fault: 'is not a JPEG, PNG, WebP, AVIF or GIF picture' };
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');
    return { fault: isMissing ? 'is missing' : `cannot be read (${codeOf(error) ?? reasonOf(error)})` };
  }
}
