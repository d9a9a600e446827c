import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectGoodLooks, expectGoodScreen, test } from './console.ts';
import { fillCheckout, newAccount, open, order, putInCart, register } from './shop.ts';
import { operatorSends } from '../support/operator-client.ts';

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

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(text);
  await page.getByRole('searchbox', { name: 'Search customers' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text).replaceAll('%20', '\\+')}`));
}

test('a customer is found, written about, and purged after a question: all of it shows in the other consoles', async ({
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
  await expect(row).toContainText('1 order, 1 pending');
  await expect(row).not.toContainText('deletion asked');
  await expectGoodLooks(page);
  const form = { confirmation: 'delete-my-account' };
  expect((await shop.request.post('/user/delete-account', { form })).ok()).toBe(true);
  await expect(row).toContainText('deletion asked');
  await row.getByRole('link', { name: shopper.name }).click();
  await expect(page.getByRole('button', { name: 'Purge' })).toBeVisible();
  const { page: other } = await openConsole();
  await open(other, page.url());

  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Asks for the gate\nsecond line');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(note).toHaveValue('');
  for (const console of [page, other]) {
    const written = console.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await expect(written).toContainText('Asks for the gate');
    await expect(written).toContainText(operator.email);
  }
  await expectGoodLooks(page);
  // What cannot be stored stays to be sent again.
  await note.fill('kept');
  await page.route('**/notes/**', (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(note).toHaveValue('kept');

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Purge' }).click();
  await expect(dialog).toContainText('1 pending order loses the address');
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: 'Purge' })).toBeFocused();
  await page.getByRole('button', { name: 'Purge' }).click();
  await dialog.getByRole('button', { name: 'Purge' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The account was purged' })).toBeVisible();
  for (const console of [page, other])
    await expect(console.getByRole('heading', { name: 'No such customer' })).toBeVisible();
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
  await dialog.getByLabel('Until').fill('2999-12-31');
  // A reason is needed. What was chosen stays.
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription('Give a reason.');
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expect(dialog.getByLabel('Until')).toHaveValue('2999-12-31');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Three false orders');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Their orders are refused until 31 Dec 2999')).toBeVisible();
  await expect(page.getByText('Three false orders')).toBeVisible();
  await expectGoodLooks(page);

  // The shopper is told, and loses nothing.
  await putInCart(browser, 'rice', 1);
  await open(browser, '/checkout');
  await fillCheckout(browser);
  await browser.getByRole('button', { name: 'Confirm checkout' }).click();
  await browser.getByRole('radio', { name: 'Cash On delevery' }).check();
  await browser.getByRole('button', { name: 'Place order' }).click();
  const told = browser.getByRole('group', { name: 'How would you like to pay?' });
  await expect(told).toContainText('Please call the shop to order.');
  await expect(told.getByRole('link')).toHaveAttribute('href', /^tel:\+880/);
  await expect(browser.getByRole('button', { name: 'Place order' })).toBeEnabled();
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
