/** The console's figures: pictures with their tables, periods, CSV. */
import { placeNewOrder } from '../support/placed-order.ts';
import { expectGoodLooks } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { expect, register, test } from './shop.ts';

let shop: ConsoleShop;

test.beforeAll(({ shop: own }) => {
  shop = consoleShop(own);
});
test.afterEach(() => {
  expect(shop.complaints.splice(0)).toEqual([]);
});

test('the figures follow the orders', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  /** The sums of the days' columns in the file: orders, canceled ones, takings. */
  const sums = async (): Promise<number[]> => {
    const csv = await (await page.request.get('/operator/figures/csv?days=30')).text();
    const [, ...lines] = csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(lines).toHaveLength(30);
    return [1, 2, 3].map((column) => lines.reduce((all, line) => all + Number(line[column]), 0));
  };
  await show('/figures');
  const tile = page.getByRole('definition').first();
  const orders = Number(await tile.innerText()) + 1;
  const [ordered = 0, canceled = 0, taken = 0] = await sums();
  const picture = page.getByRole('img', { name: 'Orders by day, as in the table below' });
  /** The sum of the days' kept orders, as the picture says under the pointer. */
  const drawn = async (): Promise<number> => {
    const days = await picture.locator('title').allTextContents();
    return days.reduce((sum, text) => sum + Number(/Kept: (\d+)/.exec(text)?.[1]), 0);
  };
  const before = await drawn();

  const { total } = await placeNewOrder(shop.url);
  // By itself, and another picture.
  await expect(tile).toHaveText(String(orders));
  expect(await drawn()).toBe(before + 1);
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
  // Midnight in Dhaka may have passed between two orders.
  const ofDays = await days.locator('tbody td:nth-child(2)').allInnerTexts();
  expect(ofDays.reduce((sum, of) => sum + Number(of), 0)).toBe(orders);
  await page.getByRole('link', { name: '30 days' }).click();
  await expect(days.getByRole('row')).toHaveCount(31);
  await expect(page.getByRole('link', { name: '30 days' })).toHaveAttribute('aria-current', 'page');
  await expectGoodLooks(page);

  await expect(days.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', '/operator/figures/csv?days=30');
  const downloading = page.waitForEvent('download');
  await days.getByRole('link', { name: 'CSV' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  const [after, stillCanceled, takenNow = 0] = await sums();
  expect([after, stillCanceled]).toEqual([ordered + 1, canceled]);
  expect(takenNow - taken).toBeCloseTo(Number(total), 1);
});

test('nothing of them is shown to shoppers', async ({ page }) => {
  await register(page);
  for (const path of ['', '.data', '/csv?days=7']) {
    const answer = await page.request.get(`/operator/figures${path}`, { maxRedirects: 0 });
    expect(answer.ok() && !(await answer.text()).includes('SingleFetchRedirect'), path).toBe(false);
  }
});
