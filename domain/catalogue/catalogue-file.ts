/** Reading the catalogue file: one row of CSV or JSON becomes a product or a list of reasons (product §3). */
import { z } from 'zod';
import { type Category, type Group, STATUSES } from './catalogue.ts';
import { CSV_MARK, cellOf, csvRecord, yesOrNoNamed } from '../../base/csv.ts';
import { MAX_PRICE_TK, discountText, parseDiscount } from '../money.ts';
import { pictureName } from './picture.ts';
import {
  CATALOGUE_COLUMNS,
  type CatalogueColumn,
  type OptionalColumn,
  PRODUCT_COLUMNS,
  type TextColumn,
} from './product-columns.ts';
import { PRODUCT_ID_PATTERN } from './product.ts';
import { categoryNamed } from './suggestions.ts';
import { asRecord } from '../../base/record.ts';
import { characterCount } from '../../base/text.ts';
import { readNumber } from '../typed/number.ts';
import { cleanText, isBlank } from '../typed/text.ts';

/** The longest word in `aliases`, in characters, and how many a product may have. */
const MAX_ALIAS_LENGTH = 60;
const MAX_ALIASES = 20;

function text(column: string) {
  return z.union([z.string(), z.number().transform(String)], `${column} must be text`).transform((value, context) => {
    const trimmed = value.trim();
    const hasLines = /[\n\r]/.test(trimmed);
    if (!hasLines && !/\p{Cc}/u.test(trimmed) && trimmed.isWellFormed()) return cleanText(trimmed);
    const fault = hasLines ? 'must be one line, without line breaks' : 'must not have control characters';
    context.addIssue({ code: 'custom', message: `${column} ${fault}` });
    return z.NEVER;
  });
}

function columnText(column: TextColumn | 'image') {
  const { input } = PRODUCT_COLUMNS[column];
  const max = 'maxLength' in input ? input.maxLength : Infinity;
  const isRequired = input.kind === 'text' && input.minLength > 0;
  return text(column).refine(
    (value) => characterCount(value) <= max && !(isRequired && isBlank(value)),
    `${column} must have ${isRequired ? '1 to' : 'at most'} ${max} characters`,
  );
}

export function yesOrNo(available: boolean): 'yes' | 'no' {
  return available ? 'yes' : 'no';
}

/** What empty cells of a file mean. */
const USUAL = new Map([
  ['discount', '0'],
  ['status', 'recent'],
]);

/** What the columns of a file allow. Of an optional column that a file lacks, the shop keeps its values. */
const SHAPE = {
  id: text('id').refine((id) => PRODUCT_ID_PATTERN.test(id), 'id must have 1 to 64 of a-z, 0-9 and -'),
  name: columnText('name'),
  image: columnText('image').refine(
    (image) => imageKind(image) !== null,
    'image must be a path relative to the file, an http(s) URL or empty',
  ),
  weight: columnText('weight'),
  unit: columnText('unit'),
  price: text('price').transform((given, context) => {
    const price = readNumber(given, 'Tk') ?? '';
    const reason = priceFault(price);
    if (reason !== null) context.addIssue({ code: 'custom', message: reason });
    return Number(price);
  }),
  /** Percent in its shortest form: '12.5', '0'. */
  discount: text('discount').transform((given, context) => {
    const discount = readNumber(given, '%') ?? '';
    const hundredths = parseDiscount(discount.replace(/^0+(?=\d)/, ''));
    if (hundredths === null) {
      context.addIssue({
        code: 'custom',
        message: 'discount must be a percentage from 0 to below 100 with at most 2 decimals',
      });
    }
    return discountText(hundredths ?? 0);
  }),
  status: text('status')
    .transform((status) => status.toLowerCase())
    .pipe(z.enum(STATUSES, `status must be one of ${STATUSES.join(', ')}`)),
  category: text('category'),
  name_bn: columnText('name_bn').optional(),
  aliases: text('aliases')
    .transform((aliases) => [...new Set(aliases.split('|').map(cleanText))].filter(Boolean))
    .refine(
      (aliases) => aliases.length <= MAX_ALIASES && aliases.every((alias) => characterCount(alias) <= MAX_ALIAS_LENGTH),
      `aliases must be at most ${MAX_ALIASES} words of at most ${MAX_ALIAS_LENGTH} characters, separated by |`,
    )
    .transform((aliases) => aliases.join('|'))
    .optional(),
  /** Whether the product can be ordered; empty says nothing. JSON files may use true and false. */
  available: z
    .union([text('available'), z.boolean().transform(yesOrNo)], 'available must be yes or no')
    .transform((available) => yesOrNoNamed(available) || undefined)
    .pipe(z.enum(['yes', 'no'], 'available must be yes or no').optional())
    .optional(),
} satisfies { [Name in CatalogueColumn]: Name extends OptionalColumn ? z.ZodOptional : z.ZodType };

