/** What is typed in the console is not lost without a word: before the scripts have come, and when a screen is left. */
import type { Page } from '@playwright/test';
import { operatorSends } from '../support/operator-client.ts';
import { addRider, api, giveOrder } from '../support/operator-orders.ts';
import { expect, logOut, test } from './console.ts';
import { holdScripts } from './hold-scripts.ts';
import { PICTURE, open, waitForHydration } from './shop.ts';

test.afterEach(({ shop }) => shop.restoreSettings());

/** Does what leaves the screen, and answers the question. */
async function leave(page: Page, answer: 'accept' | 'dismiss', act: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const acted = act();
  const dialog = await asked;
  expect(dialog.message()).toBe('What you have typed on this screen is not saved. Leave it?');
  await dialog[answer]();
  await acted;
}

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();

test('a screen with something typed asks before it is left, and no longer when it is saved', async ({
  page,
  baseURL: url = '',
}) => {
  await open(page, '/operator/settings');
  const promo = page.getByRole('textbox', { name: 'Promo text', exact: true });
  await promo.fill('Mangoes  of  Rajshahi');
  await leave(page, 'dismiss', () => go(page, 'Areas'));
  await expect(promo).toHaveValue('Mangoes  of  Rajshahi');
  await leave(page, 'dismiss', () => logOut(page));
  // What others change meanwhile is nothing typed, and what was saved is as the shop has it.
  await operatorSends(url, 'PATCH', '/settings', { phone: '+880 1999-000000' });
  await expect(page.getByRole('textbox', { name: 'Phone', exact: true })).toHaveValue('+880 1999-000000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(promo).toHaveValue('Mangoes of Rajshahi');
  await go(page, 'Areas');

  // A list, a page's text, and a form below others.
  await page.getByRole('button', { name: 'Add area' }).click();
  await page.getByRole('textbox', { name: 'Area', exact: true }).fill('Mirpur');
  await leave(page, 'accept', () => page.goBack());
  await expect(promo).toBeVisible();
  await go(page, 'Pages');
  await page.getByRole('textbox', { name: 'About', exact: true }).fill('About us');
  await leave(page, 'accept', () => go(page, 'Riders'));
  const form = page.getByRole('region', { name: 'New rider' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Jamal');
  await leave(page, 'dismiss', () => go(page, 'Categories'));
  await form.getByRole('textbox', { name: 'Phone' }).fill('017');
  await form.getByRole('button', { name: 'Add rider' }).click();
  await expect(form.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Jamal');
});

test('a new product, the picture of one, an order and the categories ask too', async ({ page, baseURL: url = '' }) => {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true }).first();
  const order = await giveOrder(url, null);
  const screens: [path: string, type: () => Promise<unknown>][] = [
    ['products/new', () => field('Name').fill('Mangoes')],
    ['products/alu-potato', () => page.getByLabel('Picture').setInputFiles(PICTURE)],
    [`orders/${order.id}/edit`, () => field('Street').fill('9 Mill Road')],
    ['categories', () => field('Category in Bangla').fill('আম')],
  ];
  for (const [path, type] of screens) {
    await open(page, `/operator/${path}`);
    await type();
    const orders = page.getByRole('link', { name: 'Orders', exact: true }).first();
    await leave(page, 'accept', () => orders.click());
    await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  }
});

test('a step of the opening is saved without a question, and an amount of cash is asked about', async ({
  page,
  baseURL: url = '',
}) => {
  await open(page, '/operator/opening?step=fee');
  const fee = page.getByRole('spinbutton', { name: 'Delivery fee' });
  await fee.fill('৭০ টাকা');
  await leave(page, 'dismiss', () => page.getByRole('link', { name: 'Hours' }).click());
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await expect(fee).toHaveCount(0);
  expect(await api(url, 'GET', '/settings')).toMatchObject({ fee: 70 });

  const rider = await addRider(url);
  const order = await giveOrder(url, rider.id);
  await api(url, 'POST', `/orders/${order.id}/deliver`);
  await open(page, '/operator/cash');
  const row = page.getByRole('article', { name: rider.name });
  const amount = row.getByRole('spinbutton', { name: 'Amount' });
  await amount.fill('5oo');
  const dialog = row.getByRole('dialog');
  await row.getByRole('button', { name: 'Handed over' }).click();
  await dialog.getByRole('button', { name: 'Yes, handed over' }).click();
  await expect(dialog.getByRole('alert')).toContainText('amount is a number of Tk');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(amount).toHaveValue('5oo');
  await leave(page, 'dismiss', () => page.getByRole('link', { name: 'Previous day' }).click());
  await amount.fill('৫০');
  await row.getByRole('button', { name: 'Handed over' }).click();
  await expect(dialog).toContainText(`${rider.name} hands over Tk 50?`);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('what is typed before the scripts have come stays, also where React keeps the fields', async ({ page }) => {
  await open(page, '/operator/orders/new');
  await page.getByRole('textbox', { name: 'Street' }).fill('4 Old Road');
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  const typed = { Phone: '01712345678', Name: 'Rina', Note: 'Ring twice' };
  for (const [name, value] of Object.entries(typed)) await page.getByRole('textbox', { name }).fill(value);
  release();
  await waitForHydration(page);
  // The next change takes nothing away.
  await page.getByRole('searchbox', { name: 'Add a product' }).fill('alu');
  await page.getByRole('listbox').getByRole('option', { name: 'Potato' }).first().click();
  for (const [name, value] of Object.entries({ ...typed, Street: '4 Old Road' }))
    await expect(page.getByRole('textbox', { name })).toHaveValue(value);
  await page.reload();
  await waitForHydration(page);
  for (const [name, value] of Object.entries({ ...typed, Street: '4 Old Road' }))
    await expect(page.getByRole('textbox', { name })).toHaveValue(value);
});
