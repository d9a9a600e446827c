import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { products } from '../../test/support/arbitraries.ts';
import { CATALOGUE_COLUMNS } from './product-columns.ts';
import { headerFaults, imageKind, isSameValue, parseCatalogueRow, parseGivenRow, yesOrNo } from './catalogue-file.ts';
import { createCatalogueReader } from './catalogue-reader.ts';
import { shownDangers } from './import-dangers.ts';
import type { Product } from './product.ts';
import { CATEGORIES, groupOf, FIRST_CATEGORIES } from '../../test/support/first-categories.ts';
import { forAll, testAll } from '../../test/support/properties.ts';
import { isBlank } from '../typed/text.ts';

const row = {
  id: 'rui-1kg',
  name: 'রুই মাছ',
  image: 'pictures/rui.png',
  weight: '1',
  unit: 'kg',
  price: '350.50',
  discount: '12.50',
  status: 'top',
  category: 'fish',
};

/** The columns that a file must have. */
const REQUIRED = CATALOGUE_COLUMNS.slice(0, CATALOGUE_COLUMNS.indexOf('name_bn'));

/** A product as an export writes it. */
function exported({ type: _, imgUrl, price, ...product }: Product) {
  return {
    ...product,
    image: imgUrl,
    price: String(price),
    aliases: 'rui|rohu',
    available: yesOrNo(product.available),
  };
}

function reasons(fields: Record<string, unknown>): string[] {
  const parsed = parseCatalogueRow({ ...row, ...fields }, FIRST_CATEGORIES);
  return parsed.ok ? [] : parsed.reasons;
}

/** The example's row on a line of a file. */
function at(line: number, fields: object) {
  return { line, value: { ...row, ...fields } };
}

function readAll(rows: readonly { line: number; value: unknown }[]) {
  const reader = createCatalogueReader(FIRST_CATEGORIES);
  for (const { line, value } of rows) reader.read({ line, value });
  return { ...reader, rows: reader.rows.map(({ row }) => row) };
}

