import { setImmediate } from 'node:timers/promises';
import pMap, { pMapSkip } from 'p-map';
import { CATALOGUE_COLUMNS } from '../../domain/product-columns.ts';
import { createCatalogueReader, isSameValue, parseCatalogueRow } from '../../domain/catalogue-file.ts';
import type { CatalogueColumn } from '../../domain/product-columns.ts';
import type { CatalogueRow, RefusedRow, RowFault } from '../../domain/catalogue-file.ts';
import { LineTooLong, linesOf } from '../../domain/lines.ts';
import type { Actor } from '../db/audit.ts';
import type { Catalogue } from './catalogue.ts';
import type { AddOutcome, ChangeOutcome } from './write.ts';
import type { Database } from '../db/connect.ts';
import { productPictureUrl } from '../images/images.ts';
import type { Images } from '../images/images.ts';
import { PARALLEL_LOOKUPS, imageFault, missingPictures } from './own-pictures.ts';

const MAX_IMPORT_ROWS = 1_000_000;
const MAX_IMPORT_BYTES = 512 * 1024 * 1024;

/** The rows of an import, or why it is refused. A fault's line is the row's position in the body, from 1. */
export type ReadImport =
  | { ok: true; rows: CatalogueRow[] }
  | { ok: false; status: 400 | 413 | 422; detail: string; faults?: RowFault[] };

export interface CatalogueImport {
  /**
   * Reads an import's body: one row of the catalogue file as JSON on each line. Changes nothing. The number of rows must be the announced
   * one, so that an interrupted body is never imported as a shorter catalogue. An empty import never replaces anything.
   */
  read(body: AsyncIterable<Uint8Array> | null, announced: { rows: number; replace: boolean }): Promise<ReadImport>;
  knownPictures(sha256: readonly string[]): Promise<Record<string, string>>;
  set(id: string, fields: Fields, options?: SetOptions): Promise<ChangeOutcome>;
  add(row: Fields, options?: { by?: Actor }): Promise<AddOutcome | ({ kind: 'refused' } & RefusedRow)>;
}

type Fields = Readonly<Record<string, unknown>>;

export interface SetOptions {
  by?: Actor;
  /** What the operator saw before. When one of these has changed since then, nothing is set, and the outcome is a conflict. */
  base?: Readonly<Partial<Record<CatalogueColumn, unknown>>>;
}

interface Dependencies {
  database: Pick<Database, 'kysely'>;
  catalogue: Pick<Catalogue, 'change' | 'add'>;
  images: Pick<Images, 'has'>;
}

export function createCatalogueImport({ database: { kysely }, catalogue, images }: Dependencies): CatalogueImport {
  const missing = (addresses: ReadonlySet<string>) => missingPictures(addresses, { kysely, images });
  const missingImage = ({ image }: Fields) => missing(new Set([String(image ?? '').trim()]));

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
        for await (const text of linesOf(textOf(body ?? []), MAX_ROW_CHARACTERS)) {
          reader.read((line += 1), JSON.parse(text));
        }
      } catch (error) {
        const fault = bodyFault(error, line);
        if (fault === null) throw error;
        return fault;
      }
      if (line !== announced.rows) {
        return { ok: false, status: 400, detail: `The body has ${line} rows, but ?rows= says ${announced.rows}.` };
      }
      const { rows } = reader;
      const absent = await missing(new Set(rows.map(({ image }) => image)));
      const faults = [...reader.faults];
      for (const { id, image } of rows) {
        const reason = imageFault(image, absent);
        if (reason !== null) faults.push({ line: reader.lines.get(id) ?? 0, reasons: [reason] });
      }
      if (faults.length === 0) return { ok: true, rows };
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

    async set(id, fields, { by, base = {} } = {}) {
      const fixed = (['id', 'type'] as const).filter((field) => Object.hasOwn(fields, field));
      if (fixed.length > 0) return refused(fixed.map((field) => `${field} cannot be changed`));
      const absent = await missingImage(fields);
      return catalogue.change(
        id,
        ({ type: _, ...current }) => {
          if (isOverwritten({ current, fields, base })) return 'conflict';
          const parsed = parseCatalogueRow({ ...current, ...fields });
          const reason = parsed.ok && fields.image !== undefined ? imageFault(parsed.row.image, absent) : null;
          return reason === null ? parsed : { ok: false, reasons: [reason], byField: { image: reason } };
        },
        by,
      );
    },

    async add(row, { by } = {}) {
      const parsed = parseCatalogueRow(row);
      if (!parsed.ok) return refused(parsed.reasons, parsed.byField);
      const reason = imageFault(parsed.row.image, await missingImage(row));
      return reason === null ? catalogue.add(parsed.row, by) : refused([reason], { image: reason });
    },
  };
}

function refused(reasons: string[], byField: RefusedRow['byField'] = {}) {
  return { kind: 'refused' as const, reasons, byField };
}

function isOverwritten({ current, fields, base }: { current: Fields; fields: Fields; base: Fields }): boolean {
  return CATALOGUE_COLUMNS.some(
    (column) =>
      Object.hasOwn(base, column) &&
      !isSameValue(column, base[column], current[column]) &&
      !(Object.hasOwn(fields, column) && isSameValue(column, fields[column], current[column])),
  );
}

/** The longest possible row, in characters: every field at its limit and escaped. */
const MAX_ROW_CHARACTERS = 64 * 1024;

class TooLarge extends Error {}

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
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_IMPORT_BYTES) {
      throw new TooLarge(`An import may have at most ${MAX_IMPORT_BYTES / 1024 / 1024} MB.`);
    }
    yield decoder.decode(chunk, { stream: true });
    await setImmediate();
  }
  yield decoder.decode();
}
