import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectGoodLooks, expectGoodScreen, expectRefusedToStrangers, test } from './console.ts';
import { newAccount, open, order, PASSWORD, register } from './shop.ts';
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
