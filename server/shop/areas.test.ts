import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AreaRow } from '../../domain/shop/read-areas.ts';
import { NO_IMAGES } from '../../test/support/no-images.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { SOON } from '../../test/support/soon.ts';
import type { Database } from '../db/connect.ts';
import { createShop, type Shop } from './shop.ts';

const ENVIRONMENT = { publicUrl: 'https://shop.example', firstValues: {}, rateLimit: true, trustedProxies: [] };

const rows = (...values: object[]): AreaRow[] => values.map((value, at) => ({ row: at + 1, value }));

describeWithDatabase('the areas of a shop', ({ open }) => {
  let database: Database;
  let shop: Shop;
  const productsChanged = vi.fn<() => void>();

  beforeAll(async () => {
    database = await open();
    shop = await createShop(database, { productsChanged }, ENVIRONMENT, NO_IMAGES);
  });
  beforeEach(async () => {
    await shop.areas.change([]);
    await database.kysely.deleteFrom('audit').execute();
    productsChanged.mockClear();
  });

  const logged = () => database.kysely.selectFrom('audit').select(['actor', 'action', 'details']).execute();
  const names = () => shop.areas.get().map(({ name }) => name);

  test('are none at first: it delivers everywhere for its own fee', () => {
    expect(shop.areas.get()).toEqual([]);
    expect(shop.fee).toEqual({ fee: 60, freeFrom: null, minimum: null });
    expect(shop.deliveryTo('mirpur')).toEqual({ area: null, fee: shop.fee });
  });

  test('hold at once, in the log, and drop finished pages', async () => {
    const given = rows({ name: 'Mirpur', fee: 40, aliases: 'mirpoor' }, { name: 'Savar', nameBn: 'সাভার', fee: '100' });
    expect(await shop.areas.change(given, 'rahima@example.com')).toMatchObject({ kind: 'changed', added: 2 });
    expect(shop.fee).toMatchObject({ fee: 40, atLeast: true });
    expect(shop.deliveryTo('savar')).toMatchObject({ area: { nameBn: 'সাভার' }, fee: { fee: 100 } });
    expect(productsChanged).toHaveBeenCalled();
    const mirpur = { id: 'mirpur', name: 'Mirpur', fee: 50 };
    const next = await shop.areas.change(rows(mirpur, { name: 'Tongi' }));
    expect(next).toMatchObject({ kind: 'changed', added: 1, changed: 1, removed: 1 });
    // What a file does not say of aliases stays.
    expect(shop.areas.get()[0]).toMatchObject({ ...mirpur, aliases: 'mirpoor' });
    const dearer = { name: 'Mirpur', before: { fee: 40 }, after: { fee: 50 } };
    const action = 'areas.set';
    expect(await logged()).toEqual([
      { actor: 'rahima@example.com', action, details: { added: ['Mirpur', 'Savar'], changed: [], removed: [] } },
      { actor: 'operator', action, details: { added: ['Tongi'], changed: [dearer], removed: ['Savar'] } },
    ]);
  });

  test('that are the same are no change', async () => {
    await shop.areas.change(rows({ name: 'Mirpur', fee: 40 }));
    const before = await logged();
    expect(await shop.areas.change(rows({ name: 'Mirpur', fee: '40.0' }))).toMatchObject({ changed: 0 });
    expect(await logged()).toEqual(before);
  });

  test('change all or not at all', async () => {
    await shop.areas.change(rows({ name: 'Mirpur' }));
    const outcome = await shop.areas.change(rows({ name: 'Tongi' }, { name: '', fee: 'x' }));
    const faults = ['name', 'fee'].map((property) => ({ row: 2, property }));
    expect(outcome).toMatchObject({ kind: 'refused', faults });
    expect(names()).toEqual(['Mirpur']);
  });

  test('that somebody else has changed are kept', async () => {
    const version = shop.areas.version();
    expect(await shop.areas.change(rows({ name: 'Mirpur' }), 'operator', version)).toMatchObject({ kind: 'changed' });
    expect(await shop.areas.change(rows({ name: 'Tongi' }), 'operator', version)).toEqual({ kind: 'conflict' });
    expect(names()).toEqual(['Mirpur']);
  });

  test('are those of all processes', async () => {
    const other = await createShop(database, { productsChanged }, ENVIRONMENT, NO_IMAGES);
    await shop.areas.change(rows({ name: 'Mirpur' }));
    await vi.waitFor(() => expect(other.areas.get()).toHaveLength(1), SOON);
    await other.close();
  });

  test('have a ready list', async () => {
    const ready = await shop.areas.ready();
    expect(ready.length).toBeGreaterThan(140);
    expect(await shop.areas.change(rows(...ready))).toMatchObject({ kind: 'changed', added: ready.length });
  });
});