describe('a row of the catalogue file', () => {
  test('becomes a product; its category decides the group', () => {
    expect(parseCatalogueRow(row, FIRST_CATEGORIES)).toEqual({
      ok: true,
      row: { ...row, price: 350.5, discount: '12.5', type: 'raw-products' },
    });
  });

  test('may contain numbers in JSON', () => {
    expect(parseCatalogueRow({ ...row, price: 350.5, discount: 12.5, weight: 1 }, FIRST_CATEGORIES)).toEqual(
      parseCatalogueRow(row, FIRST_CATEGORIES),
    );
  });

  test('may lack names in Bangla, aliases and availability; then it says nothing about them', () => {
    const parsed = parseCatalogueRow(row, FIRST_CATEGORIES);
    expect(parsed.ok && Object.keys(parsed.row)).not.toContain('available');
    const aliases = { aliases: ' alu | aloo||alu', name_bn: ' আলু ', available: false };
    expect(parseCatalogueRow({ ...row, ...aliases }, FIRST_CATEGORIES)).toMatchObject({
      row: { aliases: 'alu|aloo', name_bn: 'আলু', available: 'no' },
    });
  });

  test('reads back what an export wrote', () => {
    const storable = products.filter(
      ({ name }) => name.trim().normalize('NFC') === name && /^[^\p{C}\p{Z}]/u.test(name) && !isBlank(name),
    );
    forAll(storable, (product) => {
      const row = { ...exported(product), price: product.price, type: groupOf(product.category) };
      expect(parseCatalogueRow(exported(product), FIRST_CATEGORIES)).toEqual({ ok: true, row });
    });
  });

  test.each<[object, unknown]>([
    [{ id: '' }, 'id must have 1 to 64 of a-z, 0-9 and -'],
    [{ id: 'Rui' }, 'id must have 1 to 64 of a-z, 0-9 and -'],
    [{ name: '' }, 'name must have 1 to 120 characters'],
    [{ name: '\u200B' }, 'name must have 1 to 120 characters'],
    [{ name: 'অ'.repeat(121) }, 'name must have 1 to 120 characters'],
    [{ name: 'Rui\nFish' }, 'name must be one line, without line breaks'],
    [{ name: 'Rui\u0007Fish' }, 'name must not have control characters'],
    [{ name: '\uD800' }, 'name must not have control characters'],
    [{ name: null }, 'name must be text'],
    [{ image: '/etc/passwd' }, 'image must be a path relative to the file, an http(s) URL or empty'],
    [{ weight: 'x'.repeat(41) }, 'weight must have at most 40 characters'],
    [{ price: 0 }, 'price must be above 0'],
    [{ price: '-1' }, 'price must be above 0'],
    [{ price: 1e9 }, 'price must be at most 1000000'],
    [{ price: '1000000.01' }, 'price must be at most 1000000'],
    [{ price: 'free' }, 'price must be a plain number of Tk, such as 85 or 85.50'],
    [{ price: '' }, 'price must be a plain number of Tk, such as 85 or 85.50'],
    [{ price: '1e3' }, 'price must be a plain number of Tk, such as 85 or 85.50'],
    [{ price: '12.345' }, 'price must have at most 2 decimals'],
    [{ discount: '100' }, 'discount must be a percentage from 0 to below 100 with at most 2 decimals'],
    [{ discount: '-5' }, 'discount must be a percentage from 0 to below 100 with at most 2 decimals'],
    [{ status: 'new' }, 'status must be one of top, recent, popular'],
    [{ brand: '5' }, 'column brand is unknown'],
    [{ name_bn: 'অ'.repeat(121) }, 'name_bn must have at most 120 characters'],
    [{ aliases: 'a'.repeat(61) }, 'aliases must be at most 20 words of at most 60 characters each'],
    [
      { aliases: Array.from({ length: 21 }, (_, at) => at).join('|') },
      'aliases must be at most 20 words of at most 60 characters each',
    ],
    [{ available: 'maybe' }, 'available must be yes or no'],
    [{ available: 2 }, 'available must be yes or no'],
    [{ name: '#N/A' }, 'name has no value: a formula of the sheet failed'],
    [{ name_bn: '#REF!' }, 'name_bn has no value: a formula of the sheet failed'],
    [{ aliases: 'rui|#NAME?' }, 'aliases has no value: a formula of the sheet failed'],
    [{ weight: '#DIV/0!' }, 'weight has no value: a formula of the sheet failed'],
    [{ unit: 'Err:502' }, 'unit has no value: a formula of the sheet failed'],
    [{ price: '#VALUE!' }, 'price has no value: a formula of the sheet failed'],
    [{ price: '#####' }, 'price has no value: its column in the sheet was too narrow to show it'],
    ...['2-Jan', '1-Feb', 'Feb-26', '02-Jan-2026', '1/2/2026', '2026-01-02 00:00:00'].map(
      (weight): [object, unknown] => [
        { weight },
        expect.stringMatching(/^weight must not be a date, which a sheet makes of 1-2/),
      ],
    ),
    ...['Avjy', '‡cuqvR', 'Bwjk gvQ', '†cuqvR 1'].map((name_bn): [object, unknown] => [
      { name_bn },
      expect.stringMatching(/^name_bn has no Bangla letter: .*Bijoy/),
    ]),
    ...[
      'https://drive.google.com/file/d/1a2b/view?usp=sharing',
      'https://photos.app.goo.gl/abc',
      'https://www.dropbox.com/s/abc/rui.jpg?dl=0',
      'https://onedrive.live.com/?id=1',
    ].map((image): [object, unknown] => [{ image }, expect.stringMatching(/^image is a page that shows a picture/)]),
  ])('with %j has the correct reason', (fields, reason) => expect(reasons({ ...fields })).toEqual([reason]));

  test('reports all reasons at once', () => {
    expect(reasons({ price: 'free', discount: '100', category: 'toys' })).toHaveLength(3);
    expect(parseCatalogueRow({}, FIRST_CATEGORIES).ok).toBe(false);
    expect(parseCatalogueRow({ id: 'rui' }, FIRST_CATEGORIES)).toEqual({
      ok: false,
      reasons: REQUIRED.slice(1).map((column) => `column ${column} is missing`),
      byField: Object.fromEntries(REQUIRED.slice(1).map((column) => [column, `column ${column} is missing`])),
    });
    expect(parseCatalogueRow('rui', FIRST_CATEGORIES)).toEqual({
      ok: false,
      reasons: ['a row must be an object'],
      byField: {},
    });
  });

  test('knows the column of each reason', () => {
    expect(parseCatalogueRow({ ...row, price: 'free', status: 'new', brand: 5 }, FIRST_CATEGORIES)).toEqual({
      ok: false,
      reasons: [
        'column brand is unknown',
        'price must be a plain number of Tk, such as 85 or 85.50',
        'status must be one of top, recent, popular',
      ],
      byField: {
        price: 'price must be a plain number of Tk, such as 85 or 85.50',
        status: 'status must be one of top, recent, popular',
      },
    });
  });

  test('accepts the limit values', () => {
    expect(reasons({ price: '1000000', discount: '99.99', id: 'a'.repeat(64), name: '🥚'.repeat(120) })).toEqual([]);
    expect(reasons({ price: '0.01', discount: '0.00', image: '', weight: '', unit: '' })).toEqual([]);
  });

  test('may look a little like what is refused', () => {
    const names = { name: '#1 Mango', name_bn: '৭ আপ', weight: '1-2', unit: '1 decimal', aliases: 'N/A' };
    expect(reasons({ ...names, image: 'https://www.dropbox.com/s/abc/rui.jpg?raw=1' })).toEqual([]);
    expect(reasons({ weight: '1/2', unit: 'may' })).toEqual([]);
  });

  testAll('never throws', fc.anything(), fc.constantFrom(...CATALOGUE_COLUMNS), (value, column) => {
    expect(parseCatalogueRow(value, FIRST_CATEGORIES).ok).toBe(false);
    const parsed = parseCatalogueRow({ ...row, [column]: value }, FIRST_CATEGORIES);
    expect(parsed.ok || parsed.reasons.length > 0).toBe(true);
  });
});