export const catalogueRowSchema = z.object(SHAPE);

type FileValues = Readonly<Partial<Record<CatalogueColumn, string | number | undefined>>>;

const FORMATS = {
  csv: {
    start: CSV_MARK + csvRecord(CATALOGUE_COLUMNS),
    row: (row: FileValues) => csvRecord(CATALOGUE_COLUMNS.map((column) => cellOf(String(row[column] ?? '')))),
    between: '',
    end: '',
  },
  json: {
    start: '[\n',
    row: (row: FileValues) => JSON.stringify(row, CATALOGUE_COLUMNS),
    between: ',\n',
    end: '\n]\n',
  },
};

/** The catalogue as a file, in the form that an import reads. */
export async function* exportText(
  rows: AsyncIterable<FileValues> | Iterable<FileValues>,
  format: keyof typeof FORMATS,
): AsyncGenerator<string> {
  const { start, row: textOf, between, end } = FORMATS[format];
  let before = start;
  for await (const row of rows) {
    yield before + textOf(row);
    before = between;
  }
  yield (before === start ? start : '') + end;
}

const REQUIRED_COLUMNS = CATALOGUE_COLUMNS.filter((column) => !PRODUCT_COLUMNS[column].optional);

export type CatalogueRow = z.output<typeof catalogueRowSchema> & { type: Group };

function priceFault(price: string): string | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(price)) return 'price must be a plain number of Tk, such as 85 or 85.50';
  const tk = Number(price);
  if (tk <= 0) return 'price must be above 0';
  if (tk > MAX_PRICE_TK) return `price must be at most ${MAX_PRICE_TK}`;
  return /\.\d{3}/.test(price) ? 'price must have at most 2 decimals' : null;
}

/** Empty, a URL of another site, an own picture of the shop, or a file beside the catalogue. Null for the rest. */
export function imageKind(image: string): 'none' | 'url' | 'own' | 'file' | null {
  if (image === '') return 'none';
  if (pictureName(image) !== null) return 'own';
  if (/^https?:\/\//i.test(image)) return URL.canParse(image) ? 'url' : null;
  return /^(?:[\\/]|[a-z][a-z0-9+.-]*:)/i.test(image) ? null : 'file';
}

/** A header or a row with more columns is no catalogue's: its columns are not listed. */
const MAX_COLUMNS = 200;

export function columnFaults(columns: readonly string[]): string[] {
  const known: readonly string[] = CATALOGUE_COLUMNS;
  if (columns.length > MAX_COLUMNS) {
    return [`there are ${columns.length} columns: a catalogue file has at most ${CATALOGUE_COLUMNS.length}`];
  }
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column)).map(
    (column) => `column ${column} is missing`,
  );
  const unknown = columns.filter((column) => !known.includes(column)).map((column) => `column ${column} is unknown`);
  const twice = known.filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
  return [...missing, ...unknown, ...twice.map((column) => `column ${column} is there twice`)];
}

function withUsual([column, value]: [string, unknown]): [string, unknown] {
  const isEmpty = typeof value === 'string' && value.trim() === '';
  return [column, isEmpty ? (USUAL.get(column) ?? value) : value];
}

/** Why a row is invalid: all reasons, and for each column that has some, its own. */
export interface RefusedRow {
  reasons: string[];
  byField: Partial<Record<CatalogueColumn, string>>;
}

/**
 * Parses one row: a record of column to text, or in JSON files also to number. `categories` are those of the shop.
 * `inFile`: empty cells have their usual values, and reasons say what stands there. Never throws.
 */
