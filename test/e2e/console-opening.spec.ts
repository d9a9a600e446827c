/** The way from a fresh shop to one that is open. */
import { operatorSends } from '../support/operator-client.ts';
import { expectGoodLooks } from './console.ts';
import { consoleShop } from './console-shop.ts';
import { asOperator } from './operator.ts';
import { expect, PASSWORD, test } from './shop.ts';
import { openWorkerShop, type WorkerShop } from './worker-shop.ts';

let fresh: WorkerShop;
test.beforeAll(async () => {
  fresh = await openWorkerShop();
  await operatorSends(fresh.url, 'PATCH', '/settings', { opening: [] });
});
test.afterAll(() => fresh.close());

test('the first operator is led through the opening, can leave it, and opens the shop', async ({ browser }) => {
  const options = { baseURL: fresh.url, viewport: { width: 360, height: 800 } };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(await asOperator(context.request).invite('rahima@example.com'));
  await page.getByRole('textbox', { name: 'Name' }).fill('Rahima');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'Open your shop' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Shop name', exact: true }).fill('Karim Store');
  await page.getByRole('textbox', { name: 'Shop name in Bangla' }).fill('করিম স্টোর');
  await page.getByRole('textbox', { name: 'Promo text', exact: true }).fill('');
  await page.getByRole('textbox', { name: 'Promo text in Bangla' }).fill('');
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('my phone');
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await expect(page.getByText('Please write a phone number, such as +880 1700-000000.')).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+880 1711-222333');
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await expect(page.getByRole('heading', { name: 'Hours' })).toBeVisible();

  // Left, and found again where it was.
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByRole('link', { name: 'Open your shop' }).click();
  await expect(page.getByRole('heading', { name: 'Hours' })).toBeVisible();
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await page.getByRole('spinbutton', { name: 'Delivery fee' }).fill('40');
  await page.getByRole('button', { name: 'Save and go on' }).click();
  for (const step of ['Products', 'Mail', 'Backup']) {
    await expect(page.getByRole('heading', { name: step })).toBeVisible();
    await page.getByRole('button', { name: 'Go on', exact: true }).click();
  }
  await expect(page.getByRole('heading', { name: 'Backup' })).toBeHidden();
  await page.getByRole('button', { name: 'Open for orders' }).click();
  await expect(page.getByRole('heading', { name: 'The shop is open' })).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Karim Store, home' })).toBeVisible();
  await expect(page.getByText('30% off for the first order')).toBeHidden();
  await page.goto('/bn');
  await expect(page.getByText('করিম স্টোর').first()).toBeVisible();
  await context.close();

  const second = await consoleShop(fresh).openConsole(browser, options);
  await second.show('/orders');
  await expect(second.page.getByRole('link', { name: 'Open your shop' })).toBeHidden();
});
