import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import path from 'node:path';
import pMap from 'p-map';
import { imageKind } from '../../domain/catalogue/catalogue-file.ts';
import type { Category } from '../../domain/catalogue/catalogue.ts';
import { asRecord } from '../../base/record.ts';
import { openCatalogueFile, readCatalogue } from './catalogue-file.ts';
import type { Tables } from '../db/tables.ts';
import { storedCategories } from './categories.ts';
import type { Catalogue } from './catalogue.ts';
import type { ImportRow } from './write-rows.ts';

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
  const withPicture = async ({ image = '', ...row }: ImportRow): Promise<ImportRow> =>
    imageKind(image) === 'file' ? { ...row, image: await importPicture(path.join(folder, image)) } : { ...row, image };
  const ready = await pMap(rows, withPicture, { concurrency: PARALLEL_PICTURES });
  const { added } = await catalogue.importRows(ready, 'shop', { onlyWhenEmpty: true });
  return added;
}

/** Without those of categories that the operator has removed. */
async function demoRows(file: string, categories: readonly Category[]): Promise<ImportRow[]> {
  const { rows: all, size } = openCatalogueFile(file, await readFile(file));
  const ids = new Set<unknown>(categories.map(({ id }) => id));
  const known = [...all].filter(({ row }) => ids.has(asRecord(row?.value)?.category));
  const { rows, faults } = await readCatalogue({ rows: known, size }, categories);
  const [fault] = faults;
  if (fault) throw new Error(`the demo catalogue is bad: line ${fault.line}: ${fault.reasons.join(', ')}`);
  return rows.map(({ row }) => row);
}

let demo: Promise<ImportRow[]> | undefined;

/** How many products of the demo catalogue are in the shop, by their ids, names and prices. */
export async function countDemoProducts(kysely: Kysely<Tables>): Promise<number> {
  const rows = await (demo ??= demoRows(DEMO_FILE, await storedCategories(kysely)));
  const columns = (['id', 'name', 'price'] as const).map((column) => rows.map((row) => row[column]));
  const { rows: counted } = await sql<{ products: number }>`
    select count(*) as products
    from unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::numeric[]) as demo(id, name, price)
    join products using (id, name) where price_poisha = demo.price * 100`.execute(kysely);
  return counted[0]?.products ?? 0;
}
