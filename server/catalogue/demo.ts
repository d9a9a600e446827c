import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { type CatalogueRow, imageKind } from '../../domain/catalogue/catalogue-file.ts';
import { openCatalogueFile, readCatalogue } from './catalogue-file.ts';
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
  const { rows, faults } = await readCatalogue(
    openCatalogueFile(file, await readFile(file)).readRows,
    await catalogue.categories(),
  );
  const [fault] = faults;
  if (fault) throw new Error(`the demo catalogue is bad: line ${fault.line}: ${fault.reasons.join(', ')}`);
  const folder = path.dirname(file);
  const withPicture = async (row: CatalogueRow): Promise<CatalogueRow> =>
    imageKind(row.image) === 'file' ? { ...row, image: await importPicture(path.join(folder, row.image)) } : row;
  const ready = await pMap(rows, withPicture, { concurrency: PARALLEL_PICTURES });
  const { added } = await catalogue.importRows(ready, { actor: 'shop', onlyWhenEmpty: true });
  return added;
}
