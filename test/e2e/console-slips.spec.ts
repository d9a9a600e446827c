/** One order in the operator's console, and the packing slips. */
import type { Page } from '@playwright/test';
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

test('an order shows what to pack, where to, and who has done what', async ({ page, operator, baseURL }) => {
  const order = await placeNewOrder(baseURL ?? '', { name: 'Rahima Khatun', phone: '01798765432' });
  await open(page, `/operator/orders/${order.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Order ${order.name}`);
  const fish = page.getByRole('listitem', { name: 'Katla Fish' });
  await expect(fish).toContainText('কাতলা মাছ');
  await expect(fish).toContainText('× 3');
  await expect(page.getByText(`Tk ${order.total}`, { exact: true })).toBeVisible();
  const to = page.getByRole('region', { name: 'Ships to' });
  await expect(to).toContainText('12 Lake Road');
  await expect(to.getByRole('link', { name: '01798765432' })).toHaveAttribute('href', 'tel:01798765432');
  await expect(to.getByRole('link', { name: 'Rahima Khatun' })).toHaveAttribute('href', /\/operator\/customers\/./);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText(/^Placed.*by the customer$/);
  await expectGoodLooks(page);

  await page.getByRole('button', { name: 'Deliver' }).click();
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history).toContainText(`by ${operator.email}`);
  await expect(page.getByRole('button', { name: /Deliver|Cancel/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
});

test('the slips of all pending orders are shown as they will be printed, the oldest first', async ({
  page,
  baseURL,
}) => {
  const older = await placeNewOrder(baseURL ?? '');
  const newer = await placeNewOrder(baseURL ?? '');
  await open(page, '/operator/orders');
  await page.getByRole('link', { name: 'Packing slips' }).click();
  await expect(page.getByRole('heading', { name: 'Packing slips' })).toBeVisible();
  const slips = page.getByRole('region', { name: /^Packing slip #/ });
  const next = page.getByRole('link', { name: 'Next page' });
  const names: string[] = [];
  for (let more = true; more;) {
    names.push(...(await slips.evaluateAll((all) => all.map((slip) => slip.getAttribute('aria-label') ?? ''))));
    const after = (await next.count()) > 0 ? await next.getAttribute('href') : null;
    more = after !== null && !names.includes(`Packing slip ${newer.name}`);
    if (more) await open(page, `/operator/orders/slips${after}`);
  }
  const at = [older, newer].map(({ name }) => names.indexOf(`Packing slip ${name}`));
  expect(at[0]).toBeGreaterThanOrEqual(0);
  expect(at[1]).toBeGreaterThan(at[0] ?? 0);
  await expectGoodLooks(page);
  await page.getByRole('combobox', { name: 'Paper' }).selectOption('80 mm receipt');
  await expectPaper(page, RECEIPT);
});

test('an unknown order is not found', async ({ page }) => {
  for (const id of ['zzzzzzzzzzzzzzzzzzzzzzzz', 'abc123', "x'"]) {
    const response = await page.goto(`/operator/orders/${encodeURIComponent(id)}`);
    expect(response?.status(), id).toBe(404);
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  }
});

test('a slip is all that is printed, on the paper that was chosen', async ({ page, baseURL }) => {
  const address = { name: 'মোছাম্মাৎ রহিমা খাতুন চৌধুরী', street: 'বাড়ি ৪৪/খ, সড়ক ৭, বনশ্রী', phone: '01798765432' };
  const order = await placeNewOrder(baseURL ?? '', address);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
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
