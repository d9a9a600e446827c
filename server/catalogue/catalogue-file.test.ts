import * as fc from 'fast-check';
import { expect, test, describe } from 'vitest';
import { openCatalogueFile, readCatalogue } from './catalogue-file.ts';
import { FIRST_CATEGORIES, CATEGORIES, groupOf } from '../../test/support/first-categories.ts';
import { exportText, type CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { guessedMatch } from '../../domain/catalogue/match-columns.ts';
import { CATALOGUE_COLUMNS } from '../../domain/catalogue/product-columns.ts';
import { cellOf } from '../../base/csv.ts';
import { localDigits } from '../../base/digits.ts';
import { capitalized } from '../../base/text.ts';
import { cleanText } from '../../domain/typed/text.ts';
import { STATUSES } from '../../domain/catalogue/catalogue.ts';
import { anyText } from '../../test/support/arbitraries.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

const HEADER = 'id,name,image,weight,unit,price,discount,status,category';
const OPEN_QUOTE = 'a quote is opened and never closed, or the row is far too long';
const RUI = 'rui,Rui,,1,kg,380,10,top,fish';
const ROW = { id: 'rui', name: 'Rui', image: '', weight: 1, unit: 'kg', price: 380, discount: 10, status: 'top' };

async function read(name: string, contents: string | Uint8Array, onProgress?: (part: number) => void) {
  const open = openCatalogueFile(name, Buffer.from(contents));
  const { unit } = open;
  const file = await readCatalogue(open, FIRST_CATEGORIES, onProgress);
  const rows = file.rows.map(({ row }) => row as CatalogueRow);
  return { unit, size: rows.length + file.faults.length, ...file, rows };
}

test.each([
  ['catalogue.csv', `${HEADER}\n${RUI}`, 'line'],
  ['catalogue', `${HEADER}\n${RUI}`, 'line'],
  ['catalogue.JSON', JSON.stringify([{ ...ROW, category: 'fish' }]), 'item'],
  ['catalogue', `\uFEFF\n[${JSON.stringify({ ...ROW, category: 'fish' })}]`, 'item'],
])('the format of %s is found by its name or its first characters', async (name, text, unit) => {
  const rows = [{ id: 'rui', price: 380 }];
  expect(await read(name, text)).toMatchObject({ readable: true, unit, size: 1, faults: [], rows });
});

test('the lines that npm prints before an export are skipped', async () => {
  const printed = '\n> sodai@0.1.0 shop\n> node cli/shop.ts products export\n\n';
  const csv = await read('a.csv', `${printed}${HEADER}\r\n${RUI}\r\nbad,row\r\n`);
  expect(csv).toMatchObject({ rows: [{ id: 'rui' }], faults: [{ line: 7 }] });
  expect(await read('a.json', `${printed}[]`)).toMatchObject({ readable: true, rows: [], faults: [] });
});

test.each([
  ['a.json', '[{"id": "a"},]', /^the file is not JSON: /],
  ['a.json', '{"products": []}', /^the file must hold a JSON list of products/],
  ['a.json', '', /^the file is not JSON: /],
  ['a.json', '[{"id": "a"}', /^the file is not JSON: the list is not closed$/],
  ['a.json', '[{"id": "a"}, {"id: "b"}]', /^the file is not JSON: item 2: /],
  ['a.json', '[1, 2] 3', /^the file is not JSON: item 3: there is something after the list$/],
  ['a.json', '[{"id": "a\\"}]', /^the file is not JSON: a quote is opened and never closed$/],
  ['a.json', '[[1}]', /^the file is not JSON: /],
  ['a', '{"products": []}', /^the file must hold a JSON list of products/],
  ['a.csv', '', /^the file is empty$/],
  ['a.csv', 'price;weight\n', /^column id is missing$/],
  ['a.csv', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), /^this is a picture: /],
  [
    'a.csv',
    `${HEADER}\nrui,????? ???,,1,kg,380,10,top,fish`,
    /^the Bangla letters of this file are lost \(“\?{5} \?{3}”\)/,
  ],
  ['a.csv', `${HEADER},name_bn\n${RUI},\u00e0\u00a6\u00b0`, /^the Bangla letters of this file are garbled/],
  ['a.csv', `${HEADER},brand\n${RUI},5`, /^column brand is unknown$/],
  ['a.xls', '<html><table><tr><td>id</td></tr></table></html>', /^this is a web page, whatever it is called: open it/],
  ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^this is a workbook of an old Excel: open it/],
  ['a.csv', '\u0000\u0001', /^the file is not UTF-8 text: save it as CSV in UTF-8$/],
])('%s with %j is no catalogue', async (name, text, reason) => {
  const { readable, faults } = await read(name, text);
  expect(readable).toBe(false);
  expect(faults).toHaveLength(1);
  expect(faults[0]?.reasons[0]).toMatch(reason);
});

