import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectGoodLooks, expectGoodScreen, expectRefusedToStrangers, test } from './console.ts';
import { fillCart, fillCheckout, newAccount, open, order, PASSWORD, register } from './shop.ts';
import { operatorSends } from '../support/operator-client.ts';
import { SHIPPING } from '../support/factories.ts';

interface Shopper {
  name: string;
  email: string;
  /** Of the shopper's order. */
  order: string;
}

/** Registers in another browser and places one order. */
async function newShopper(page: Page): Promise<Shopper> {
  const { email } = newAccount();
  const name = `Nasrin ${randomUUID().slice(0, 8)} Begum`;
  await register(page, { name, email });
  return { name, email, order: (await order(page, 'oil')).id };
}

async function askForDeletion(page: Page): Promise<void> {
  const form = { confirmation: 'delete-my-account' };
  expect((await page.request.post('/user/delete-account', { form })).ok()).toBe(true);
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(text);
  await page.getByRole('searchbox', { name: 'Search customers' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text).replaceAll('%20', '\\+')}`));
}

test('a customer is found and shown', async ({ page, openBrowser }) => {
  const shopper = await newShopper(await openBrowser());
  await open(page, '/operator/customers');
  const row = page.getByRole('listitem').filter({ hasText: shopper.email });
  for (const text of [shopper.name.slice(0, 12), shopper.name.split(' ')[1] ?? '', shopper.email.toUpperCase()]) {
    await search(page, text);
    await expect(row).toHaveCount(1);
  }
  await expect(row).toContainText('1 order, 1 pending');
  await expectGoodLooks(page);
  await row.getByRole('link', { name: shopper.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: shopper.name })).toBeVisible();
  await expect(page.getByRole('link', { name: shopper.email })).toHaveAttribute('href', `mailto:${shopper.email}`);
  await expect(page.getByRole('button', { name: 'Purge' })).toHaveCount(0);
  await expectGoodLooks(page);
  await page.getByRole('link', { name: `#${shopper.order.slice(0, 6)}` }).click();
  await expect(page).toHaveURL(`/operator/orders/${shopper.order}`);
});