export function parseCatalogueRow(
  value: unknown,
  categories: readonly Category[],
  inFile = false,
): { ok: true; row: CatalogueRow } | ({ ok: false } & RefusedRow) {
  const given = asRecord(value);
  if (!given) return { ok: false, reasons: ['a row must be an object'], byField: {} };
  const record = inFile ? Object.fromEntries(Object.entries(given).map(withUsual)) : given;
  const faults = columnFaults(Object.keys(record));
  const { data: row, error } = catalogueRowSchema.safeParse(record);
  const named = SHAPE.category.safeParse(record.category).data;
  const category = named === undefined ? undefined : categoryNamed(named, categories);
  if (faults.length === 0 && row && category) {
    return { ok: true, row: { ...row, category: category.id, type: category.group } };
  }
  const issues = (error?.issues ?? []).map(({ path, message }) => ({ column: path[0] as CatalogueColumn, message }));
  if (named !== undefined && !category) {
    const message = `category must be one of ${categories.map(({ id }) => id).join(', ')}`;
    issues.push({ column: 'category', message });
  }
  const byField: RefusedRow['byField'] = {};
  for (const { column, message } of issues) {
    const isThere = column in record;
    // A missing column is a fault already.
    if (isThere) faults.push(inFile ? `${message} (it is ${quoted(record[column])})` : message);
    const reason = isThere ? message : `column ${column} is missing`;
    byField[column] = byField[column] === undefined ? reason : `${byField[column]}; ${reason}`;
  }
  return { ok: false, reasons: faults, byField };
}

const MAX_QUOTED = 40;

function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : (JSON.stringify(value) ?? String(value));
  if (text === '') return 'empty';
  return `“${text.slice(0, MAX_QUOTED)}${text.length > MAX_QUOTED ? '…' : ''}”`;
}

/** '85.00' and 85, ' yes' and true are the same. Values that the column does not allow are so only as texts. */
export function isSameValue(column: CatalogueColumn, one: unknown, other: unknown): boolean {
  const meaningOf = (value: unknown): unknown => {
    const { success, data } = SHAPE[column].safeParse(value);
    return success ? data : String(value);
  };
  return meaningOf(one) === meaningOf(other);
}

/** A bad row: its line in the file (CSV) or its position in the list (JSON), both from 1, and the reasons. */
export interface RowFault {
  line: number;
  /** As the row calls it; not when it has no name. */
  product?: string | undefined;
  reasons: string[];
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

export class TooManyRows extends Error {}

/** A file whose Bangla did not survive the program that saved it. */
export class LostLetters extends Error {
  readonly fault: RowFault;
  constructor(line: number, text: string, how: string) {
    super(how);
    const reason = `the Bangla letters of this file are ${how} (${quoted(text)}): save it as “CSV UTF-8”, from a file that still has them`;
    this.fault = { line, reasons: [reason] };
  }
}

/**
 * An ANSI file has `?` for each letter. UTF-8 that was read as ANSI has two or three letters for each.
 * @throws {LostLetters}
 */
function checkLetters({ line, value }: FileRow): void {
  const row = asRecord(value);
  for (const text of [row?.name, row?.name_bn, row?.aliases]) {
    if (typeof text !== 'string') continue;
    if (/à[¦§]/.test(text)) throw new LostLetters(line, text, 'garbled');
    if (/\?{3}/.test(text)) throw new LostLetters(line, text, 'lost');
  }
}

/** Reads the rows of a catalogue file one by one. Import `rows` only when `faults`, in file order, is empty. */
export function createCatalogueReader(categories: readonly Category[]) {
  const rows: CatalogueRow[] = [];
  const faults: RowFault[] = [];
  const lines = new Map<string, number>();
  return {
    /** A repeated id is a fault of the later row. @throws {TooManyRows} @throws {LostLetters} */
    read({ line, value, reasons: given = [] }: FileRow) {
      checkLetters({ line, value });
      const tooMany = rows.length >= MAX_ROWS ? 'rows' : faults.length >= MAX_FAULTS ? 'bad rows' : null;
      if (tooMany) {
        faults.push({ line, reasons: [`there are too many ${tooMany}: from this one on nothing was read`] });
        throw new TooManyRows();
      }
      const parsed = value === undefined ? null : parseCatalogueRow(value, categories, true);
      const reasons = [...given, ...(parsed?.ok === false ? parsed.reasons : [])];
      const id = parsed?.ok ? parsed.row.id : validId(value);
      const first = lines.get(id);
      if (first !== undefined) reasons.push(`id ${id} is already on line ${first}`);
      else if (id !== '') lines.set(id, line);
      if (reasons.length > 0) faults.push({ line, product: nameIn(value), reasons });
      else if (parsed?.ok) rows.push(parsed.row);
    },
    rows,
    faults,
    lines,
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
  return typeof id === 'string' && PRODUCT_ID_PATTERN.test(id.trim()) ? id.trim() : '';
}
