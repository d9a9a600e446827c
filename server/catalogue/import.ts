/** What comes in of the catalogue from outside the process: an import's rows and a product's new fields, read and checked. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import pMap, { pMapSkip } from 'p-map';
import { createCatalogueReader, imageKind, parseCatalogueRow } from '../../domain/catalogue-file.ts';
import type { CatalogueRow, RowFault } from '../../domain/catalogue-file.ts';
import { LineTooLong, linesOf } from '../../domain/lines.ts';
import type { Catalogue } from './catalogue.ts';
import type { ChangeOutcome } from './write.ts';
import type { Database } from '../db/connect.ts';
import { productPictureUrl } from '../images/images.ts';
import type { Images } from '../images/images.ts';

/** The most rows of one import, and the most bytes that it may take. */
const MOST_IMPORT_ROWS = 1_000_000;
const MOST_IMPORT_BYTES = 512 * 1024 * 1024;

/** Pictures that are looked for at a time. */
const LOOKS = 16;

/** How long the rows may keep everybody else waiting, in ms. */
const PATIENCE_MS = 8;

/** The rows of an import, or why there are none; the line of a fault is the row's place in the body, from 1. */
export type ReadImport =
  | { ok: true; rows: CatalogueRow[] }
  | { ok: false; status: 400 | 413 | 422; detail: string; faults?: RowFault[] };

export interface CatalogueImport {
  /**
   * Reads an import's body: one row of the catalogue file as JSON on each line. Changes nothing. As many rows as were
   * announced, so that a body that broke off is never taken for a shorter catalogue; and an empty one replaces none.
   */
  read(body: AsyncIterable<Uint8Array> | null, announced: { rows: number; replace: boolean }): Promise<ReadImport>;
  /** The addresses of those product pictures that the shop has already, by the SHA-256 of their files. */
  knownPictures(sha256: readonly string[]): Promise<Record<string, string>>;
  /** Gives some of a product's fields new values, as the catalogue file writes them. */
  set(id: string, fields: Readonly<Record<string, unknown>>): Promise<ChangeOutcome>;
}

interface Shop {
  database: Pick<Database, 'kysely'>;
  catalogue: Pick<Catalogue, 'change'>;
  images: Pick<Images, 'has'>;
}

export function createCatalogueImport({ database: { kysely }, catalogue, images }: Shop): CatalogueImport {
  /** Those of these addresses of own pictures that there are no pictures of. What products show already is there. */
  async function missingPictures(addresses: ReadonlySet<string>): Promise<Set<string>> {
    const own = [...addresses].filter((address) => imageKind(address) === 'own');
    if (own.length === 0) return new Set();
    const { rows: shown } = await sql<{ image: string }>`
      select distinct image from products
      join jsonb_array_elements_text(${JSON.stringify(own)}::jsonb) as asked(address) on asked.address = image`.execute(
      kysely,
    );
    const there = new Set(shown.map(({ image }) => image));
    const unknown = own.filter((address) => !there.has(address));
    const look = async (address: string) => ((await images.has(address)) ? pMapSkip : address);
    return new Set(await pMap(unknown, look, { concurrency: LOOKS }));
  }

  return {
    async read(body, announced) {
      if (announced.rows > MOST_IMPORT_ROWS) {
        return { ok: false, status: 413, detail: `An import may have at most ${MOST_IMPORT_ROWS} rows.` };
      }
      if (announced.replace && announced.rows === 0) {
        return { ok: false, status: 422, detail: 'An empty import with replace would remove every product.' };
      }
      const reader = createCatalogueReader();
      let line = 0;
      try {
        const lines = linesOf(textOf(body ?? []), MOST_ROW_CHARACTERS);
        for await (const text of lines) reader.read((line += 1), JSON.parse(text));
      } catch (error) {
        const fault = bodyFault(error, line);
        if (fault === null) throw error;
        return fault;
      }
      if (line !== announced.rows) {
        return { ok: false, status: 400, detail: `The body has ${line} rows and not ${announced.rows} as announced.` };
      }
      const missing = await missingPictures(new Set(reader.rows.map(({ image }) => image)));
      const faults = [...reader.faults];
      for (const { id, image } of reader.rows) {
        const reason = imageFault(image, missing);
        if (reason !== null) faults.push({ line: reader.lines.get(id) ?? 0, reasons: [reason] });
      }
      if (faults.length === 0) return { ok: true, rows: reader.rows };
      return {
        ok: false,
        status: 422,
        detail: `${faults.length} of ${line} rows are bad.`,
        faults: faults.toSorted((a, b) => a.line - b.line),
      };
    },

    async knownPictures(sha256) {
      const look = async (hash: string) => {
        const address = productPictureUrl(hash);
        return (await images.has(address)) ? ([hash, address] as const) : pMapSkip;
      };
      return Object.fromEntries(await pMap(sha256, look, { concurrency: LOOKS }));
    },

    async set(id, fields) {
      const unfit = ['id', 'type'].filter((field) => Object.hasOwn(fields, field));
      if (unfit.length > 0) return { kind: 'refused', reasons: unfit.map((field) => `${field} cannot be changed`) };
      const missing = await missingPictures(new Set([String(fields.image ?? '').trim()]));
      return catalogue.change(id, ({ type: _, ...current }) => {
        const parsed = parseCatalogueRow({ ...current, ...fields });
        const reason = parsed.ok && fields.image !== undefined ? imageFault(parsed.row.image, missing) : null;
        return reason === null ? parsed : { ok: false, reasons: [reason] };
      });
    },
  };
}

/** Why a row's image cannot be taken: it is known by its address, not by the name of a file on another machine. */
function imageFault(image: string, missing: ReadonlySet<string>): string | null {
  if (missing.has(image)) return `the shop has no picture ${image}`;
  return imageKind(image) === 'file' ? `image ${image} is a file's name: send the picture and give its address` : null;
}

/** The longest row, in characters: every field at its limit and escaped. */
const MOST_ROW_CHARACTERS = 64 * 1024;

class TooLarge extends Error {}

/** What a body is refused with that cannot be read; null for any other error. */
function bodyFault(error: unknown, line: number): ReadImport | null {
  if (error instanceof TooLarge) return { ok: false, status: 413, detail: error.message };
  if (error instanceof LineTooLong) return { ok: false, status: 413, detail: 'A row of the body is too long.' };
  if (error instanceof SyntaxError) return { ok: false, status: 400, detail: `Row ${line} of the body is not JSON.` };
  const encoding = error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return encoding ? { ok: false, status: 400, detail: 'The body is not UTF-8 text.' } : null;
}

/** A body's text, with pauses for other requests. */
async function* textOf(body: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let since = performance.now();
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_IMPORT_BYTES) {
      throw new TooLarge(`An import may have at most ${MOST_IMPORT_BYTES / 1024 / 1024} MB.`);
    }
    yield decoder.decode(chunk, { stream: true });
    if (performance.now() - since > PATIENCE_MS) {
      await setImmediate();
      since = performance.now();
    }
  }
  yield decoder.decode();
}