test('a customer who asked for it is purged, after a question, and gone in the other consoles', async ({
  page,
  operator,
  openBrowser,
  openConsole,
}) => {
  const shop = await openBrowser();
  const shopper = await newShopper(shop);
  await open(page, '/operator/customers');
  await search(page, shopper.email);
  const row = page.getByRole('listitem').filter({ hasText: shopper.email });
  await expect(row).not.toContainText('deletion asked');
  await askForDeletion(shop);
  // Live.
  await expect(row).toContainText('deletion asked');
  await row.getByRole('link', { name: shopper.name }).click();
  await expect(page.getByRole('button', { name: 'Purge' })).toBeVisible();
  const address = page.url();
  const { page: other } = await openConsole();
  await open(other, address);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Purge' }).click();
  await expect(dialog).toContainText('its sessions, its picture and the personal data in its 1 order');
  await expect(dialog).toContainText('1 pending order loses the address');
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Purge' })).toBeFocused();
  await page.getByRole('button', { name: 'Purge' }).click();
  await dialog.getByRole('button', { name: 'Purge' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The account was purged' })).toBeVisible();
  for (const console of [page, other]) {
    await expect(console.getByRole('heading', { name: 'No such customer' })).toBeVisible();
  }
  const login = await shop.request.post('/api/auth/sign-in/email', {
    data: { email: shopper.email, password: PASSWORD },
  });
  expect(login.ok()).toBe(false);
  await open(page, `/operator/orders/${shopper.order}`);
  await expect(page.getByText(SHIPPING.phone)).toHaveCount(0);
  await open(page, `/operator/log?who=${encodeURIComponent(operator.email)}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Purged an account with 1 order' })).toBeVisible();
});

test('a customer is blocked: the shop asks them to call, their orders are canceled, and they may order again', async ({
  page,
  openBrowser,
  shop,
}) => {
  const browser = await openBrowser();
  const shopper = await newShopper(browser);
  // A number that nobody else orders with.
  const phone = `019${String(Date.now()).slice(-8)}`;
  await operatorSends(shop.url, 'PATCH', `/orders/${shopper.order}`, { shippingInfo: { phone } });
  await open(page, '/operator/customers');
  await search(page, shopper.email);
  await page.getByRole('link', { name: shopper.name }).click();
  await expect(page.getByText(/^Taken \d+ · Refused \d+$/)).toBeVisible();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expectGoodScreen(page);
  // A reason is needed.
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Give a reason.')).toBeVisible();
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Three false orders');
  await dialog.getByLabel('Until').fill('2999-12-31');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Their orders are refused until 31 Dec 2999')).toBeVisible();
  await expect(page.getByText('Three false orders')).toBeVisible();
  await expectGoodLooks(page);

  // The shopper is told, and loses nothing.
  await fillCart(browser, '/groceries/raw-products/rice', 1);
  await open(browser, '/checkout');
  await fillCheckout(browser);
  await browser.getByRole('button', { name: 'Confirm checkout' }).click();
  await browser.getByRole('radio', { name: 'Cash On delevery' }).check();
  await browser.getByRole('button', { name: 'Place order' }).click();
  const told = browser.getByRole('group').getByText('Please call the shop to order.');
  await expect(told).toBeVisible();
  await expect(told.getByRole('link')).toHaveAttribute('href', /^tel:\+880/);
  await expect(browser.getByRole('button', { name: 'Place order' })).toBeEnabled();
  await browser.goto('/bn/payment');
  await browser.getByRole('radio').first().check();
  await browser.getByRole('button', { name: 'অর্ডার করুন' }).click();
  await expect(browser.getByRole('group').getByText('অর্ডার করতে দোকানে ফোন করুন।')).toBeVisible();
  await open(browser, '/cart');
  await expect(browser.getByRole('main').getByRole('button', { name: 'Remove' })).toHaveCount(1);

  // Their pending order is false too.
  const box = page.getByRole('checkbox', { name: `#${shopper.order.slice(0, 6)}` });
  await expect(box).toBeChecked();
  await page.getByRole('button', { name: 'Cancel the orders' }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 of 1 canceled.' })).toBeVisible();
  await expect(box).toHaveCount(0);
  await open(browser, `/user/orders/${shopper.order}`);
  await expect(browser.getByText('Canceled by the shop')).toBeVisible();
  await expect(browser.getByRole('main')).not.toContainText(/false/i);

  await open(page, '/operator/customers');
  await search(page, shopper.email);
  const row = page.getByRole('listitem').filter({ hasText: shopper.email });
  await expect(row).toContainText('blocked');
  await row.getByRole('link', { name: shopper.name }).click();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Unblocked.' })).toBeVisible();
  expect((await order(browser, 'oil')).id).toBeTruthy();
});

test('notes about a customer and an order are the shop’s own, and appear in the other consoles', async ({
  page,
  operator,
  openBrowser,
  openConsole,
}) => {
  const browser = await openBrowser();
  const shopper = await newShopper(browser);
  const secret = `Asks for the gate ${randomUUID()}`;
  await open(page, `/operator/orders/${shopper.order}`);
  const { page: other } = await openConsole();
  await open(other, `/operator/orders/${shopper.order}`);
  await page.getByRole('textbox', { name: 'Note' }).fill(`${secret}\nsecond line`);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  for (const console of [page, other]) {
    const note = console.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await expect(note).toContainText(secret);
    await expect(note).toContainText(operator.email);
  }
  await expectGoodLooks(page);
  // What cannot be stored stays to be sent again.
  await page.getByRole('textbox', { name: 'Note' }).fill('kept');
  await page.route('**/notes/**', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('kept');
  await page.unroute('**/notes/**');

  await open(page, '/operator/customers');
  await search(page, shopper.email);
  await page.getByRole('link', { name: shopper.name }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill(`${secret} twice`);
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(1);
  for (const path of [`/user/orders/${shopper.order}`, `/api/orders/${shopper.order}`, '/api/orders', '/api/profile'])
    expect(await (await browser.request.get(path)).text()).not.toContain(secret);
});

test('notes and blocks are not for strangers', async ({ page, openBrowser }) => {
  const shopper = await newShopper(await openBrowser());
  await open(page, `/operator/orders/${shopper.order}`);
  await expectRefusedToStrangers(page, [
    { path: `/operator/notes/order/${shopper.order}`, body: { form: { text: 'x' } } },
    { path: '/operator/blocks', body: { form: { intent: 'block', phone: '01712345678', reason: 'x' } } },
    { path: '/operator/blocks', body: { form: { intent: 'cancel', id: shopper.order } } },
  ]);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Notes' })).toHaveCount(0);
  await expect(page.getByText('Their orders are refused')).toHaveCount(0);
});

test('nobody is purged who did not ask, nor by a stranger', async ({ page, openBrowser }) => {
  const shop = await openBrowser();
  const shopper = await newShopper(shop);
  await open(page, '/operator/customers');
  await search(page, shopper.email);
  await page.getByRole('link', { name: shopper.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: shopper.name })).toBeVisible();
  const { pathname } = new URL(page.url());
  const form = { intent: 'purge' };
  expect((await page.request.post(pathname, { form })).status()).toBe(409);
  await askForDeletion(shop);
  await expectRefusedToStrangers(page, [{ path: pathname, body: { form } }]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: shopper.name })).toBeVisible();
});

test('an unknown customer, and a search that finds nobody', async ({ page }) => {
  expect((await page.goto('/operator/customers/nobody'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No such customer' })).toBeVisible();
  await open(page, '/operator/customers?q=zzzz-nobody');
  await expect(page.getByText('No customer begins with “zzzz-nobody”')).toBeVisible();
  await expectGoodScreen(page);
});
