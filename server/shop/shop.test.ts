import { beforeAll, expect, test, vi, beforeEach } from 'vitest';
import { done } from '../../domain/outcome.ts';
import { lookOf } from '../../domain/shop/palette.ts';
import { settingsWith } from '../../domain/shop/settings.ts';
import { NO_IMAGES } from '../../test/support/no-images.ts';
import { SOON } from '../../test/support/soon.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { createShop, type Shop } from './shop.ts';
import { areasFileInput, areasInput } from '../../domain/shop/read-areas.ts';

const ENVIRONMENT = {
  publicUrl: 'https://shop.example',
  firstValues: { name: 'Karim', phone: '+880 1711-000000' },
  rateLimit: true,
  trustedProxies: [],
};

describeWithDatabase('a shop', ({ open }) => {
  let database: Database;
  let shop: Shop;
  const productsChanged = vi.fn<() => void>();

  beforeAll(async () => {
    database = await open();
    shop = await createShop(database, { productsChanged }, ENVIRONMENT, NO_IMAGES);
  });

  test('begins with the first values, and the usual ones', () => {
    expect(shop.settings()).toEqual(settingsWith(ENVIRONMENT.firstValues));
    expect(shop).toMatchObject({ origin: 'https://shop.example', https: true });
    expect([shop.name, shop.nameBn, shop.phone]).toEqual(['Karim', 'Karim', '+880 1711-000000']);
    expect(shop.delivery).toEqual({ days: [0, 1, 2, 3, 4], holidays: [], sameDayUntil: 14 * 60 });
  });

  test('has what its operator sets at once, in the log, and drops its pages', async () => {
    productsChanged.mockClear();
    const outcome = await shop.change({ fee: '50', deliveryDays: 'friday', name: 'Karim' }, 'rahima@example.com');
    expect(outcome).toMatchObject({ ok: true, value: { fee: 50, deliveryDays: ['friday'] } });
    expect(shop.settings().fee).toBe(50);
    expect(shop.delivery.days).toEqual([5]);
    expect(productsChanged).toHaveBeenCalled();
    const entries = database.kysely.selectFrom('audit').selectAll().where('action', '=', 'settings.set');
    const before = { fee: 60, deliveryDays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday'] };
    const details = { before, after: { fee: 50, deliveryDays: ['friday'] } };
    // The name was the same.
    const entry = { actor: 'rahima@example.com', subject: 'deliveryDays, fee', details };
    expect(await entries.execute()).toMatchObject([entry]);
  });

  test('sets nothing when one of the values is bad', async () => {
    const before = shop.settings();
    expect(await shop.change({ fee: 70, minimum: 'x' }, 'operator')).toMatchObject({
      status: 422,
      reason: { detail: expect.stringMatching(/^minimum: .* amount of Tk/) },
    });
    expect(shop.settings()).toEqual(before);
  });

  test('changes in all processes', async () => {
    const other = await createShop(database, { productsChanged: () => {} }, ENVIRONMENT, NO_IMAGES);
    await shop.change({ promo: 'Fresh today' }, 'operator');
    await vi.waitFor(() => expect(other.settings().promo).toBe('Fresh today'), SOON);
    expect(other.settings()).toEqual(shop.settings());
    await other.close();
  });

  test('takes a logo that is stored, and no other', async () => {
    const logo = '/images/l/0123456789abcdef-96-96.webp';
    expect(await shop.change({ logo, fee: 70 }, 'operator')).toMatchObject({ fields: [{ field: 'logo' }] });
    const images = { has: async () => true, storeLogo: async () => done({ imgUrl: logo }) };
    const other = await createShop(database, { productsChanged: () => {} }, ENVIRONMENT, images);
    expect(other.look).toBeNull();
    await other.changeLogo(new Request('https://shop.example', { method: 'PUT', body: 'a picture' }), 'operator');
    expect(other.look).toEqual({ logo });
    expect(other.look).toBe(other.look);
    await other.change({ logo: '', accent: '#E11D48' }, 'operator');
    expect(other.look).toEqual(lookOf({ logo: '', accent: '#e11d48' }));
    await other.change({ accent: '' }, 'operator');
    expect(other.look).toBeNull();
    await other.close();
  });

  test('leaves settings alone that it does not know, which a newer version may have', async () => {
    await database.kysely.insertInto('shop_settings').values({ name: 'later', value: '"x"' }).execute();
    await shop.change({ fee: 45 }, 'operator');
    expect(shop.settings()).not.toHaveProperty('later');
  });
});

describeWithDatabase('the areas of a shop', ({ open }) => {
  let database: Database;
  let shop: Shop;
  const productsChanged = vi.fn<() => void>();

  beforeAll(async () => {
    database = await open();
    shop = await createShop(database, { productsChanged }, { ...ENVIRONMENT, firstValues: {} }, NO_IMAGES);
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

  test('have a ready list, of which the shop is offered what it lacks', async () => {
    const all = (await shop.areas.ready()).length;
    expect(all).toBeGreaterThan(140);
    await set({ id: 'ours', name: 'dhanmondi' }, { name: 'বনানী' });
    const offered = await shop.areas.ready();
    expect(offered).toHaveLength(all - 2);
    expect(offered).toContainEqual(expect.objectContaining({ id: 'mirpur-10', city: 'Dhaka', thana: 'Mirpur' }));
  });

  test('keep what a file does not say, and go only when it replaces all', async () => {
    const imported = (how: object, ...areas: object[]) =>
      shop.areas.write(areasFileInput.parse({ areas }).areas, 'operator', how);
    await set({ name: 'Mirpur', nameBn: 'মিরপুর', fee: 40, minimum: 300 }, { name: 'Savar', nameBn: 'সাভার' });
    const before = shop.areas.get();
    const rows = [{ name: 'Tongi' }, { name: 'mirpur', fee: 50, nameBn: '' }];
    const changed = [{ name: 'mirpur', before: { name: 'Mirpur', nameBn: 'মিরপুর', fee: 40 } }];
    expect(await imported({ check: true }, ...rows)).toMatchObject({
      value: { added: ['Tongi'], changed, removed: [], lacking: ['Savar'] },
    });
    expect(shop.areas.get()).toEqual(before);
    await imported({}, { name: 'Tongi' }, { name: 'মিরপুর', fee: 50 });
    expect(shop.areas.get()).toMatchObject([
      { id: 'mirpur', nameBn: 'মিরপুর', fee: 50, minimum: 300 },
      { id: 'savar' },
      { id: 'tongi' },
    ]);
    await imported({ replace: true }, { name: 'Tongi' });
    expect(shop.areas.get()).toMatchObject([{ id: 'tongi' }]);
    expect(await imported({ version: 'an old one' }, { name: 'Savar' })).toMatchObject({ status: 409 });
  });
});
