/** Reading the catalogue file: one row of CSV or JSON becomes a product or a list of reasons (product §3). */
import { z } from 'zod';
import { type Category, type Group, STATUSES } from './catalogue.ts';
import { csvOf, yesOrNoNamed } from '../../base/csv.ts';
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
import { readDay } from '../typed/day.ts';
import { readNumber } from '../typed/number.ts';
import { MAX_PIECES, whole } from '../typed/whole.ts';
import { cleanText, isBlank } from '../typed/text.ts';

/** The longest word in `aliases`, in characters, and how many a product may have. */
const MAX_ALIAS_LENGTH = 60;
const MAX_ALIASES = 20;

/** What a sheet shows in place of a value: `#N/A`, `#REF!`, `#NAME?`, `Err:502`; and of one that is too wide. */
const FAILED_FORMULA = /^(?:#(?:N\/A|[A-Z][A-Z\d/_]*[!?])|Err:\d{3})$/i;
const TOO_WIDE = /^#{3,}$/;

function textFault(given: string, text: string): string | null {
  if (/[\n\r]/.test(given)) return 'must be one line, without line breaks';
  if (/\p{Cc}/u.test(given) || !given.isWellFormed()) return 'must not have control characters';
  if (!/[#:]/.test(text)) return null;
  if (text.split('|').some((part) => FAILED_FORMULA.test(part.trim())))
    return 'has no value: a formula of the sheet failed';
  return TOO_WIDE.test(text) ? 'has no value: its column in the sheet was too narrow to show it' : null;
}

function text(column: string) {
  return z.union([z.string(), z.number().transform(String)], `${column} must be text`).transform((value, context) => {
    const given = value.trim();
    const text = cleanText(given);
    const fault = textFault(given, text);
    if (fault === null) return text;
    context.addIssue(`${column} ${fault}`);
    return z.NEVER;
  });
}

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const DAY_OF_SHEET = new RegExp(`^(?:\\d{1,4}[-/ ](?:${MONTH})(?:[-/ ]\\d{2,4})?|(?:${MONTH})[-/ ]\\d{1,4})$`, 'i');

/** A sheet makes 2-Jan of 1-2. */
function measureText(column: 'weight' | 'unit') {
  const isDate = (value: string): boolean =>
    value.length > 4 && (DAY_OF_SHEET.test(value) || readDay(value.replace(/[ T]00:00.*$/, '')) !== null);
  return columnText(column).refine(
    (value) => !isDate(value),
    `${column} must not be a date, which a sheet makes of 1-2: make the cell a text in the sheet, and write it again`,
  );
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

/** A whole number, or '' for none. */
function pieces(column: CatalogueColumn, from: number) {
  const empty = (given: unknown): unknown =>
    given === null || (typeof given === 'string' && isBlank(given)) ? '' : given;
  const count = whole(from, MAX_PIECES, `${column} must be a whole number from ${from} to ${MAX_PIECES}, or empty`);
  return z.preprocess(empty, z.literal('').or(count));
}

export function yesOrNo(is: boolean): 'yes' | 'no' {
  return is ? 'yes' : 'no';
}

/** Empty says nothing. JSON files may use true and false. */
function yesNo(column: CatalogueColumn) {
  const fault = `${column} must be yes or no`;
  return z
    .union([text(column), z.boolean().transform(yesOrNo)], fault)
    .transform((given) => yesOrNoNamed(given) || undefined)
    .pipe(z.enum(['yes', 'no'], fault).optional())
    .optional();
}

/** What empty cells of a file mean. */
const USUAL = new Map<string, string | undefined>([
  ['discount', '0'],
  ['status', 'recent'],
  // The product keeps its picture, or gets an id of its name.
  ['image', undefined],
  ['id', undefined],
]);

const NO_PICTURE =
  'image is a page that shows a picture (of Google Drive, Dropbox …), not the picture: save it, and send it in a ZIP';

/** What the columns of a file allow. Of an optional column that a file lacks, the shop keeps its values. */
const SHAPE = {
  id: text('id').refine((id) => PRODUCT_ID_PATTERN.test(id), 'id must have 1 to 64 of a-z, 0-9 and -'),
  name: columnText('name'),
  image: columnText('image').transform((given, context) => {
    const [image = ''] = /^none$/i.test(given) ? [] : given.split(NEXT_ADDRESS);
    if (PAGE.test(image)) context.addIssue(NO_PICTURE);
    else if (imageKind(image) === null)
      context.addIssue('image must be a path relative to the file, an http(s) URL or empty');
    return image;
  }),
  weight: measureText('weight'),
  unit: measureText('unit'),
  price: text('price').transform((given, context) => {
    const price = readNumber(given, 'Tk') ?? '';
    const reason = priceFault(price);
    if (reason !== null) context.addIssue(reason);
    return Number(price);
  }),
  /** Percent in its shortest form: '12.5', '0'. */
  discount: text('discount').transform((given, context) => {
    const discount = readNumber(given, '%') ?? '';
    const hundredths = parseDiscount(discount.replace(/^0+(?=\d)/, ''));
    if (hundredths === null)
      context.addIssue('discount must be a percentage from 0 to below 100 with at most 2 decimals');
    return discountText(hundredths ?? 0);
  }),
  status: text('status')
    .transform((status) => status.toLowerCase())
    .pipe(z.enum(STATUSES, `status must be one of ${STATUSES.join(', ')}`)),
  category: text('category'),
  name_bn: columnText('name_bn')
    .refine(
      (name) => name === '' || /\p{Script=Bengali}/u.test(name),
      'name_bn has no Bangla letter: Bangla that was typed in Bijoy (SutonnyMJ) must be converted to Unicode first',
    )
    .optional(),
  aliases: text('aliases')
    .transform((aliases) => [...new Set(aliases.split('|').map(cleanText))].filter(Boolean))
    .refine(
      (aliases) => aliases.length <= MAX_ALIASES && aliases.every((alias) => characterCount(alias) <= MAX_ALIAS_LENGTH),
      `aliases must be at most ${MAX_ALIASES} words of at most ${MAX_ALIAS_LENGTH} characters each`,
    )
    .transform((aliases) => aliases.join('|'))
    .optional(),
  /** Whether the product can be ordered. */
  available: yesNo('available'),
  /** Empty: not counted. */
  stock: pieces('stock', 0).optional(),
  max_per_order: pieces('max_per_order', 1).optional(),
  by_weight: yesNo('by_weight'),
} satisfies { [Name in CatalogueColumn]: Name extends OptionalColumn ? z.ZodOptional : z.ZodType };

export const catalogueRowSchema = z.object(SHAPE);
const givenRowSchema = catalogueRowSchema.partial();

type FileValues = Readonly<Partial<Record<CatalogueColumn, string | number | undefined>>>;

const CSV = Object.fromEntries(CATALOGUE_COLUMNS.map((column) => [column, (row: FileValues) => row[column]]));

/** The catalogue as a file, in the form that an import reads. */
export async function* exportText(rows: AsyncIterable<FileValues> | Iterable<FileValues>, format: 'csv' | 'json') {
  if (format === 'csv') return yield* csvOf(CSV, rows);
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row, CATALOGUE_COLUMNS);
    before = ',\n';
  }
  yield before === '[\n' ? '[\n\n]\n' : '\n]\n';
}

export type CatalogueRow = z.output<typeof catalogueRowSchema> & { type: Group };

/** What is said of a product; what is not said stays as the shop has it. */
export type GivenRow = { [Column in keyof CatalogueRow]?: CatalogueRow[Column] | undefined };

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

/** Between the addresses of several pictures in one cell. */
const NEXT_ADDRESS = /[\s,;|]+(?=https?:)/i;

/** Whether only the first of its pictures counts. */
export function hasSeveralImages(value: unknown): boolean {
  return typeof value === 'string' && NEXT_ADDRESS.test(value.trim());
}

/** Pages where people share pictures; a picture itself has another address. */
const PAGE =
  /^https?:\/\/(?:(?:drive|docs|photos)\.google\.com|photos\.app\.goo\.gl|(?:www\.)?dropbox\.com(?!.*[?&](?:raw|dl)=1)|1drv\.ms|onedrive\.live\.com|(?:\w+\.)?facebook\.com)\//i;

/** A header or a row with more columns is no catalogue's: its columns are not listed. */
export const MAX_COLUMNS = 200;

function columnFaults(columns: readonly string[]): string[] {
  const known: readonly string[] = CATALOGUE_COLUMNS;
  if (columns.length > MAX_COLUMNS) {
    return [`there are ${columns.length} columns: a catalogue file has at most ${CATALOGUE_COLUMNS.length}`];
  }
  const unknown = columns.filter((column) => !known.includes(column)).map((column) => `column ${column} is unknown`);
  const twice = known.filter((column) => columns.indexOf(column) !== columns.lastIndexOf(column));
  return [...unknown, ...twice.map((column) => `column ${column} is there twice`)];
}

/** A file that names no product by id or name says nothing of any. */
export function headerFaults(columns: readonly string[]): string[] {
  const isNamed = columns.includes('id') || columns.includes('name');
  return [...(isNamed ? [] : ['column id is missing']), ...columnFaults(columns)];
}

function withUsual([column, value]: [string, unknown]): [string, unknown] {
  const isEmpty = typeof value === 'string' && isBlank(value) && USUAL.has(column);
  return [column, isEmpty ? USUAL.get(column) : value];
}

/** Why a row is invalid: all reasons, and for each column that has some, its own. */
export interface RefusedRow {
  reasons: string[];
  byField: Partial<Record<CatalogueColumn, string>>;
}

export type Parsed<Row> = { ok: true; row: Row } | ({ ok: false } & RefusedRow);

/** A whole product: a record of column to text, or also to number. `categories` are those of the shop. Never throws. */
export function parseCatalogueRow(value: unknown, categories: readonly Category[]): Parsed<CatalogueRow> {
  return parsed<CatalogueRow>(value, catalogueRowSchema, categories);
}

/** Any columns of a product. `inFile`: empty cells have their usual values, and reasons say what stands there. */
export function parseGivenRow(value: unknown, categories: readonly Category[], inFile = false): Parsed<GivenRow> {
  return parsed<GivenRow>(value, givenRowSchema, categories, inFile);
}

function parsed<Row extends GivenRow>(
  value: unknown,
  schema: z.ZodType<Omit<Row, 'type'>>,
  categories: readonly Category[],
  inFile = false,
): Parsed<Row> {
  const given = asRecord(value);
  if (!given) return { ok: false, reasons: ['a row must be an object'], byField: {} };
  const record = inFile ? Object.fromEntries(Object.entries(given).map(withUsual)) : given;
  const faults = columnFaults(Object.keys(record));
  const { data: row, error } = schema.safeParse(record);
  const named = SHAPE.category.safeParse(record.category).data;
  const category = named === undefined ? undefined : categoryOf(named, categories);
  const isKnown = named === undefined || category !== undefined;
  if (faults.length === 0 && row && isKnown) {
    return { ok: true, row: { ...row, ...(category && { category: category.id, type: category.group }) } as Row };
  }
  const issues = (error?.issues ?? []).map(({ path, message }) => ({ column: path[0] as CatalogueColumn, message }));
  if (!isKnown) {
    const message = `category must be one of ${categories.map(({ id }) => id).join(', ')}`;
    issues.push({ column: 'category', message });
  }
  const byField: RefusedRow['byField'] = {};
  for (const { column, message } of issues) {
    const isThere = column in record;
    const reason = isThere ? message : `column ${column} is missing`;
    faults.push(inFile && isThere ? `${message} (it is ${quoted(record[column])})` : reason);
    byField[column] = byField[column] === undefined ? reason : `${byField[column]}; ${reason}`;
  }
  return { ok: false, reasons: faults, byField };
}

/** Other shops write paths, and several of them: `Food > Rice, Offers`. */
function categoryOf(named: string, categories: readonly Category[]): Category | undefined {
  const whole = categoryNamed(named, categories);
  if (whole || !/[>,]/.test(named)) return whole;
  const parts = named.split(',').flatMap((path) => path.split('>').toReversed());
  return parts.map((part) => categoryNamed(part.trim(), categories)).find(Boolean);
}

export const MAX_QUOTED = 40;

export function quoted(value: unknown): string {
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
