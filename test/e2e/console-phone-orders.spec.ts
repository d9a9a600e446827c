/** Orders that are taken on the phone: whom the shop knows is filled in, and the shop prices them once. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { placeNewOrder } from '../support/placed-order.ts';
import { operatorSends } from '../support/operator-client.ts';
import { expect, expectGoodLooks, test } from './console.ts';
import { DESKTOP, open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

const newName = (): string => `Buyer ${randomUUID().slice(0, 8)}`;
/** A number that no other test has. */
const newPhone = (): string => `0191${String(Date.now() + Math.floor(Math.random() * 1e6)).slice(-7)}`;

test('a known customer’s order of three products: at most 12 taps and 20 characters', async ({ page, baseURL }) => {
  const phone = newPhone();
  const name = newName();
  await placeNewOrder(baseURL ?? '', { name, phone, street: '5 Canal Road' });
  let taps = 0;
  let characters = 0;
  const tap = async (locator: ReturnType<Page['locator']>): Promise<void> => {
    taps += 1;
    await locator.click();
  };
  const type = async (text: string): Promise<void> => {
    characters += text.length;
    await page.keyboard.type(text);
  };
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/operator/orders');
  await tap(page.getByRole('link', { name: 'New order' }));
  await tap(page.getByRole('textbox', { name: 'Phone' }));
  await type(phone);
  await tap(page.getByRole('listbox').getByRole('option', { name }));
  await expect(page.getByRole('textbox', { name: 'Street' })).toHaveValue('5 Canal Road');
  const products = page.getByRole('searchbox', { name: 'Add a product' });
  await tap(products);
  // At the top: what is found is over the bar and the keyboard.
  expect((await products.boundingBox())?.y).toBeLessThan(200);
  for (const [text, product] of [
    ['alu', 'Potato'],
    ['kat', 'Katla'],
    ['egg', 'Egg'],
  ] as const) {
    await type(text);
    await tap(page.getByRole('listbox').getByRole('option', { name: product }).first());
  }
  await tap(page.getByRole('button', { name: 'Place order' }));
  await expect(page.getByText(/^#\w{6} is placed\.$/)).toBeVisible();
  await expect(page.getByText('Placed by phone')).toBeVisible();
  await expect(page.getByText('5 Canal Road')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(12);
  expect(characters).toBeLessThanOrEqual(20);
  await expectGoodLooks(page);
  // Whoever took it need not be told.
  await expect(page).toHaveTitle(/^Order #/);
  await expect(page.getByText(/^New order #/)).toHaveCount(0);
});

test('a pasted message becomes an order by taps, and the next one is the same as last time', async ({ page, shop }) => {
  const phone = newPhone();
  const name = newName();
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, '/operator/orders/new');
  await page.getByText('From a message').click();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill(`২ কেজি আলু, 1 dozen egg, piaj 500g\nkal sokale taratari diben\n${phone}`);
  await page.getByRole('button', { name: 'Read it' }).click();
  const wishes = page.getByRole('list', { name: 'Wishes' });
  await expect(wishes.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue(phone);
  const wish = (text: string) => wishes.getByRole('listitem', { name: text });
  await wish('২ কেজি আলু').getByRole('button', { name: 'Add Potato' }).click();
  await wish('piaj 500 g').getByRole('spinbutton', { name: 'Quantity for piaj 500 g' }).fill('৩');
  await wish('piaj 500 g').getByRole('button', { name: 'Add Deshi Onion' }).click();
  const eggs = wish('1 dozen egg').getByRole('combobox', { name: 'Product for 1 dozen egg' });
  await eggs.selectOption({ index: 1 });
  await expectGoodLooks(page);
  await wish('1 dozen egg').getByRole('button', { name: /^Add/ }).click();
  const lines = page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
  await expect(lines).toHaveCount(3);
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Deshi Onion' })).toHaveValue('3');
  // What nothing is found for stands beside until it is dismissed, and a reload loses no letter of the message.
  await expect(wishes.getByRole('listitem')).toHaveText(/^kal sokale taratari diben ?Dismiss$/);
  await wishes.getByRole('button', { name: 'Dismiss' }).click();
  await expect(wishes).toBeHidden();
  await page.reload();
  await expect(message).toHaveValue(/^২ কেজি আলু/);
  await expect(lines).toHaveCount(3);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Street' }).fill('5 Canal Road');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText(/^#\w{6} is placed\.$/)).toBeVisible();

  await operatorSends(shop.url, 'PATCH', '/products/deshi-peyaj-onion', { available: 'no' });
  await open(page, '/operator/orders/new');
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await page.getByRole('button', { name: 'Same as last time' }).click();
  await expect(page.getByText('Not available any more: Deshi Onion.')).toBeVisible();
  await expect(lines).toHaveCount(2);
  await expectGoodLooks(page);
  await operatorSends(shop.url, 'PATCH', '/products/deshi-peyaj-onion', { available: 'yes' });
});

test.describe('at a desk', () => {
  test.use(DESKTOP);

  test('by the keyboard alone', async ({ page }) => {
    const name = newName();
    await open(page, '/operator/orders/new');
    await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
    const { keyboard } = page;
    await keyboard.type('01912345678');
    await keyboard.press('Tab');
    await keyboard.type(name);
    await keyboard.press('Tab');
    await keyboard.type('9 Mill Road');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    const search = page.getByRole('searchbox', { name: 'Add a product' });
    await expect(search).toBeFocused();
    const options = page.getByRole('listbox').getByRole('option');
    await keyboard.type('fish');
    const second = await options.nth(1).getAttribute('id');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await expect(search).toHaveAttribute('aria-activedescendant', second ?? '');
    await keyboard.press('Enter');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await keyboard.type('alu');
    await expect(options.first()).toBeVisible();
    await keyboard.press('Enter');
    await expect(page.getByRole('spinbutton')).toHaveCount(2);
    // The next controls are those of the first line.
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('ArrowUp');
    await expect(page.getByRole('spinbutton').first()).toHaveValue('2');
    await page.getByRole('button', { name: 'Place order' }).focus();
    await keyboard.press('Enter');
    await expect(page.getByText(/^#\w{6} is placed\.$/)).toBeVisible();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  });
});

test('what was typed survives refusals, a lost answer and a reload, and pressing again makes the order once', async ({
  page,
  shop,
  baseURL: url = '',
}) => {
  const name = newName();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const place = page.getByRole('button', { name: 'Place order' });
  const addPotato = async (): Promise<void> => {
    await page.getByRole('searchbox', { name: 'Add a product' }).fill('alu');
    await page.getByRole('listbox').getByRole('option', { name: 'Potato' }).first().click();
  };
  await open(page, '/operator/orders/new');
  await addPotato();
  await place.click();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toBeFocused();
  await expectGoodLooks(page);
  const typed = { Phone: '01912345678', Name: name, Street: '9 Mill Road', Note: 'Ring twice' };
  for (const [field, value] of Object.entries(typed)) await page.getByRole('textbox', { name: field }).fill(value);
  const days = page.getByRole('combobox', { name: 'Day' });
  const day = (await days.getByRole('option').last().getAttribute('value')) ?? '';
  await days.selectOption(day);
  await operatorSends(url, 'PATCH', '/settings', { minimum: 5_000 });
  await place.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The smallest order is Tk 5000.' })).toBeVisible();
  await shop.restoreSettings();

  await page.route('**/operator/orders/new.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await place.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not sure it went through.' })).toBeVisible();
  await page.unroute('**/operator/orders/new.data*');
  await page.reload();
  for (const [field, value] of Object.entries(typed))
    await expect(page.getByRole('textbox', { name: field })).toHaveValue(value);
  await expect(page.getByRole('spinbutton', { name: /Potato/ })).toHaveValue('1');
  await expect(days).toHaveValue(day);
  await place.click();
  await expect(page.getByText(/^#\w{6} is placed\.$/)).toBeVisible();
  await expect(page.getByText(`Delivery ${Number(day.slice(8))} `)).toBeVisible();
  await open(page, `/operator/orders?status=all&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole('article')).toHaveCount(1);

  // The next one begins empty, also on purpose.
  await open(page, '/operator/orders/new');
  await expect(phone).toHaveValue('');
  await phone.fill('01912345678');
  await addPotato();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(phone).toHaveValue('');
  await expect(page.getByRole('spinbutton')).toHaveCount(0);
});