test('binary data is no catalogue', async () => {
  const garbage = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 256);
  for (const name of ['a.csv', 'a.json', 'a']) {
    const reasons = [expect.stringMatching(/^the file is not UTF-8 text/)];
    expect((await read(name, garbage)).faults).toEqual([{ line: 1, reasons }]);
  }
});

test('items of a list are counted from 1', async () => {
  const list = [{ ...ROW, category: 'fish' }, 7, { ...ROW, category: 'fish' }];
  expect((await read('a.json', JSON.stringify(list))).faults).toEqual([
    { line: 2, reasons: ['a row must be an object'] },
    { line: 3, product: 'Rui', reasons: ['id rui is already on line 1'] },
  ]);
});

test('a list is read as JSON.parse reads it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 6 }), fc.constantFrom(0, 1), async (values, indent) => {
      const list = await read('a.json', JSON.stringify(values, null, indent));
      expect(list).toMatchObject({ size: values.length, readable: true });
    }),
  );
});

test('other work goes on while a large file is read', async () => {
  const row = (index: number) => ({ ...ROW, id: `r-${index}`, category: 'fish' });
  const rows = Array.from({ length: 5_000 }, (_, index) => row(index));
  const csv = `${HEADER}\r\n${rows.map((row) => Object.values(row).join(',')).join('\r\n')}\r\n`;
  for (const text of [JSON.stringify(rows), csv]) {
    const parts: number[] = [];
    const { size, faults } = await read('', text, (part) => parts.push(part));
    expect({ size, faults }).toEqual({ size: 5_000, faults: [] });
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.every((part, at) => part >= (parts[at - 1] ?? 0) && part < 1)).toBe(true);
  }
});

test.each([
  ['a.csv', `${HEADER}\n${'x\n'.repeat(110_000)}`, 2],
  ['a.json', `[${'1,'.repeat(110_000)}1]`, 1],
])('of %s with very many bad rows only the first are read and kept', async (name, text, first) => {
  const { readable, faults } = await read(name, text);
  expect(readable).toBe(true);
  expect(faults).toHaveLength(100_001);
  expect(faults[0]?.line).toBe(first);
  const reasons = ['there are too many bad rows: from this one on nothing was read'];
  expect(faults.at(-1)).toEqual({ line: first + 100_000, reasons });
});

test.each([
  ['a.csv', `${'x,'.repeat(1_000)}y`],
  ['a.json', JSON.stringify([Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`c${at}`, '']))])],
])('very many columns of %s are not listed', async (name, text) => {
  const { faults } = await read(name, text);
  expect(faults).toHaveLength(1);
  expect(faults[0]?.reasons).toContain('there are 1001 columns: a catalogue file has at most 15');
  expect(faults[0]?.reasons.length).toBeLessThan(20);
});

