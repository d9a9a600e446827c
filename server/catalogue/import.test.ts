import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { png } from '../../test/support/pictures.ts';
import { createCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { createCatalogueImport } from './import.ts';
import type { CatalogueImport } from './import.ts';
import type { Database } from '../db/connect.ts';
import { createImages } from '../images/images.ts';
import type { Images } from '../images/images.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

const ABSENT = '/images/p/0000-320.webp';

/** A row of the catalogue file as a line of the request. */
function line(fields: Record<string, unknown> = {}): string {
  const { type: _, ...row } = catalogueRow(exampleProduct());
  return `${JSON.stringify({ ...row, ...fields })}\n`;
}

/** A body that arrives in small chunks. */
async function* chunks(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

describeWithDatabase('what comes into the catalogue', ({ open }) => {
  const newFolder = temporaryFolders();
  let database: Database;
  let catalogue: Catalogue;
  let images: Images;
  let imports: CatalogueImport;

  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    images = createImages({ kind: 'files', directory: await newFolder() });
    imports = createCatalogueImport({ database, catalogue, images });
  });
  beforeEach(async () => {
    await catalogue.importRows([], { replace: true });
    await database.kysely.deleteFrom('audit').execute();
  });

  function read(body: string | Uint8Array, rows: number, replace = false) {
    return imports.read(chunks(body), { rows, replace });
  }

  async function picture(): Promise<string> {
    const outcome = await images.storeProduct(await png(9, 9));
    if (outcome.kind !== 'stored') throw new Error(outcome.reason.code);
    return outcome.imgUrl;
  }

  test('an import’s rows are read for any chunks of the body', async () => {
    const own = await picture();
    const body = [
      line({ id: 'a', name: 'রুই', price: '380.50' }),
      '\n',
      line({ id: 'b', image: own }),
      line({ id: 'c', image: 'https://example.com/c.webp' }).trimEnd(),
    ].join('');
    const three = await read(body, 3);
    expect(three.ok && three.rows).toEqual([
      catalogueRow(exampleProduct({ id: 'a', name: 'রুই', price: 380.5 })),
      catalogueRow(exampleProduct({ id: 'b', imgUrl: own })),
      catalogueRow(exampleProduct({ id: 'c', imgUrl: 'https://example.com/c.webp' })),
    ]);
    const none = await imports.read(null, { rows: 0, replace: false });
    expect(none.ok && none.rows).toEqual([]);
  });

  test('every bad row is reported with all its reasons', async () => {
    const body = [
      line({ id: 'a', image: ABSENT }),
      line({ id: 'b', price: 0, status: 'new' }),
      line({ id: 'c', image: 'pictures/c.png' }),
      line({ id: 'd' }),
      line({ id: 'd' }),
    ].join('');
    expect(await read(body, 5)).toEqual({
      ok: false,
      status: 422,
      detail: '4 of 5 rows are bad.',
      faults: [
        { line: 1, reasons: [`the shop has no picture ${ABSENT}`] },
        { line: 2, reasons: ['price must be above 0', 'status must be one of top, recent, popular'] },
        { line: 3, reasons: ["image pictures/c.png is a file's name: send the picture and give its address"] },
        { line: 5, reasons: ['id d is already on line 4'] },
      ],
    });
  });

  test('a picture that a product already has is not looked up in the store', async () => {
    await catalogue.importRows([catalogueRow(exampleProduct({ id: 'a', imgUrl: ABSENT }))]);
    expect(await read(line({ id: 'b', image: ABSENT }), 1)).toMatchObject({ ok: true });
  });

  test.each([
    ['broken off', line({ id: 'a' }), 2, 400, 'The body has 1 rows, but ?rows= says 2.'],
    ['too long', line({ id: 'a' }) + line({ id: 'b' }), 1, 400, 'The body has 2 rows, but ?rows= says 1.'],
    ['not JSON', `${line({ id: 'a' })}{"id":`, 2, 400, 'Row 2 of the body is not JSON.'],
    ['not text', Uint8Array.of(0xff, 0xfe, 0x0a), 1, 400, 'The body is not UTF-8 text.'],
    ['one endless line', 'x'.repeat(70_000), 1, 413, 'A row of the body is too long.'],
    ['too many', '', 1_000_001, 413, 'An import may have at most 1000000 rows.'],
  ])('a body that is %s is refused', async (_, body, rows, status, detail) => {
    expect(await read(body, rows)).toEqual({ ok: false, status, detail });
  });

  test('an empty import replaces nothing', async () => {
    expect(await read('', 0, true)).toMatchObject({ ok: false, status: 422 });
    expect(await read('', 0, false)).toMatchObject({ ok: true });
  });

  test('returns which pictures the shop has', async () => {
    const bytes = await png(11, 11);
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(await imports.knownPictures([hash])).toEqual({});
    const stored = await images.storeProduct(bytes);
    const other = createHash('sha256').update('other').digest('hex');
    expect(await imports.knownPictures([hash, other])).toEqual({
      [hash]: stored.kind === 'stored' ? stored.imgUrl : '',
    });
  });

  test('a product can be changed', async () => {
    const rui = exampleProduct();
    await catalogue.importRows([catalogueRow(rui)]);
    expect(await imports.set('rui', { price: '12.50', discount: '5', category: 'tea-coffe' })).toEqual({
      kind: 'changed',
      product: { ...rui, price: 12.5, discount: '5', category: 'tea-coffe', type: 'beverages', aliases: '' },
    });
    const names = { name_bn: 'রুই', aliases: 'rui| rohu', available: false };
    expect(await imports.set('rui', names)).toMatchObject({ product: { ...names, aliases: 'rui|rohu' } });
    const own = await picture();
    expect(await imports.set('rui', { image: own })).toMatchObject({ kind: 'changed', product: { imgUrl: own } });
    expect(await imports.set('none', { price: '1' })).toEqual({ kind: 'unknown' });
    const { kysely } = database;
    const entries = await kysely.selectFrom('audit').selectAll().where('action', '=', 'products.set').execute();
    expect(entries).toMatchObject([
      { actor: 'operator', subject: 'rui', details: { before: { price: 350 }, after: { price: 12.5 } } },
      { details: { after: { available: 'no', aliases: 'rui|rohu' } } },
      { details: { before: { available: 'no', aliases: 'rui|rohu' }, after: { image: own } } },
    ]);
  });

  test.each([
    [{ price: 'free' }, 'price must be a plain number of Tk, such as 85 or 85.50'],
    [{ colour: 'red' }, 'column colour is unknown'],
    [{ id: 'other' }, 'id cannot be changed'],
    [{ type: 'beverages' }, 'type cannot be changed'],
    [{ image: ABSENT }, `the shop has no picture ${ABSENT}`],
    [{ image: 'a.png' }, "image a.png is a file's name: send the picture and give its address"],
    [{ image: 7 }, "image 7 is a file's name: send the picture and give its address"],
    [{ name: null }, 'name must be text'],
  ])('a product is not changed to %j', async (fields, reason) => {
    const row = catalogueRow(exampleProduct());
    await catalogue.importRows([row]);
    expect(await imports.set('rui', fields)).toMatchObject({ kind: 'refused', reasons: [reason] });
    expect(await catalogue.byIds(['rui'])).toEqual([exampleProduct()]);
  });

  test('a reason stands beside its field', async () => {
    const row = catalogueRow(exampleProduct());
    await catalogue.importRows([row]);
    const { type: _, ...file } = row;
    const byField = {
      price: 'price must be above 0',
      status: 'status must be one of top, recent, popular',
    };
    const reasons = Object.values(byField);
    expect(await imports.set('rui', { price: 0, status: '' })).toEqual({ kind: 'refused', reasons, byField });
    expect(await imports.add({ ...file, price: 0, status: '' })).toEqual({ kind: 'refused', reasons, byField });
    expect(await imports.add({ ...file, image: ABSENT })).toMatchObject({
      kind: 'refused',
      byField: { image: `the shop has no picture ${ABSENT}` },
    });
  });

  test('a product can be added once', async () => {
    const { type: _, ...row } = catalogueRow(exampleProduct({ id: 'new', price: 12.5 }));
    expect(await imports.add({ ...row, price: '12.50' }, { by: 'rina@shop.example' })).toMatchObject({
      kind: 'added',
      product: { id: 'new', price: 12.5 },
    });
    expect(await imports.add(row)).toEqual({ kind: 'exists' });
    expect(await catalogue.suggest('rui')).toMatchObject([{ id: 'new' }]);
    const entries = await database.kysely.selectFrom('audit').selectAll().where('subject', '=', 'new').execute();
    expect(entries).toMatchObject([{ actor: 'rina@shop.example', action: 'products.add' }]);
  });

  test('of two operators who change a product, the second is told', async () => {
    await catalogue.importRows([catalogueRow(exampleProduct({ price: 85 }))]);
    const base = { price: 85, discount: '0', available: 'yes' };
    const first = imports.set('rui', { ...base, price: '90.00' }, { by: 'first@shop.example', base });
    expect(await first).toMatchObject({ kind: 'changed' });
    expect(await imports.set('rui', { ...base, price: 80 }, { by: 'second@shop.example', base })).toEqual({
      kind: 'conflict',
      by: 'first@shop.example',
      at: expect.any(Date),
    });
    expect(await catalogue.row('rui')).toMatchObject({ price: 90 });
    await catalogue.importRows([catalogueRow(exampleProduct({ price: 95 }))], { actor: 'file@shop.example' });
    expect(await imports.set('rui', { discount: 5 }, { base })).toMatchObject({ by: 'file@shop.example' });
    await database.kysely.deleteFrom('audit').execute();
    expect(await imports.set('rui', { discount: 5 }, { base })).toMatchObject({ by: null, at: null });
  });

  test('there is a conflict exactly when a value that was seen is another one, and not the wanted one', async () => {
    const values = { price: ['1', '2.00', 2, 3], discount: ['0', '5'], name: ['Rui', 'Koi'] };
    const fields = fc.record(
      {
        price: fc.constantFrom(...values.price),
        discount: fc.constantFrom(...values.discount),
        name: fc.constantFrom(...values.name),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fields, fields, fields, async (stored, base, wanted) => {
        await catalogue.importRows([catalogueRow(exampleProduct({ price: 1, discount: '0', name: 'Rui' }))]);
        await imports.set('rui', stored);
        const before = await catalogue.row('rui');
        const text = (value: unknown) => (Number.isNaN(Number(value)) ? String(value) : String(Number(value)));
        const isOverwritten = (['price', 'discount', 'name'] as const).some((column) => {
          const now = text(before?.[column]);
          const isWanted = wanted[column] !== undefined && text(wanted[column]) === now;
          return base[column] !== undefined && text(base[column]) !== now && !isWanted;
        });
        const { kind } = await imports.set('rui', wanted, { base });
        const wasChanged = JSON.stringify(await catalogue.row('rui')) !== JSON.stringify(before);
        expect(kind).toBe(isOverwritten ? 'conflict' : 'changed');
        expect(isOverwritten && wasChanged).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
