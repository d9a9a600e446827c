/**
 * A picture is six files, `<name>-{160,320,480}.{avif,webp}`. A logo has its own. Its name is never used for
 * another one. Rows have the address of one file.
 */
import { hash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pMap, { pMapSkip } from 'p-map';
import { done, type Outcome, refused } from '../../domain/outcome.ts';
import { MAX_PICTURE_BYTES, PICTURE_WIDTHS, pictureName, pictureUrl } from '../../domain/catalogue/picture.ts';
import { LOGO_ICONS, logoName, logoUrl } from '../../domain/shop/logo.ts';
import type { Subject } from './encode.ts';
import { cachedStore, contentTypeOf, createDiskStore, createS3Store } from './stores.ts';
import type { Settings } from '../environment.ts';

export type StoredPicture = Record<'imgUrl', string>;

export type Images = ReturnType<typeof createImages>;

/** The address of a picture file. No other address reaches the store. */
const ADDRESS = new RegExp(
  `^/images/([pu]/[A-Za-z0-9_-]{1,80}-(?:${PICTURE_WIDTHS.join('|')})\\.(?:avif|webp)|l/[a-z0-9-]{1,80}\\.(?:png|webp))$`,
);

const PARALLEL_LOOKUPS = 16;

const SUFFIXES = PICTURE_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);

const LOGO_SUFFIXES = ['-96.webp', '-96.png', ...Object.keys(LOGO_ICONS).map((file) => `-${file}`)];

const LARGEST = `-${Math.max(...PICTURE_WIDTHS)}.webp`;

export function createImages(storage: Settings['storage']) {
  const uncached = storage.kind === 's3' ? createS3Store(storage) : createDiskStore(storage.directory);
  const store = cachedStore(uncached);
  /** Backups that are being taken, and what is deleted after them. */
  let holders = 0;
  const toDelete = new Set<string>();

  const deleteFiles = async (name: string): Promise<void> => {
    await Promise.all(SUFFIXES.map((suffix) => store.delete(name + suffix)));
  };

  async function isThere(name: string): Promise<boolean> {
    const there = await Promise.all(suffixesOf(name).map((suffix) => store.has(name + suffix)));
    return there.every(Boolean);
  }

  /** Without bytes the file was too large to be read. */
  async function keep(name: string, bytes: Uint8Array | null, subject: Subject): Promise<Outcome<StoredPicture>> {
    if (bytes === null || bytes.byteLength > MAX_PICTURE_BYTES) return TOO_LARGE;
    const { encodePicture } = await import('./encode.ts');
    const encoded = await encodePicture(bytes, subject);
    if (!encoded.ok) return encoded;
    const { files, width } = encoded.value;
    const isLogo = subject === 'logo';
    const stored = isLogo ? `${name}-${width}` : name;
    await Promise.all(files.map(({ suffix, bytes }) => store.put(stored + suffix, bytes)));
    return done({ imgUrl: isLogo ? logoUrl(stored) : pictureUrl(stored) });
  }

  return {
    /** Stores a product's picture, whole or with `crop` cut to the shape of the cards. Equal files are stored once. */
    async storeProduct(bytes: Uint8Array | null, { crop = false } = {}): Promise<Outcome<StoredPicture>> {
      if (bytes === null) return TOO_LARGE;
      // A cut picture is another one than the whole one.
      const name = productName(hash('sha256', crop ? Buffer.concat([bytes, Buffer.from('4:3')]) : bytes));
      if (await isThere(name)) return done({ imgUrl: pictureUrl(name) });
      return keep(name, bytes, crop ? 'card' : 'product');
    },

    storeLogo: async (bytes: Uint8Array | null): Promise<Outcome<StoredPicture>> =>
      bytes ? keep(`l/${hash('sha256', bytes).slice(0, 16)}`, bytes, 'logo') : TOO_LARGE,

    async has(imgUrl: string): Promise<boolean> {
      const name = pictureName(imgUrl) ?? logoName(imgUrl);
      return name !== null && isThere(name);
    },

    /** The addresses of those product pictures that are stored, by the SHA-256 of their files in hexadecimal. */
    async known(sha256: readonly string[]): Promise<Record<string, string>> {
      const find = async (sum: string) => {
        const name = productName(sum);
        return (await isThere(name)) ? ([sum, pictureUrl(name)] as const) : pMapSkip;
      };
      return Object.fromEntries(await pMap(sha256, find, { concurrency: PARALLEL_LOOKUPS }));
    },

    /** Stores a person's picture, cut to a square, under a random name that nobody can guess. */
    storeProfile(bytes: Uint8Array | null): Promise<Outcome<StoredPicture>> {
      const name = `u/${randomBytes(16).toString('hex')}`;
      return keep(name, bytes, 'person').catch(async (error: unknown) => {
        // No row refers to the files that were stored.
        await Promise.allSettled(SUFFIXES.map((suffix) => store.delete(name + suffix)));
        throw error;
      });
    },

    /** Copies six files. `file` is the largest WebP. Returns the address that `storeProduct` would give it. */
    async storeReady(file: string): Promise<string> {
      const name = productName(hash('sha256', await readFile(file)));
      for (const suffix of SUFFIXES) {
        if (await store.has(name + suffix)) continue;
        await store.put(name + suffix, await readFile(file.slice(0, -LARGEST.length) + suffix));
      }
      return pictureUrl(name);
    },

    async read(address: string): Promise<{ body: Uint8Array; contentType: string } | null> {
      const key = ADDRESS.exec(address)?.[1];
      const body = key && (await store.get(key));
      return body ? { body, contentType: contentTypeOf(address) } : null;
    },

    /** Deletes the picture of this address. Ignores other addresses ('', http(s) ones). */
    async remove(imgUrl: string): Promise<void> {
      const name = pictureName(imgUrl);
      if (name === null) return;
      if (holders > 0) toDelete.add(name);
      else await deleteFiles(name);
    },

    filesOf: (name: string): Promise<{ key: string; bytes: Uint8Array }[]> =>
      pMap(suffixesOf(name), async (suffix) => {
        const bytes = await uncached.get(name + suffix);
        return bytes === null ? pMapSkip : { key: name + suffix, bytes };
      }),

    /** Stores a file of a backup under its key. @throws when that is no key of a picture file. */
    async storeFile(key: string, bytes: Uint8Array): Promise<void> {
      if (!ADDRESS.test(`/images/${key}`)) throw new Error(`${key} is no picture file of the shop`);
      await uncached.put(key, bytes);
    },

    /** Nothing is deleted until the returned function is called: a backup reads pictures after the rows. */
    holdDeletions(): () => Promise<void> {
      holders += 1;
      return async () => {
        holders -= 1;
        if (holders > 0) return;
        for (const name of toDelete) {
          toDelete.delete(name);
          await deleteFiles(name);
        }
      };
    },
  };
}

function suffixesOf(name: string): readonly string[] {
  return name.startsWith('l/') ? LOGO_SUFFIXES : SUFFIXES;
}

/** Short, because every card has it. With a million pictures, two have the same name in one of 30 million shops. */
function productName(sha256: string): string {
  return `p/${sha256.slice(0, 16)}`;
}

const TOO_LARGE = refused(413, { code: 'picture-too-large', limit: MAX_PICTURE_BYTES });
