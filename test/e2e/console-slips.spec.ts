/** Packing slips: what a printer gets. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { giveOrder } from '../support/operator-orders.ts';
import { placeNewOrder } from '../support/placed-order.ts';
import { expect, expectGoodLooks, test } from './console.ts';
import { open } from './shop.ts';

/** Points in a millimetre. */
const MM = 72 / 25.4;
const A5 = [148 * MM, 210 * MM] as const;
const RECEIPT = [80 * MM, 200 * MM] as const;

/** Every page that is printed has this size, in points. */
async function expectPaper(page: Page, [width, height]: readonly [number, number]): Promise<void> {
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...printed.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  expect(sizes.length).toBeGreaterThan(0);
  for (const [, across, down] of sizes) {
    expect(Math.abs(Number(across) - width)).toBeLessThan(1);
    expect(Math.abs(Number(down) - height)).toBeLessThan(1);
  }
}

/** Notes that something was sent to the printer. */
async function watchPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
}

test('slips are printed once, unless they are asked for again, and with prices when chosen', async ({
  page,
  baseURL: url = '',
}) => {
  const name = `Buyer ${randomUUID().slice(0, 8)}`;
  const first = await placeNewOrder(url, { name });
  const [second] = [await giveOrder(url, null, { name }), await giveOrder(url, null, { name })];
  await watchPrinter(page);
  await open(page, `/operator/orders?q=${encodeURIComponent(name)}`);
  for (const order of [first, second]) await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
  await page.getByRole('region', { name: 'Selected orders' }).getByRole('link', { name: 'Packing slips' }).click();
  const slips = page.getByRole('region', { name: /^Packing slip #/ });
  await expect(slips).toHaveCount(2);
  await expect(slips.first()).not.toContainText('Subtotal');
  await page.getByRole('switch', { name: 'With prices' }).check();
  await expect(slips.first()).toContainText('3 × Tk 414.0 = Tk 1242.0');
  await expect(slips.first()).toContainText('Subtotal');
  await expectGoodLooks(page);
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('80 mm receipt');
  await expectPaper(page, RECEIPT);
  const marked = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Print' }).click();
  await marked;
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  // What is being printed stays on the screen.
  await expect(slips).toHaveCount(2);
  await page.reload();
  await expect(page.getByText('No slip waits to be printed.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Also printed ones' }).check();
  await expect(slips).toHaveCount(2);
  await expect(slips.first()).toContainText('Subtotal');
});

test('a slip is all that is printed, on the paper that was chosen', async ({ page, baseURL }) => {
  const address = { name: 'মোছাম্মাৎ রহিমা খাতুন চৌধুরী', street: 'বাড়ি ৪৪/খ, সড়ক ৭, বনশ্রী', phone: '01798765432' };
  const order = await placeNewOrder(baseURL ?? '', address);
  await watchPrinter(page);
  await open(page, `/operator/orders/${order.id}`);
  const slip = page.getByRole('region', { name: `Packing slip ${order.name}` });
  await expect(slip).toHaveCount(0);
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(slip).toBeVisible();
  for (const text of [address.name, address.street, address.phone, '3 × Katla Fish', 'কাতলা মাছ', '1 kg'])
    await expect(slip).toContainText(text);
  await expect(slip).toContainText(`Collect Tk ${order.total}`);
  await expect(slip).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(slip).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // Nothing else: neither the frame nor the screen.
  expect(await page.locator('body').innerText()).toBe(await slip.innerText());
  await page.emulateMedia({ media: null });
  await expect(slip).toHaveCount(0);
  await expectPaper(page, A5);

  await page.getByRole('combobox', { name: 'Paper' }).selectOption('80 mm receipt');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Paper' })).toHaveValue('receipt');
  await expectPaper(page, RECEIPT);
});
