import * as fc from 'fast-check';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { png } from '../../test/support/pictures.ts';
import type { CatalogueRow } from '../../domain/catalogue/catalogue-file.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { ImportOptions } from './write.ts';
import type { Database } from '../db/connect.ts';
import { type Images, createImages } from '../images/images.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

const ABSENT = '/images/p/0000-320.webp';

describeWithDatabase('what comes into the catalogue', ({ open }) => {
  const newFolder = temporaryFolders();
  let database: Database;
  let catalogue: Catalogue;
  let images: Images;

  beforeAll(async () => {
    database = await open();
    images = createImages({ kind: 'files', directory: await newFolder() });
    catalogue = createCatalogue(database, images);
  });
  beforeEach(async () => {
    await put([], { replace: true });
    await database.kysely.deleteFrom('audit').execute();
  });

  const put = (rows: readonly CatalogueRow[], options?: ImportOptions) =>
    catalogue.importRows(rows, 'operator', options);
  const change = (id: string, fields: object, base?: object) => catalogue.change(id, fields, { by: 'operator', base });

  async function picture(): Promise<string> {
    const outcome = await images.storeProduct(await png(9, 9));
    if (!outcome.ok) throw new Error(outcome.reason.code);
    return outcome.value.imgUrl;
  }

  test('a picture that a product already has is not looked up in the store', async () => {
    await put([catalogueRow(exampleProduct({ imgUrl: ABSENT }))]);
    expect(await change('rui', { image: ABSENT })).toMatchObject({ ok: true });
  });

  test('whoever shows products is told when a change can be read', async () => {
    let seen: Promise<unknown> | undefined;
    const price = async () => (await catalogue.byIds(['rui']))[0]?.price;
    const told = createCatalogue(database, images, undefined, { changed: () => void (seen = price()) });
    await told.importRows([catalogueRow(exampleProduct({ price: 100 }))], 'operator');
    expect(await seen).toBe(100);
    await told.change('rui', { price: '120' }, { by: 'operator' });
    expect(await seen).toBe(120);
    await told.remove('rui', 'operator');
    expect(await seen).toBeUndefined();
  });

  test('a product can be changed', async () => {
    const rui = exampleProduct();
    await put([catalogueRow(rui)]);
    expect(await change('rui', { price: '12.50', discount: '5', category: 'tea-coffe' })).toEqual({
      ok: true,
      value: {
        ...rui,
        price: 12.5,
        discount: '5',
        category: 'tea-coffe',
        type: 'beverages',
        aliases: '',
        by_weight: false,
      },
    });
    const names = { name_bn: 'রুই', aliases: 'rui| rohu', available: false };
    expect(await change('rui', names)).toMatchObject({ value: { ...names, aliases: 'rui|rohu' } });
    const own = await picture();
    expect(await change('rui', { image: own })).toMatchObject({ value: { imgUrl: own } });
    expect(await change('none', { price: '1' })).toMatchObject({ status: 404, reason: { what: 'product' } });
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
    [{ type: 'beverages' }, 'column type is unknown'],
    [{ image: ABSENT }, `the shop has no picture ${ABSENT}`],
    [{ image: 'a.png' }, "image a.png is a file's name: send the picture and give its address"],
    [{ image: 7 }, "image 7 is a file's name: send the picture and give its address"],
    [{ name: null }, 'name must be text'],
  ])('a product is not changed to %j', async (fields, detail) => {
    const row = catalogueRow(exampleProduct());
    await put([row]);
    expect(await change('rui', fields)).toMatchObject({ status: 422, reason: { code: 'malformed', detail } });
    expect(await catalogue.byIds(['rui'])).toEqual([exampleProduct()]);
  });

  test('a reason stands beside its field', async () => {
    const row = catalogueRow(exampleProduct());
    await put([row]);
    const { type: _, ...file } = row;
    const [price, status] = ['price must be above 0', 'status must be one of top, recent, popular'];
    const faults = (byField: object) =>
      Object.entries(byField).map(([field, detail]) => ({ field, reason: { code: 'malformed', detail } }));
    const refused = { status: 422, reason: { detail: `${price}; ${status}` }, fields: faults({ price, status }) };
    expect(await change('rui', { price: 0, status: '' })).toMatchObject(refused);
    expect(await catalogue.add({ ...file, price: 0, status: '' }, 'operator')).toMatchObject(refused);
    const absent = faults({ image: `the shop has no picture ${ABSENT}` });
    expect(await catalogue.add({ ...file, image: ABSENT }, 'operator')).toMatchObject({ fields: absent });
  });

  test('a product can be added once', async () => {
    const { type: _, ...row } = catalogueRow(exampleProduct({ id: 'new', price: 12.5 }));
    const added = await catalogue.add({ ...row, price: '12.50' }, 'rina@shop.example');
    expect(added).toMatchObject({ value: { id: 'new', price: 12.5 } });
    expect(await catalogue.add(row, 'operator')).toMatchObject({ status: 409, fields: [{ field: 'id' }] });
    expect(await catalogue.suggest('rui')).toMatchObject([{ id: 'new' }]);
    const entries = await database.kysely.selectFrom('audit').selectAll().where('subject', '=', 'new').execute();
    expect(entries).toMatchObject([{ actor: 'rina@shop.example', action: 'products.add' }]);
  });

  test('of two operators who change a product, the second is told', async () => {
    await put([catalogueRow(exampleProduct({ price: 85 }))]);
    const base = { price: 85, discount: '0', available: 'yes' };
    const first = catalogue.change('rui', { ...base, price: '90.00' }, { by: 'first@shop.example', base });
    expect(await first).toMatchObject({ ok: true });
    const second = await catalogue.change('rui', { ...base, price: 80 }, { by: 'second@shop.example', base });
    const now = { by: 'first@shop.example', at: expect.any(Date) };
    expect(second).toEqual({ ok: false, status: 409, reason: { code: 'changed-meanwhile', what: 'product' }, now });
    expect(await catalogue.row('rui')).toMatchObject({ price: 90 });
    await catalogue.importRows([catalogueRow(exampleProduct({ price: 95 }))], 'file@shop.example');
    expect(await change('rui', { discount: 5 }, base)).toMatchObject({ now: { by: 'file@shop.example' } });
    await database.kysely.deleteFrom('audit').execute();
    expect(await change('rui', { discount: 5 }, base)).toMatchObject({ now: { by: null, at: null } });
  });

  test('there is a conflict exactly when a value that was seen is another one, and not the wanted one', async () => {
    const price = fc.constantFrom('1', '2.00', 2, 3);
    const texts = { discount: fc.constantFrom('0', '5'), name: fc.constantFrom('Rui', 'Koi') };
    const fields = fc.record({ price, ...texts }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fields, fields, fields, async (stored, base, wanted) => {
        await put([catalogueRow(exampleProduct({ price: 1, discount: '0', name: 'Rui' }))]);
        await change('rui', stored);
        const before = await catalogue.row('rui');
        const text = (value: unknown) => (Number.isNaN(Number(value)) ? String(value) : String(Number(value)));
        const isOverwritten = (['price', 'discount', 'name'] as const).some((column) => {
          const now = text(before?.[column]);
          const isWanted = wanted[column] !== undefined && text(wanted[column]) === now;
          return base[column] !== undefined && text(base[column]) !== now && !isWanted;
        });
        const { ok } = await change('rui', wanted, base);
        const wasChanged = JSON.stringify(await catalogue.row('rui')) !== JSON.stringify(before);
        expect(ok).toBe(!isOverwritten);
        expect(isOverwritten && wasChanged).toBe(false);
      }),
      { numRuns: 40 },
    );
  });
});
