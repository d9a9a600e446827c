import { expect, test, vi } from 'vitest';
import { catalogueRow, exampleProduct } from '../test/support/factories.ts';
import { NO_IMAGES } from '../test/support/no-images.ts';
import { describeWithDatabase } from '../test/support/databases.ts';
import { createCatalogue } from './catalogue/catalogue.ts';
import { loadDemo } from './catalogue/demo.ts';
import { createChecks } from './checks.ts';
import { createShop } from './shop/shop.ts';

describeWithDatabase('a shop that is not open yet', ({ open }) => {
  test('is a demo while it has demo products or the usual phone, where others can reach it', async () => {
    const database = await open();
    const catalogue = createCatalogue(database);
    await loadDemo({ catalogue, importPicture: async () => '' });
    const at = async (publicUrl: string) => {
      const environment = { publicUrl, firstValues: {}, rateLimit: true, trustedProxies: [] };
      const shop = await createShop(database, { productsChanged: vi.fn<() => void>() }, environment, NO_IMAGES);
      const [operators, nightly] = [{ list: async () => [] }, { state: async () => null }];
      return { shop, checks: createChecks({ database, shop, mail: { toFiles: true }, nightly, operators }) };
    };
    for (const address of ['http://localhost:3000', 'http://127.0.0.1', 'http://shop.localhost:3000', 'http://[::1]'])
      expect(await (await at(address)).checks.isDemo(), address).toBe(false);
    const { shop, checks } = await at('https://shop.example');
    expect(await checks.isDemo()).toBe(true);
    await shop.change({ phone: '+880 1711-000000' });
    expect(await checks.isDemo()).toBe(true);
    const own = catalogueRow(exampleProduct({ id: 'own' }));
    await catalogue.importRows([own], { replace: true });
    expect(await checks.isDemo()).toBe(false);
    await shop.change({ phone: '+880 1700-000000' });
    expect(await checks.isDemo()).toBe(true);
    await shop.change({ opening: ['open'] });
    expect(await checks.isDemo()).toBe(false);
  });

  test('leads its first operator, and no later one', async () => {
    const database = await open();
    const environment = { publicUrl: 'https://shop.example', firstValues: {}, rateLimit: true, trustedProxies: [] };
    const shop = await createShop(database, { productsChanged: vi.fn<() => void>() }, environment, NO_IMAGES);
    const logins = await Promise.all([shop.firstLogin(), shop.firstLogin()]);
    expect([...logins, await shop.firstLogin()].filter(Boolean)).toHaveLength(1);
  });
});
