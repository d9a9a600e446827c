/** Which product each row of a file is (product §3): one of the shop by id or name, or a new one. */
import type { Kysely } from 'kysely';
import { freeId, idOfName } from '../../domain/catalogue/product-id.ts';
import type { ReadRow } from '../../domain/catalogue/catalogue-reader.ts';
import { fold } from '../../domain/typed/text.ts';
import type { Tables } from '../db/tables.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import { type ImportRow, namedProducts, STATEMENT_ROWS, storedRows } from './write-rows.ts';

/** Gives ids to rows that have none, and adds to `faults` what is said of no product. */
export async function settleRows(kysely: Kysely<Tables>, file: CatalogueFile): Promise<ImportRow[]> {
  await giveIds(kysely, file);
  const lacking = file.rows.filter(({ row, lacks }) => lacks.length > 0 && row.id !== '');
  for (let at = 0; at < lacking.length; at += STATEMENT_ROWS) {
    const asked = lacking.slice(at, at + STATEMENT_ROWS);
    const ids = asked.map(({ row }) => row.id);
    const known = await storedRows(kysely, ids);
    for (const { line, row, lacks } of asked.filter(({ row }) => !known.has(row.id))) {
      const columns = `${lacks.length === 1 ? 'column' : 'columns'} ${lacks.join(', ')}`;
      const reason = `the shop has no product ${row.id}, and a new one also needs the ${columns}`;
      file.faults.push({ line, product: row.name ?? row.id, reasons: [reason] });
    }
  }
  return file.rows.map(({ row }) => row);
}

async function giveIds(kysely: Kysely<Tables>, { rows: all, faults, lines }: CatalogueFile): Promise<void> {
  const rows: (ReadRow & { row: ImportRow })[] = all.filter(({ row }) => row.id === '');
  if (rows.length === 0) return;
  const wanted = new Set(rows.map(({ row }) => fold(row.name ?? '')));
  const products: (ImportRow & { name: string })[] = [];
  const ids = new Set<string>();
  for await (const batch of namedProducts(kysely)) {
    for (const { id } of batch) ids.add(id);
    products.push(...batch.filter(({ name }) => wanted.has(fold(name))));
  }
  const stored = Map.groupBy(products, ({ name }) => fold(name));
  const made = new Map<string, string>();
  for (const { line, row } of rows) {
    const { name: product = '' } = row;
    const measure = measureOf(row);
    const called = stored.get(fold(product)) ?? [];
    const [is, other] = called.length > 1 ? called.filter((one) => measureOf(one) === measure) : called;
    const isUnclear = other !== undefined || (called.length > 1 && !is);
    const known = is?.id ?? made.get(`${fold(product)} ${measure}`);
    const first = known === undefined ? undefined : lines.get(known);
    if (isUnclear || first !== undefined) {
      const reason = isUnclear
        ? `the shop has ${called.length} products of this name: the row needs the id of the one that is meant`
        : `it is called as the product on line ${first}: one of its own needs an id`;
      faults.push({ line, product, reasons: [reason] });
      continue;
    }
    row.id = known ?? freeId(idOfName(product), (id) => ids.has(id) || lines.has(id));
    lines.set(row.id, line);
    if (known !== undefined) continue;
    row.isNew = true;
    made.set(`${fold(product)} ${measure}`, row.id);
  }
}

function measureOf({ weight = '', unit = '' }: Pick<ImportRow, 'weight' | 'unit'>): string {
  return fold(`${weight} ${unit}`);
}
