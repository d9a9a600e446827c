/**
 * Catalogue data from the operator's requests: parses and checks the rows of an import and the new fields of a product.
 */
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

/** The maximum rows and bytes of one import. */
const MAX_IMPORT_ROWS = 1_000_000;
const MAX_IMPORT_BYTES = 512 * 1024 * 1024;

/** Pictures that are looked up in parallel. */
const PARALLEL_LOOKUPS = 16;

/** How long parsing may block other requests, in ms. */
const MAX_BLOCKING_MS = 8;

/** The rows of an import, or why it is refused. A fault's line is the row's position in the body, from 1. */
export type ReadImport =
  | { ok: true; rows: CatalogueRow[] }
  | { ok: false; status: 400 | 413 | 422; detail: string; faults?: RowFault[] };

export interface CatalogueImport {
  /**
   * Reads an import's body: one row of the catalogue file as JSON on each line. Changes nothing. The number of rows
   * must be the announced one, so that an interrupted body is never imported as a shorter catalogue. An empty import
   * never replaces anything.
   */
  read(body: AsyncIterable<Uint8Array> | null, announced: { rows: number; replace: boolean }): Promise<ReadImport>;
  /** The addresses of the product pictures that the shop already has, by the SHA-256 of their files. */
  knownPictures(sha256: readonly string[]): Promise<Record<string, string>>;
  /** Sets some fields of a product; values as in the catalogue file. */
  set(id: string, fields: Readonly<Record<string, unknown>>): Promise<ChangeOutcome>;
}

interface Dependencies {
  database: Pick<Database, 'kysely'>;
  catalogue: Pick<Catalogue, 'change'>;
  images: Pick<Images, 'has'>;
}

export function createCatalogueImport({ database: { kysely }, catalogue, images }: Dependencies): CatalogueImport {
  /** The own pictures among the addresses that do not exist. Pictures that products already have are not checked. */
  async function missingPictures(addresses: ReadonlySet<string>): Promise<Set<string>> {
    const own = [...addresses].filter((address) => imageKind(address) === 'own');
    if (own.length === 0) return new Set();
    const { rows: shown } = await sql<{ image: string }>`
      select distinct image from products
      join jsonb_array_elements_text(${JSON.stringify(own)}::jsonb) as asked(address) on asked.address = image`.execute(
      kysely,
    );
    const existing = new Set(shown.map(({ image }) => image));
    const unknown = own.filter((address) => !existing.has(address));
    const find = async (address: string) => ((await images.has(address)) ? pMapSkip : address);
    return new Set(await pMap(unknown, find, { concurrency: PARALLEL_LOOKUPS }));
  }

  return {
    async read(body, announced) {
      if (announced.rows > MAX_IMPORT_ROWS) {
        return { ok: false, status: 413, detail: `An import may have at most ${MAX_IMPORT_ROWS} rows.` };
      }
      if (announced.replace && announced.rows === 0) {
        return { ok: false, status: 422, detail: 'An empty import with replace would remove every product.' };
      }
      const reader = createCatalogueReader();
      let line = 0;
      try {
        const lines = linesOf(textOf(body ?? []), MAX_ROW_CHARACTERS);
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
      const find = async (hash: string) => {
        const address = productPictureUrl(hash);
        return (await images.has(address)) ? ([hash, address] as const) : pMapSkip;
      };
      return Object.fromEntries(await pMap(sha256, find, { concurrency: PARALLEL_LOOKUPS }));
    },

    async set(id, fields) {
      const fixed = ['id', 'type'].filter((field) => Object.hasOwn(fields, field));
      if (fixed.length > 0) return { kind: 'refused', reasons: fixed.map((field) => `${field} cannot be changed`) };
      const missing = await missingPictures(new Set([String(fields.image ?? '').trim()]));
      return catalogue.change(id, ({ type: _, ...current }) => {
        const parsed = parseCatalogueRow({ ...current, ...fields });
        const reason = parsed.ok && fields.image !== undefined ? imageFault(parsed.row.image, missing) : null;
        return reason === null ? parsed : { ok: false, reasons: [reason] };
      });
    },
  };
}

/** Why a row's image is refused. A picture must be given by its address, because the file is on another machine. */
function imageFault(image: string, missing: ReadonlySet<string>): string | null {
  if (missing.has(image)) return `the shop has no picture ${image}`;
  return imageKind(image) === 'file' ? `image ${image} is a file's name: send the picture and give its address` : null;
}

/** The longest possible row, in characters: every field at its limit and escaped. */
const MAX_ROW_CHARACTERS = 64 * 1024;

class TooLarge extends Error {}

/** The refusal of an unreadable body; null for any other error. */
function bodyFault(error: unknown, line: number): ReadImport | null {
  if (error instanceof TooLarge) return { ok: false, status: 413, detail: error.message };
  if (error instanceof LineTooLong) return { ok: false, status: 413, detail: 'A row of the body is too long.' };
  if (error instanceof SyntaxError) return { ok: false, status: 400, detail: `Row ${line} of the body is not JSON.` };
  const encoding = error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
  return encoding ? { ok: false, status: 400, detail: 'The body is not UTF-8 text.' } : null;
}

/** The text of a body, with pauses in which other requests are served. */
async function* textOf(body: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let since = performance.now();
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_IMPORT_BYTES) {
      throw new TooLarge(`An import may have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`);
    }
    yield decoder.decode(chunk, { stream: true });
    if (performance.now() - since > MAX_BLOCKING_MS) {
      await setImmediate();
      since = performance.now();
    }
  }
  yield decoder.decode();
}
