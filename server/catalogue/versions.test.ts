/** Imports of the embedded database, which are many short transactions: what readers see meanwhile, and what a kill leaves behind. */
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { LISTINGS } from '../../domain/catalogue.ts';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { exampleProduct } from '../../test/support/arbitraries.ts';
import { catalogueRow } from '../../test/support/catalogue-rows.ts';
import { openPGliteCopy } from '../../test/support/databases.ts';
import { pgliteDatabase } from '../db/connect.ts';
import type { Database } from '../db/connect.ts';
import { PARSERS } from '../db/pglite.ts';
import { createCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';

/** Some steps of an import. */
const ROWS = 700;

function rowsOf(name: string, from: number, count: number, price: number): CatalogueRow[] {
  return Array.from({ length: count }, (_, index) =>
    catalogueRow(exampleProduct({ id: `p-${from + index}`, name: `${name} ${from + index}`, price })),
  );
}

const OLD = rowsOf('Potato', 0, ROWS, 50);
/** Changes all but the first 100, which it removes, and adds 300. */
const NEW = rowsOf('Mango', 100, ROWS + 200, 60);

/** All that readers can ask of the catalogue. */
async function seen(catalogue: Catalogue) {
  const rows = await Array.fromAsync(catalogue.rows());
  const found = async (text: string) => (await catalogue.search({ text, category: 'all', limit: 2_000 })).products;
  return {
    rows,
    size: await catalogue.size(),
    counts: await catalogue.counts(),
    sections: await catalogue.sections(LISTINGS),
    byId: (await catalogue.byIds(rows.map(({ id }) => id))).map(({ price }) => price),
    old: (await found('pot')).length,
    new: (await found('man')).length,
    suggestions: (await catalogue.suggest('potato 12')).map(({ name }) => name),
    last: await catalogue.lastPosition(),
  };
}

async function leftovers({ kysely }: Database) {
  const { rows } = await sql`
    select
      (select count(*) from product_versions where ended_by <> 0 or id not in (select id from products)) as versions,
      (select count(*) from suggestion_texts where position not in (select position from products)) as texts,
      (select count(*) from product_versions join suggestion_texts using (position) where strpos(text, lower(name)) = 0) as stale,
      (select phase from product_import) as phase`.execute(kysely);
  return rows[0];
}

const CLEAN = { versions: 0, texts: 0, stale: 0, phase: 'none' };

describe('an import of the embedded database', () => {
  let pglite: PGlite;
  let database: Database;
  let catalogue: Catalogue;
  const opened: Database[] = [];

  /** The data as a kill at this moment would leave it, opened again. */
  async function killed(): Promise<Database> {
    const copy = await PGlite.create({ loadDataDir: await pglite.dumpDataDir('none'), parsers: PARSERS });
    const again = await pgliteDatabase(copy);
    opened.push(again);
    return again;
  }

  beforeEach(async () => {
    ({ pglite, database } = await openPGliteCopy());
    opened.push(database);
    catalogue = createCatalogue(database);
    await catalogue.importRows(OLD);
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
  });

  test('is seen as a whole and at once', async () => {
    const before = await seen(catalogue);
    const meanwhile: ReturnType<typeof seen>[] = [];
    const summary = await catalogue.importRows(NEW, {
      replace: true,
      onProgress: () => meanwhile.push(seen(catalogue)),
      alongside: async () => {
        // What was asked so far was asked before the switch.
        expect(meanwhile.length).toBeGreaterThan(3);
      },
    });
    expect(summary).toEqual({ added: 300, changed: 600, unchanged: 0, removed: 100 });
    expect(before).toMatchObject({ size: ROWS, old: ROWS, new: 0 });
    expect(before.suggestions).not.toEqual([]);
    const after = await seen(catalogue);
    expect(after).toMatchObject({ size: 900, old: 0, new: 900, suggestions: [] });
    expect(new Set(after.byId)).toEqual(new Set([60]));
    expect((await meanwhile[0])?.rows).toEqual(before.rows);
    for (const { byId } of await Promise.all(meanwhile)) expect(new Set(byId).size).toBe(1);
    expect(await leftovers(database)).toEqual(CLEAN);
  });

  test('undoes everything when a row is refused', async () => {
    const before = await seen(catalogue);
    await expect(catalogue.importRows([...NEW, ...rowsOf('Bad', 5_000, 1, -1)], { replace: true })).rejects.toThrow(
      'price_poisha',
    );
    expect(await seen(catalogue)).toEqual(before);
    expect(await leftovers(database)).toEqual(CLEAN);
  });

  test('changes of one product wait for it', async () => {
    const changes: Promise<unknown>[] = [];
    await catalogue.importRows(NEW, {
      onProgress(done) {
        if (done > 150) return;
        changes.push(
          catalogue.change('p-100', (row) => ({ ok: true, row: { ...row, price: row.price + 1 } })),
          catalogue.add(catalogueRow(exampleProduct({ id: 'q' }))),
          catalogue.remove('p-101'),
        );
      },
    });
    await Promise.all(changes);
    expect((await catalogue.byIds(['p-100', 'p-101', 'q'])).map(({ id, price }) => [id, price])).toEqual([
      ['p-100', 61],
      ['q', 350],
    ]);
    expect(await catalogue.size()).toBe(1_000);
    expect(await leftovers(database)).toEqual(CLEAN);
  });

  test('that is killed before the switch has changed nothing', async () => {
    const before = await seen(catalogue);
    let copies: Promise<Database>[] = [];
    await catalogue.importRows(NEW, {
      replace: true,
      onProgress: (done) => {
        if (done === 300 || done === NEW.length) copies.push(killed());
      },
    });
    for (const copy of await Promise.all(copies)) {
      const again = createCatalogue(copy);
      expect(await seen(again)).toEqual(before);
      await again.tidyUp();
      expect(await seen(again)).toEqual(before);
      expect(await leftovers(copy)).toEqual(CLEAN);
      expect(await again.importRows(NEW, { replace: true })).toMatchObject({ added: 300, removed: 100 });
      expect((await seen(again)).rows).toEqual((await seen(catalogue)).rows);
    }
  });

  test('that is killed after the switch is complete', async () => {
    const { promise: copied, resolve } = Promise.withResolvers<Database>();
    const unlisten = await database.listen('products', () => resolve(killed()));
    await catalogue.importRows(NEW, { replace: true });
    await unlisten();
    const copy = await copied;
    const after = await seen(catalogue);
    expect(await leftovers(copy)).not.toEqual(CLEAN);
    const again = createCatalogue(copy);
    expect((await seen(again)).rows).toEqual(after.rows);
    await again.tidyUp();
    expect(await seen(again)).toEqual(after);
    expect(await leftovers(copy)).toEqual(CLEAN);
  });
});