test('of JSON the other requests get their turn after each 16 kB, and what is no list is not parsed', async () => {
  const items = Array.from({ length: 50 }, () => ({ name: 'x'.repeat(20_000) }));
  let pauses = 0;
  await read('a.json', JSON.stringify(items), () => void (pauses += 1));
  expect(pauses).toBe(50);
  const list = /^the file must hold a JSON list/;
  expect((await read('a.json', `{"a": ${'['.repeat(2_000_000)}`)).faults[0]?.reasons[0]).toMatch(list);
  const deep = await read('a.json', '['.repeat(2_000_000));
  expect(deep.faults[0]?.reasons).toEqual(['the file is not JSON: it is too long']);
});

test('a row that is far too long is not parsed', async () => {
  const long = 'x'.repeat(2_000_000);
  const csv = await read('a.csv', `${HEADER}\n${RUI}\n"${long}\n${RUI}\n`);
  expect(csv).toMatchObject({ readable: true, rows: [{ id: 'rui' }] });
  const tooLong = { line: 3, reasons: [OPEN_QUOTE] };
  expect(csv.faults).toEqual([tooLong]);
  expect(await read('a.csv', `${long},id\n`)).toMatchObject({ readable: false, faults: [{ line: 1 }] });
  const json = await read('a.json', JSON.stringify([{ ...ROW, category: 'fish' }, { id: long }]));
  expect(json.faults).toEqual([{ line: 1, reasons: ['the file is not JSON: item 2: it is too long'] }]);
});

const readCsv = (text: string | Uint8Array) => read('a.csv', text);

async function writtenCsv(rows: readonly CatalogueRow[]): Promise<string> {
  return (await Array.fromAsync(exportText(rows, 'csv'))).join('');
}

describe('reading CSV', () => {
  test('accepts a BOM, any line ends, blank lines and quotes', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['\uFEFF' + HEADER, RUI, '', 'ilish,"Ilish, ""Padma""",,1,kg,1400.50,0,popular,fish', ''].join(end);
      expect(await readCsv(text)).toMatchObject({
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
    expect((await readCsv(`${columns}\n${values}`)).rows).toMatchObject([{ id: 'rui', name: 'Rui' }]);
  });

  test('reports the line on which each bad row starts, also after quoted line breaks', async () => {
    const text = `${HEADER}\r\nx,"two\r\nlines",,1,kg,free,0,top,fish\r\n\r\n${RUI}\r\nrui,Again,,1,kg,0,100,top,fisch\r\nshort,row\r\n`;
    const { faults } = await readCsv(text);
    expect(faults.map(({ line }) => line)).toEqual([2, 6, 7]);
    expect(faults[0]?.reasons).toEqual([
      'name must be one line, without line breaks (it is “two\nlines”)',
      'price must be a plain number of Tk, such as 85 or 85.50 (it is “free”)',
    ]);
    expect(faults[1]?.reasons).toHaveLength(4);
    expect(faults[2]?.reasons).toEqual(['the row has 2 values for 9 columns']);
  });

  test('reports unmatched quotes and files that are no text', async () => {
    const open = { line: 4, reasons: [OPEN_QUOTE] };
    const worse = { line: 6, product: 'Again', reasons: ['id rui is already on line 2'] };
    const text = `${HEADER}\n${RUI}\n\n"open,\n${RUI.replaceAll('ui', 'ita')}\n${RUI.replace('Rui', 'Again')}`;
    expect(await readCsv(text)).toMatchObject({ faults: [open, worse], rows: [{ id: 'rui' }, { id: 'rita' }] });
    expect((await readCsv(`${HEADER}\n${RUI}\na"b,c`)).faults[0]?.line).toBe(3);
    const noText = { line: 1, reasons: ['the file is not UTF-8 text: save it as CSV in UTF-8'] };
    expect((await readCsv(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2))).faults).toEqual([noText]);
  });
});

test.each([
  ['Plate 9" steel', 'Plate 9" steel'],
  ['"Plate 9"" steel"', 'Plate 9" steel'],
  ['"The "Deshi" Onion"', 'The "Deshi" Onion'],
  ['"Deshi" Onion', '"Deshi" Onion'],
  ['"12 inch', '"12 inch'],
  ['"Onion" ', 'Onion'],
])('a quote where none may stand is a letter: %s is the name %s', async (cell, name) => {
  const row = RUI.replace('Rui', () => cell);
  const file = await readCsv(`${HEADER}\n${row}\n${row.replace('rui', 'rita')}\n`);
  expect(file).toMatchObject({ faults: [], rows: [{ name }, { id: 'rita', name }] });
});

