import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportText } from '../../domain/catalogue/catalogue-file.ts';
import { CATALOGUE_COLUMNS } from '../../domain/catalogue/product-columns.ts';
import { cellOf } from '../../base/csv.ts';
import { localDigits } from '../../base/digits.ts';
import { capitalized, cleanText } from '../../base/text.ts';
import { STATUSES } from '../../domain/catalogue/catalogue.ts';
import { CATEGORIES, groupOf, FIRST_CATEGORIES } from '../../test/support/first-categories.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { anyText } from '../../test/support/arbitraries.ts';
import { openCatalogueFile, readCatalogue } from './catalogue-file.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

const HEADER = 'id,name,image,weight,unit,price,discount,status,category';
const RUI = 'rui,Rui,,1,kg,380,10,top,fish';

function read(text: string | Uint8Array) {
  return readCatalogue(openCatalogueFile('a.csv', Buffer.from(text)).readRows, FIRST_CATEGORIES);
}

async function writtenCsv(rows: readonly CatalogueRow[]): Promise<string> {
  return (await Array.fromAsync(exportText(rows, 'csv'))).join('');
}

describe('reading a catalogue file', () => {
  test('accepts a BOM, any line ends, blank lines and quotes', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['\uFEFF' + HEADER, RUI, '', 'ilish,"Ilish, ""Padma""",,1,kg,1400.50,0,popular,fish', ''].join(end);
      expect(await read(text)).toMatchObject({
        rows: [
          { id: 'rui', name: 'Rui', price: 380, discount: '10', category: 'fish', type: 'raw-products' },
          { id: 'ilish', name: 'Ilish, "Padma"', price: 1400.5 },
        ],
        faults: [],
      });
    }
  });

  test('accepts columns in any order', async () => {
    const [columns, values] = [HEADER, RUI].map((line) => line.split(',').toReversed().join(','));
    expect((await read(`${columns}\n${values}`)).rows).toMatchObject([{ id: 'rui', name: 'Rui' }]);
  });

  test('reports the line on which each bad row starts, also after quoted line breaks', async () => {
    const text = `${HEADER}\r\nx,"two\r\nlines",,1,kg,free,0,top,fish\r\n\r\n${RUI}\r\nrui,Again,,1,kg,0,100,top,fisch\r\nshort,row\r\n`;
    const { faults } = await read(text);
    expect(faults.map(({ line }) => line)).toEqual([2, 6, 7]);
    expect(faults[0]?.reasons).toEqual([
      'name must be one line, without line breaks (it is “two\nlines”)',
      'price must be a plain number of Tk, such as 85 or 85.50 (it is “free”)',
    ]);
    expect(faults[1]?.reasons).toHaveLength(4);
    expect(faults[2]?.reasons).toEqual(['the row has 2 values for 9 columns']);
  });

  test('reports unmatched quotes and files that are no text', async () => {
    const open = { line: 3, reasons: ['a quote is opened and never closed'] };
    expect((await read(`${HEADER}\n${RUI}\n\n"open,`)).faults).toEqual([open]);
    expect((await read(`${HEADER}\n${RUI}\na"b,c`)).faults[0]?.line).toBe(3);
    const noText = { line: 1, reasons: ['the file is not UTF-8 text: save it as CSV in UTF-8'] };
    expect((await read(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2))).faults).toEqual([noText]);
  });
});

test('a written file has no formula for a spreadsheet', async () => {
  const { rows } = await read(`${HEADER}\nrui,"=1+1",,-,+,380,10,top,fish\n-x,'@SUM(A1),,1,kg,380,10,top,fish`);
  expect(rows).toMatchObject([
    { name: '=1+1', weight: '-', unit: '+' },
    { id: '-x', name: '@SUM(A1)' },
  ]);
  const written = await writtenCsv(rows);
  expect(written.startsWith('\uFEFFid,')).toBe(true);
  expect(written).toContain("\nrui,'=1+1,,'-,'+,380,10,");
  expect(written).toContain("\n'-x,'@SUM(A1),");
  expect(await read(written)).toMatchObject({ rows: rows.map(({ id, name }) => ({ id, name })), faults: [] });
});

test('a written file reads back equal', async () => {
  const word = anyText({ minLength: 1, maxLength: 20 }).map((text) => `${cleanText(text)}x`);
  const row: fc.Arbitrary<Required<CatalogueRow>> = fc
    .record({
      id: fc.stringMatching(/^[a-z0-9-]{1,30}$/),
      name: fc.tuple(fc.constantFrom('', '=', "'-", "''@"), word).map(([start, text]) => start + text),
      image: fc.constantFrom('', 'https://example.com/a,"b".webp', 'pictures/a b.webp'),
      weight: word,
      unit: word,
      price: fc.integer({ min: 1, max: 100_000_000 }).map((poisha) => poisha / 100),
      discount: fc.integer({ min: 0, max: 9_999 }).map((hundredths) => String(hundredths / 100)),
      status: fc.constantFrom(...STATUSES),
      category: fc.constantFrom(...CATEGORIES),
      name_bn: fc.constantFrom('', 'রুই মাছ'),
      aliases: fc.constantFrom('', 'rui|rohu'),
      available: fc.constantFrom('yes', 'no'),
    })
    .map((fields) => Object.assign(catalogueRow(exampleProduct()), fields, { type: groupOf(fields.category) }));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 10 }), async (rows) => {
      expect(await read(await writtenCsv(rows))).toMatchObject({ rows, faults: [] });
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('utf8', 'utf16le', 'utf16be'),
      fc.infiniteStream(fc.nat(2)),
      async (rows, separator, encoding, choice) => {
        const disguised = disguise(rows, separator, () => choice.next().value ?? 0);
        expect(await read(encoded(disguised, encoding))).toMatchObject({ rows, faults: [] });
      },
    ),
  );
});

/** What an office program makes of a file, and a person of its cells. */
function disguise(rows: readonly Required<CatalogueRow>[], separator: string, choose: () => number): string {
  const grouped = (price: number): string => price.toLocaleString('en', { minimumFractionDigits: 2 });
  const record = (cells: readonly string[]): string =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);
  const cells = rows.map(({ price, discount, status, category, available, ...row }) => ({
    ...row,
    price: [String(price), `Tk ${grouped(price)}`, localDigits('bn', grouped(price))][choose()],
    discount: [discount, `${discount}%`, localDigits('bn', discount)][choose()],
    status: capitalized(status),
    category: [category, ...namesOf(category)][choose()],
    available: { yes: ['Yes', 'TRUE', 'হ্যাঁ'], no: ['No', 'FALSE', 'না'] }[available === 'yes' ? 'yes' : 'no'][choose()],
  }));
  const empty = separator.repeat(CATALOGUE_COLUMNS.length);
  const lines = cells.flatMap((row) => [
    record([...CATALOGUE_COLUMNS.map((column) => cellOf(String(row[column]))), '']),
    empty,
  ]);
  return [[...CATALOGUE_COLUMNS.map(capitalized), ''].join(separator), ...lines].join('\r\n');
}

function encoded(text: string, encoding: string): Uint8Array {
  const bytes = Buffer.from(`\uFEFF${text}`, encoding === 'utf8' ? 'utf8' : 'utf16le');
  return encoding === 'utf16be' ? bytes.swap16() : bytes;
}

function namesOf(category: string): string[] {
  return FIRST_CATEGORIES.flatMap(({ id, name, nameBn }) => (id === category ? [name, nameBn] : []));
}
