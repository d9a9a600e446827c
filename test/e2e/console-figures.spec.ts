/** The console's figures: pictures with their tables, periods, CSV. */
import { readFile } from 'node:fs/promises';
import { placeNewOrder } from '../support/placed-order.ts';
import { PRODUCTS } from '../support/operator-client.ts';
import { CONSOLE_VIEWPORTS, expectGoodScreen } from './console.ts';
import { type ConsoleShop, openConsoleShop } from './console-shop.ts';
import { expect, register, test } from './shop.ts';

// One shop for all of them, whose orders nobody else makes.
test.describe.configure({ mode: 'default' });

let shop: ConsoleShop;

test.beforeAll(async () => {
  shop = await openConsoleShop();
  await shop.add(PRODUCTS);
});
test.afterAll(() => shop.close());
test.afterEach(() => {
  expect(shop.complaints.splice(0)).toEqual([]);
});

for (const [at, viewport] of CONSOLE_VIEWPORTS.entries()) {
  test(`the figures follow the orders, at ${viewport.width} px`, async ({ browser }) => {
    const colorScheme = at === 0 ? 'light' : 'dark';
    const { page, show } = await shop.openConsole(browser, { viewport, colorScheme });
    await show('/figures');
    const tile = page.getByRole('definition').first();
    const orders = Number(await tile.innerText()) + 1;
    const picture = page.getByRole('img', { name: 'Orders by day, as in the table below' });
    const before = await picture.getAttribute('src');

    const { total } = await placeNewOrder(shop.url, {}, [{ id: 'miniket', quantity: 2 }]);
    // By itself, and another picture.
    await expect(tile).toHaveText(String(orders));
    await expect(picture).not.toHaveAttribute('src', before ?? '');
    for (const image of await page.getByRole('img').all()) {
      await expect.poll(() => image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBeGreaterThan(300);
    }

    const days = page.getByRole('region', { name: 'Orders by day' });
    await days.getByText('Table').click();
    await expect(days.getByRole('row')).toHaveCount(8);
    // Midnight in Dhaka may have passed between two orders.
    const ofDays = await days.locator('tbody td:nth-child(2)').allInnerTexts();
    expect(ofDays.reduce((sum, of) => sum + Number(of), 0)).toBe(orders);
    await page.getByRole('link', { name: '30 days' }).click();
    await expect(days.getByRole('row')).toHaveCount(31);
    await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'page');
    await expectGoodScreen(page);

    const downloading = page.waitForEvent('download');
    await days.getByRole('link', { name: 'CSV' }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    const [, ...lines] = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(lines).toHaveLength(30);
    const sum = (column: number): number => lines.reduce((all, line) => all + Number(line[column]), 0);
    expect([sum(1), sum(2), sum(3)]).toEqual([orders, 0, Number(total) * orders]);
    await page.context().close();
  });
}

test('nothing of them is shown to shoppers', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.url });
  const page = await context.newPage();
  await register(page);
  for (const path of ['', '.data', '/csv?days=7', '/charts/orders?days=7']) {
    const answer = await page.request.get(`/operator/figures${path}`, { maxRedirects: 0 });
    expect(answer.ok() && !(await answer.text()).includes('SingleFetchRedirect'), path).toBe(false);
  }
  await context.close();
});
