/**
 * The rows of a large import while they wait: as JSON outside of JavaScript's heap, which they would make three times as large, and which
 * then stays large.
 */
import type { CatalogueRow } from '../../domain/catalogue-file.ts';

/** Rows that are packed together. */
const PACK_ROWS = 500;

export interface PackedRows extends Iterable<CatalogueRow> {
  /** The number of rows. */
  readonly length: number;
  push(row: CatalogueRow): void;
}

export function createPackedRows(): PackedRows {
  const packs: Buffer[] = [];
  let open: CatalogueRow[] = [];
  return {
    get length() {
      return packs.length * PACK_ROWS + open.length;
    },
    push(row) {
      open.push(row);
      if (open.length < PACK_ROWS) return;
      packs.push(Buffer.from(JSON.stringify(open)));
      open = [];
    },
    *[Symbol.iterator]() {
      // Only `push` makes packs.
      for (const pack of packs) yield* JSON.parse(pack.toString()) as CatalogueRow[];
      yield* open;
    },
  };
}

/** The rows in batches, the last one shorter. */
export function* batchesOf(rows: Iterable<CatalogueRow>, size: number): Generator<CatalogueRow[]> {
  let batch: CatalogueRow[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
