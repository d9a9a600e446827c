/** Sheets of other shops and programs: which of their columns is which of ours. */
import { CATALOGUE_COLUMNS, type CatalogueColumn, NEW_PRODUCT } from './product-columns.ts';
import { idOfName } from './product-id.ts';
import { asRecord } from '../../base/record.ts';

/** Theirs, by ours. What is not there is not read. */
export type ColumnMatch = Readonly<Partial<Record<CatalogueColumn, string>>>;

/** As a request has it, a form, or what a browser remembers. */
export function readMatch(given: unknown): ColumnMatch | null {
  const record = asRecord(given);
  if (!record) return null;
  const names = CATALOGUE_COLUMNS.map((column) => [column, record[column]] as const);
  return Object.fromEntries(names.filter(([, name]) => typeof name === 'string' && name !== ''));
}

/** What else sheets call our columns, the likeliest first. */
const USUAL: Readonly<Partial<Record<CatalogueColumn, string>>> = {
  id: 'sku handle code item_code product_code product_id variant_sku barcode',
  name: 'product_name title item item_name product description নাম পণ্য পণ্যের_নাম',
  image: 'images image_src picture photo image_url variant_image ছবি',
  weight: 'pack pack_size size weight_(kg) net_weight option1_value variant_grams ওজন',
  unit: 'uom pack_unit unit_of_measure variant_weight_unit একক',
  price: 'mrp regular_price rate selling_price sale_price unit_price variant_price দাম মূল্য',
  discount: 'discount_% discount_(%) discount_percent off ছাড়',
  category: 'categories product_category product_type group department ক্যাটাগরি বিভাগ',
  name_bn: 'bangla_name name_bangla bengali_name bangla বাংলা_নাম',
  aliases: 'tags keywords',
  available: 'in_stock? in_stock published availability',
};

/** Each of their columns once. What was chosen the last time comes first. */
export function guessedMatch(header: readonly string[], remembered: ColumnMatch | null): ColumnMatch {
  const left = new Set(header);
  const match: Partial<Record<CatalogueColumn, string>> = {};
  for (const column of CATALOGUE_COLUMNS) {
    const names = [remembered?.[column] ?? '', column, ...(USUAL[column] ?? '').normalize('NFC').split(' ')];
    const found = names.find((name) => name !== '' && left.delete(name));
    if (found !== undefined) match[column] = found;
  }
  return match;
}

/** Ours, in the order of theirs. */
export function matched(header: readonly string[], match: ColumnMatch): (CatalogueColumn | null)[] {
  const ours = CATALOGUE_COLUMNS.filter((column) => match[column] !== undefined);
  return header.map((name, at) =>
    header.indexOf(name) === at ? (ours.find((column) => match[column] === name) ?? null) : null,
  );
}

const UNSAID = Object.fromEntries(Object.keys(NEW_PRODUCT).map((column) => [column, undefined]));

/** Their ids may have any signs. A new product may lack what most sheets do not have. */
export function matchedCells({ id, ...cells }: Readonly<Record<string, string>>): Record<string, unknown> {
  return { ...UNSAID, ...cells, ...(id !== undefined && { id: id.trim() && idOfName(id) }) };
}
