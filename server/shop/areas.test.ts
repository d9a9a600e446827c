import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { areasInput } from '../../domain/shop/read-areas.ts';
import { NO_IMAGES } from '../../test/support/no-images.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { createShop, type Shop } from './shop.ts';

const ENVIRONMENT = { publicUrl: 'https://shop.example', firstValues: {}, rateLimit: true, trustedProxies: [] };

describeWithDatabase('the areas of a shop', ({ open }) => {
  let database: Database;
  let shop: Shop;
  const productsChanged = vi.fn<() => void>();

  beforeAll(async () => {
    database = await open();
    shop = await createShop(database, { productsChanged }, ENVIRONMENT, NO_IMAGES);
  });
  beforeEach(async () => {
    await set();
    await database.kysely.deleteFrom('audit').execute();
    productsChanged.mockClear();
  });

  const set = (...values: object[]) => shop.areas.set(areasInput.parse({ areas: values }).areas, 'operator');
  const logged = () => database.kysely.selectFrom('audit').select(['actor', 'action', 'details']).execute();

  test('are none at first: it delivers everywhere for its own fee', () => {
    expect(shop.areas.get()).toEqual([]);
    expect(shop.fee).toEqual({ fee: 60, freeFrom: null, minimum: null });
    expect(shop.deliveryTo('mirpur')).toEqual({ area: null, fee: shop.fee });
  });

  test('hold at once, in the log, and drop finished pages', async () => {
    const added = await set(
      { name: 'Mirpur', fee: 40, aliases: 'mirpoor' },
      { name: 'Savar', nameBn: 'সাভার', fee: '100' },
    );
    expect(added).toMatchObject({ ok: true, note: '2 added, 0 changed, 0 removed.' });
    expect(shop.fee).toMatchObject({ fee: 40, atLeast: true });
    expect(shop.deliveryTo('savar')).toMatchObject({ area: { nameBn: 'সাভার' }, fee: { fee: 100 } });
    expect(productsChanged).toHaveBeenCalled();
    const mirpur = { id: 'mirpur', name: 'Mirpur', fee: 50 };
    expect(await set(mirpur, { name: 'Tongi' })).toMatchObject({ note: '1 added, 1 changed, 1 removed.' });
    // What a file does not say of aliases stays.
    expect(shop.areas.get()[0]).toMatchObject({ ...mirpur, aliases: 'mirpoor' });
    const dearer = { name: 'Mirpur', before: { fee: 40 }, after: { fee: 50 } };
    const [actor, action] = ['operator', 'areas.set'];
    expect(await logged()).toEqual([
      { actor, action, details: { added: ['Mirpur', 'Savar'], changed: [], removed: [], moved: false } },
      { actor, action, details: { added: ['Tongi'], changed: [dearer], removed: ['Savar'], moved: false } },
    ]);
  });

  test('that are the same are no change', async () => {
    await set({ name: 'Mirpur', fee: 40 });
    const before = await logged();
    expect(await set({ name: 'Mirpur', fee: '40.0' })).toMatchObject({ note: '0 added, 0 changed, 0 removed.' });
    expect(await logged()).toEqual(before);
  });

  test('have a ready list', async () => {
    const ready = await shop.areas.ready();
    expect(ready.length).toBeGreaterThan(140);
    expect(await set(...ready)).toMatchObject({ note: `${ready.length} added, 0 changed, 0 removed.` });
  });
});
