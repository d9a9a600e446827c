import { placeNewOrder } from '../support/placed-order.ts';
import { expect, expectGoodLooks, test } from './console.ts';
import { open } from './shop.ts';

test('the figures follow the orders, as pictures with their tables, and are downloaded', async ({ page, shop }) => {
  await open(page, '/operator/figures');
  const tile = page.getByRole('definition').first();
  const orders = Number(await tile.innerText()) + 1;
  await placeNewOrder(shop.url);
  await expect(tile).toHaveText(String(orders));
  for (const image of await page.getByRole('img').all()) {
    const sides = await image.locator('rect:not(.fill-transparent)').evaluateAll((bars) =>
      bars.map((bar) => {
        const { width, height } = bar.getBoundingClientRect();
        return Math.min(width, height);
      }),
    );
    expect(Math.max(...sides)).toBeGreaterThan(5);
  }
  const days = page.getByRole('region', { name: 'Orders by day' });
  await days.getByText('Table').click();
  await expect(days.getByRole('row')).toHaveCount(8);
  await page.getByRole('link', { name: '30 days' }).click();
  await expect(days.getByRole('row')).toHaveCount(31);
  await expectGoodLooks(page);
  const downloading = page.waitForEvent('download');
  await days.getByRole('link', { name: 'CSV' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
});