test('the separator may be said in the first line', async () => {
  const lines = [HEADER, RUI, 'rita,Rita,,1,kg,0,10,top,fish'].map((line) => line.replaceAll(',', '|'));
  for (const said of ['sep=|', '"sep=|"', 'SEP=|||||']) {
    const file = await readCsv([said, ...lines].join('\r\n'));
    expect(file).toMatchObject({ rows: [{ id: 'rui' }], faults: [{ line: 4, product: 'Rita' }] });
  }
});

test('what shows nothing does not count in headers and cells', async () => {
  const text = `\uFEFF\uFEFF"id",na\u200Bme,${HEADER.slice(8)}\nrui\u200B,Rui,,1,kg,1\u202F380,10\u200E,\u00A0top,fish\uFEFF\n\u200B,,\n`;
  const row = { id: 'rui', name: 'Rui', price: 1380, discount: '10', status: 'top', category: 'fish' };
  expect(await readCsv(text)).toMatchObject({ rows: [row], faults: [] });
});

test('a sheet of another shop is read by what its columns were matched with', async () => {
  const text = `ID,SKU,Name,Description,"In stock?","Regular price",Categories,Images
44,Rice 5_KG,"Rice, 5 kg","<p>Long
text, with ""quotes""</p>",1,450,"Rice > Fine",\n45,,Tea,none,0,90,tea,none`;
  const refused = await read('a.csv', text);
  const header = ['id', 'sku', 'name', 'description', 'in_stock?', 'regular_price', 'categories', 'images'];
  expect(refused).toMatchObject({ readable: false, faults: [{ line: 1, header }] });
  const match = guessedMatch(header, { id: 'sku' });
  expect(match).toEqual({
    id: 'sku',
    name: 'name',
    image: 'images',
    price: 'regular_price',
    category: 'categories',
    available: 'in_stock?',
  });
  const file = await readCatalogue(openCatalogueFile('', Buffer.from(text), match), FIRST_CATEGORIES);
  expect(file).toMatchObject({
    readable: true,
    faults: [],
    rows: [
      {
        line: 2,
        lacks: [],
        row: { id: 'rice-5-kg', name: 'Rice, 5 kg', price: 450, category: 'rice', available: 'yes' },
      },
      { line: 4, lacks: [], row: { id: '', name: 'Tea', available: 'no', image: '', discount: undefined } },
    ],
  });
});

test('a written file has no formula for a spreadsheet', async () => {
  const { rows } = await readCsv(`${HEADER}\nrui,"=1+1",,-,+,380,10,top,fish\n-x,'@SUM(A1),,1,kg,380,10,top,fish`);
  expect(rows).toMatchObject([
    { name: '=1+1', weight: '-', unit: '+' },
    { id: '-x', name: '@SUM(A1)' },
  ]);
  const written = await writtenCsv(rows);
  expect(written.startsWith('\uFEFFid,')).toBe(true);
  expect(written).toContain("\nrui,'=1+1,,'-,'+,380,10,");
  expect(written).toContain("\n'-x,'@SUM(A1),");
  expect(await readCsv(written)).toMatchObject({ rows: rows.map(({ id, name }) => ({ id, name })), faults: [] });
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
      expect(await readCsv(await writtenCsv(rows))).toMatchObject({ rows: rows.map(asRead), faults: [] });
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
        expect(await readCsv(encoded(disguised, encoding))).toMatchObject({ rows: rows.map(asRead), faults: [] });
      },
    ),
  );
});

/** An empty cell says nothing of a picture. */
const asRead = (row: CatalogueRow) => ({ ...row, image: row.image || undefined });

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
