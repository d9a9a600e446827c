/** The demo catalogue: what a shop opens with that has nothing of its own yet (setting DEMO). */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { imageKind } from '../../domain/catalogue-file.ts';
import type { CatalogueRow } from '../../domain/catalogue-file.ts';
import { readCatalogueCsv } from './csv.ts';
import type { Catalogue } from './catalogue.ts';

const DEMO = path.resolve(import.meta.dirname, '../../demo/catalogue.csv');

/** Pictures taken in at a time. */
const WIDTH = 8;

export interface DemoOptions {
  catalogue: Catalogue;
  /** Takes in the picture of a file's path; answers its imgUrl. */
  importPicture: (file: string) => Promise<string>;
  /** The catalogue file; pictures are found relative to it. */
  file?: string;
}

/**
 * Fills an empty catalogue from the demo's file; all or nothing, and nothing when there is any product.
 * @returns how many products were added.
 */
export async function loadDemo({ catalogue, importPicture, file = DEMO }: DemoOptions): Promise<number> {
  if ((await catalogue.size()) > 0) return 0;
  const { rows, faults } = readCatalogueCsv(await readFile(file));
  const [fault] = faults;
  if (fault) throw new Error(`the demo catalogue is bad: line ${fault.line}: ${fault.reasons.join(', ')}`);
  const folder = path.dirname(file);
  const ready = await pMap(rows, (row) => withPicture(row, importPicture, folder), { concurrency: WIDTH });
  const { added } = await catalogue.importRows(ready, { actor: 'shop', onlyWhenEmpty: true });
  return added;
}

async function withPicture(
  row: CatalogueRow,
  importPicture: DemoOptions['importPicture'],
  folder: string,
): Promise<CatalogueRow> {
  if (imageKind(row.image) !== 'file') return row;
  return { ...row, image: await importPicture(path.join(folder, row.image)) };
}
