/** A signed-in customer's password and sessions: changing it, ending them everywhere. Only on the phone. */
import type { Browser, Page } from '@playwright/test';
import { expect, fillCart, newAccount, open, PASSWORD, register, test } from './shop.ts';

const NEW_PASSWORD = 'four ripe jackfruits';

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Another browser in which the customer is signed in and has the profile open. */
async function otherBrowser(browser: Browser, email: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logIn(page, email);
  await expect(page).toHaveURL('/');
  await open(page, '/user/profile');
  return page;
}

async function changePassword(page: Page, current: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Current password' }).fill(current);
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('a password is changed with the current one; only this browser stays logged in', async ({ page, browser }) => {
  const { email } = await register(page);
  const other = await otherBrowser(browser, email);
  await open(page, '/user/profile');
  await page.getByRole('link', { name: 'Change password' }).click();
  await changePassword(page, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('This is not your current password!');
  await expect(page.getByRole('textbox', { name: 'Current password' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue(NEW_PASSWORD);
  await changePassword(page, PASSWORD);
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(other).toHaveURL(/\/user\/login/);
  await logIn(other, email, PASSWORD);
  await expect(other.getByRole('alert')).toHaveText('Invalid email or password');
  await logIn(other, email, NEW_PASSWORD);
  await expect(other).toHaveURL('/');
});

test('logging out everywhere ends every session and clears this browser like a logout', async ({ page, browser }) => {
  const { email } = await register(page);
  const other = await otherBrowser(browser, email);
  await fillCart(page, '/groceries/raw-products/oil', 1);
  await open(page, '/user/profile');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('userDetails')])).toEqual([
    null,
    null,
  ]);
  await expect(other).toHaveURL(/\/user\/login/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a password is changed, and all sessions are ended', async ({ page }) => {
    const { name, email } = newAccount();
    await page.goto('/user/register?next=/user/change-password');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Register' }).click();
    await changePassword(page, 'not the password');
    await expect(page.getByText('This is not your current password!')).toBeVisible();
    await changePassword(page, PASSWORD);
    await expect(page.getByText('Your password is changed.')).toBeVisible();
    await page.goto('/user/profile');
    await page.getByRole('button', { name: 'Log out everywhere' }).click();
    await expect(page).toHaveURL('/');
    await page.goto('/user/profile');
    await expect(page).toHaveURL(/\/user\/login/);
  });
});
