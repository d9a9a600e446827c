import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import path from 'node:path';
import pMap from 'p-map';
import { type CatalogueRow, imageKind } from '../../domain/catalogue/catalogue-file.ts';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { asRecord } from '../../base/record.ts';
import { openCatalogueFile, readCatalogue } from './catalogue-file.ts';
import type { Tables } from '../db/tables.ts';
import { storedCategories } from './categories.ts';
import type { Catalogue } from './catalogue.ts';

const DEMO_FILE = path.resolve(import.meta.dirname, '../../demo/catalogue.csv');

const PARALLEL_PICTURES = 8;

export interface DemoOptions {
  catalogue: Catalogue;
  importPicture: (file: string) => Promise<string>;
  file?: string;
}

/** Setting DEMO: all or nothing, and nothing when the shop has products. @returns the number of added products. */
export async function loadDemo({ catalogue, importPicture, file = DEMO_FILE }: DemoOptions): Promise<number> {
  if ((await catalogue.size()) > 0) return 0;
  const rows = await demoRows(file, await catalogue.categories());
  const folder = path.dirname(file);
  const withPicture = async (row: CatalogueRow): Promise<CatalogueRow> =>
    imageKind(row.image) === 'file' ? { ...row, image: await importPicture(path.join(folder, row.image)) } : row;
  const ready = await pMap(rows, withPicture, { concurrency: PARALLEL_PICTURES });
  const { added } = await catalogue.importRows(ready, 'shop', { onlyWhenEmpty: true });
  return added;
}

/** Without those of categories that the operator has removed. */
async function demoRows(file: string, categories: readonly Category[]): Promise<CatalogueRow[]> {
  const { readRows } = openCatalogueFile(file, await readFile(file));
  const ids = new Set<unknown>(categories.map(({ id }) => id));
  const { rows, faults } = await readCatalogue(
    (read) => readRows((row) => ids.has(asRecord(row.value)?.category) && read(row)),
    categories,
  );
  const [fault] = faults;
  if (fault) throw new Error(`the demo catalogue is bad: line ${fault.line}: ${fault.reasons.join(', ')}`);
  return rows;
}

let known: ReturnType<typeof demoProducts> | undefined;

/** What each has from its file. Its picture is called after the file's bytes (server/images/images.ts). */
async function demoProducts(categories: readonly Category[]) {
  const rows = await demoRows(DEMO_FILE, categories);
  return pMap(
    rows,
    async ({ id, name, price, image }) => {
      const picture = await readFile(path.join(path.dirname(DEMO_FILE), image));
      return { id, name, price, picture: hash('sha256', picture).slice(0, 16) };
    },
    { concurrency: PARALLEL_PICTURES },
  );
}

/** How many products of the demo catalogue are in the shop as they were: with their id, name, price and picture. */
export async function countDemoProducts(kysely: Kysely<Tables>): Promise<number> {
  const demo = JSON.stringify(await (known ??= demoProducts(await storedCategories(kysely))));
  const { rows: counted } = await sql<{ products: number }>`
    select count(*) as products from json_to_recordset(${demo}::json) as demo(id text, name text, price numeric, picture text)
    join products using (id, name) where price_poisha = demo.price * 100 and strpos(image, picture) > 0`.execute(
    kysely,
  );
  return counted[0]?.products ?? 0;
}