test('the header has each column at most once, in any order, and a column that says which product a row is', () => {
  expect(headerFaults(CATALOGUE_COLUMNS.toReversed())).toEqual([]);
  expect(headerFaults(['id', 'price'])).toEqual([]);
  expect(headerFaults(['price', 'name', 'brand', 'name'])).toEqual([
    'column brand is unknown',
    'column name is there twice',
  ]);
  expect(headerFaults(['price'])).toEqual(['column id is missing']);
});

describe('pictures in the file', () => {
  test.each([
    ['', 'none'],
    ['rui.png', 'file'],
    ['../pictures/rui.png', 'file'],
    ['https://example.com/rui.png', 'url'],
    ['/images/p/0a1b-320.webp', 'own'],
    ['/etc/passwd', null],
    ['\\\\host\\rui.png', null],
    ['C:\\rui.png', null],
    ['file:///etc/passwd', null],
    ['javascript:alert(1)', null],
    ['https://', null],
  ])('%j is %j', (image, kind) => expect(imageKind(image)).toBe(kind));
});

describe('a whole file', () => {
  test('is read in file order', () => {
    const { rows, faults, lines } = readAll([at(2, { id: 'b' }), at(3, { id: 'a' })]);
    expect(rows.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(faults).toEqual([]);
    expect(lines.get('a')).toBe(3);
  });

  test('has usual values for empty cells', () => {
    const [first] = readAll([at(2, { discount: '\u200B', status: '', image: ' ' })]).rows;
    expect(first).toMatchObject({ discount: '0', status: 'recent', image: undefined });
    expect(readAll([at(2, { image: 'None' })]).rows).toMatchObject([{ image: '' }]);
  });

  test('may say only a part of what products are', () => {
    const reader = createCatalogueReader(FIRST_CATEGORIES);
    reader.read({ line: 2, value: { id: 'rui', price: '৯০' } });
    reader.read({ line: 3, value: { name: 'ডাল', id: '' } });
    reader.read({ line: 4, value: { price: '90' } });
    expect(reader.rows).toEqual([
      { line: 2, row: { id: 'rui', price: 90 }, lacks: REQUIRED.filter((column) => !['id', 'price'].includes(column)) },
      { line: 3, row: { id: '', name: 'ডাল' }, lacks: REQUIRED.filter((column) => !['id', 'name'].includes(column)) },
    ]);
    expect(reader.faults).toEqual([{ line: 4, reasons: ['id is missing, and so is a name'] }]);
  });

  test('takes the first of several pictures, and says so', () => {
    const image = 'https://example.com/1.jpg, https://example.com/2.jpg';
    const { rows, dangers } = readAll([at(2, { image })]);
    expect(rows).toMatchObject([{ image: 'https://example.com/1.jpg' }]);
    expect(shownDangers(dangers)).toMatchObject([{ heading: 'Rows with several pictures: 1' }]);
  });

  test('may have the categories of another shop as a path', () => {
    const { rows } = readAll([at(2, { category: 'Food > Rice > Fine, Offers' })]);
    expect(rows).toMatchObject([{ category: 'rice', type: 'raw-products' }]);
  });

  test('lists every bad row; for a repeated id also the earlier line', () => {
    const { faults } = readAll([at(2, { price: '0' }), at(3, {}), at(4, { id: 'x' }), at(5, { id: 'x', unit: 5 })]);
    expect(faults).toEqual([
      { line: 2, product: 'রুই মাছ', reasons: ['price must be above 0 (it is “0”)'] },
      { line: 3, product: 'রুই মাছ', reasons: ['id rui-1kg is already on line 2'] },
      { line: 5, product: 'রুই মাছ', reasons: ['id x is already on line 4'] },
    ]);
  });
});

test('all names of the categories in the menus are understood', () => {
  for (const name of ['name', 'nameBn'] as const) {
    const read = FIRST_CATEGORIES.map((category) =>
      parseCatalogueRow({ ...row, category: ` ${category[name]} ` }, FIRST_CATEGORIES),
    );
    expect(read.map((parsed) => parsed.ok && parsed.row.category)).toEqual(CATEGORIES);
  }
});

test('what is not given is left alone', () => {
  expect(parseGivenRow({ price: '12.50' }, FIRST_CATEGORIES)).toEqual({ ok: true, row: { price: 12.5 } });
  expect(parseGivenRow({ image: '' }, FIRST_CATEGORIES)).toEqual({ ok: true, row: { image: '' } });
});

test.each([
  ['price', '85.00', 85, true],
  ['price', '85', '85.01', false],
  ['price', 'free', 'free', true],
  ['price', 'Tk 1,25,000', 125_000, true],
  ['price', '১,২৫০.৫০ টাকা', '1250.5', true],
  ['price', '৳ 280/-', 280, true],
  ['price', '60,5', 60.5, true],
  ['price', '1.250,00', 1250, true],
  ['discount', '05', '5', true],
  ['discount', '১০ %', '10', true],
  ['status', 'Top', 'top', true],
  ['category', ' jams', 'jams', true],
  ['available', 'TRUE', 'yes', true],
  ['available', 'না', false, true],
  ['available', true, 'yes', true],
  ['available', 'no', 'yes', false],
  ['aliases', 'rui| rohu', 'rui|rohu', true],
  ['name', ' Rui ', 'Rui', true],
] as const)('%s %j and %j mean the same: %j', (column, one, other, same) => {
  expect(isSameValue(column, one, other)).toBe(same);
});
