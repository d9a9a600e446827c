/** Reading a whole catalogue file, row by row (product §3). */
import type { Category } from './catalogue.ts';
import { type GivenRow, MAX_QUOTED, hasSeveralImages, parseGivenRow, quoted } from './catalogue-file.ts';
import { type Dangers, noteDanger } from './import-dangers.ts';
import { CATALOGUE_COLUMNS, type CatalogueColumn, PRODUCT_COLUMNS } from './product-columns.ts';
import { PRODUCT_ID_PATTERN } from './product.ts';
import { asRecord } from '../../base/record.ts';
import { cleanText } from '../typed/text.ts';

/** A bad row: its line in the file (CSV) or its position in the list (JSON), both from 1, and the reasons. */
export interface RowFault {
  line: number;
  /** As the row calls it; not when it has no name. */
  product?: string | undefined;
  reasons: string[];
  /** The columns of a sheet that has others than the shop, for people to match. */
  header?: readonly string[] | undefined;
}

/** In one file. A small ZIP can have millions of products or bad rows, which would fill the memory. */
const MAX_ROWS = 1_000_000;
const MAX_FAULTS = 100_000;

/** Far more than the longest row, in characters. Parsing a longer one would block other requests for seconds. */
export const MAX_ROW_CHARACTERS = 1024 * 1024;

/** A row as a file has it, or why it cannot be taken apart. With both, these reasons come before those of columns. */
export interface FileRow {
  line: number;
  value?: unknown;
  reasons?: readonly string[] | undefined;
}

/** A file that is none of a catalogue, or none that can be used. */
export class NoCatalogue extends Error {
  readonly fault: RowFault;
  constructor(line: number, reasons: string[], header?: readonly string[]) {
    super(reasons.join('; '));
    this.fault = { line, reasons, header };
  }
}

/**
 * Bangla does not survive all programs: an ANSI file has `?` for each letter, and UTF-8 that was read as ANSI has two or
 * three letters for each. @throws {NoCatalogue}
 */
function checkLetters({ line, value }: FileRow): void {
  const row = asRecord(value);
  for (const text of [row?.name, row?.name_bn, row?.aliases]) {
    const [found] = (typeof text === 'string' && /à[¦§]|\?{3}/.exec(text)) || [];
    if (found === undefined) continue;
    const how = `${found === '???' ? 'lost' : 'garbled'} (${quoted(text)})`;
    const advice = 'save it as “CSV UTF-8”, from a file that still has them';
    throw new NoCatalogue(line, [`the Bangla letters of this file are ${how}: ${advice}`]);
  }
}

/** A row that can be imported, once it is known which product it is. */
export interface ReadRow {
  line: number;
  /** Without an id it is the product of its name. */
  row: GivenRow & { id: string };
  /** The columns that a new product must have, and that its file lacks. */
  lacks: readonly CatalogueColumn[];
}

const NEEDED = CATALOGUE_COLUMNS.filter((column) => column !== 'id' && !PRODUCT_COLUMNS[column].optional);

/** Reads the rows of a catalogue file one by one. Import `rows` only when `faults`, in file order, is empty. */
export function createCatalogueReader(categories: readonly Category[]) {
  const rows: ReadRow[] = [];
  const faults: RowFault[] = [];
  const lines = new Map<string, number>();
  const dangers: Dangers = {};
  return {
    /** False: no more rows are read. A repeated id is a fault of the later row. @throws {NoCatalogue} */
    read({ line, value, reasons: given = [] }: FileRow): boolean {
      checkLetters({ line, value });
      const tooMany = rows.length >= MAX_ROWS ? 'rows' : faults.length >= MAX_FAULTS ? 'bad rows' : null;
      if (tooMany) {
        faults.push({ line, reasons: [`there are too many ${tooMany}: from this one on nothing was read`] });
        return false;
      }
      const parsed = value === undefined ? null : parseGivenRow(value, categories, true);
      const reasons = [...given, ...(parsed?.ok === false ? parsed.reasons : [])];
      const product = nameIn(value);
      const id = parsed?.ok ? (parsed.row.id ?? '') : validId(value);
      const first = lines.get(id);
      if (first !== undefined) reasons.push(`id ${id} is already on line ${first}`);
      else if (id !== '') lines.set(id, line);
      else if (parsed?.ok && parsed.row.name === undefined) reasons.push('id is missing, and so is a name');
      if (reasons.length > 0) faults.push({ line, product, reasons });
      else if (parsed?.ok) {
        const record = asRecord(value) ?? {};
        rows.push({
          line,
          row: Object.assign(parsed.row, { id }),
          lacks: NEEDED.filter((column) => !(column in record)),
        });
        if (hasSeveralImages(record.image)) noteDanger(dangers, 'images', { id, name: product ?? '' });
      }
      return true;
    },
    rows,
    faults,
    lines,
    dangers,
  };
}

function nameIn(value: unknown): string | undefined {
  const { name, id } = asRecord(value) ?? {};
  const text = [name, id].find((text) => typeof text === 'string' && text.trim() !== '');
  return text === undefined ? undefined : String(text).trim().slice(0, MAX_QUOTED);
}

/** The id of a row that is bad for another reason, so that its repetition is reported too. '' without a valid id. */
function validId(value: unknown): string {
  const id = asRecord(value)?.id;
  return typeof id === 'string' && PRODUCT_ID_PATTERN.test(cleanText(id)) ? cleanText(id) : '';
}
