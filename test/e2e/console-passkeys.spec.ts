import type { Page } from '@playwright/test';
import { expect, expectGoodLooks, logOut, test } from './console.ts';
import { addDevice } from './device.ts';
import { open, PASSWORD } from './shop.ts';

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

test('an owner whose password alone opens the console is reminded with every login, until a passkey is added; it logs in, and is removed', async ({
  page,
  operator,
}) => {
  await addDevice(page);
  await open(page, '/operator/orders');
  const reminder = page.getByRole('form', { name: 'Reminder' });
  await expect(reminder).toBeVisible();
  await expectGoodLooks(page);
  await reminder.getByRole('button', { name: 'Not now' }).click();
  await expect(reminder).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  await logIn(page, operator);
  await reminder.getByRole('link', { name: 'Add a passkey' }).click();
  // Above the second factor and the password.
  await expect(page.getByRole('heading', { level: 2 }).nth(1)).toHaveText('Passkeys');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys).toContainText('recommended');
  await passkeys.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone');
  await passkeys.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await expect(passkeys.getByRole('alert')).toHaveText('This is not your current password!');
  await passkeys.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('The passkey was added.')).toBeVisible();
  const item = passkeys.getByRole('listitem');
  await expect(item).toContainText('My phone');
  await expect(item).toContainText('added');
  await expect(reminder).toBeHidden();
  await expectGoodLooks(page);

  await logIn(page, operator);
  await expect(page.getByRole('alert')).toHaveText('The password alone is not enough: use your passkey.');
  await expectGoodLooks(page);
  await page.goto('/operator/login?next=/account');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL('/operator/account');
  await expect(page.getByRole('heading', { name: operator.name })).toBeVisible();
  await expect(item).toContainText('last used');

  await passkeys.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await item.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the passkey My phone?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The passkey was removed.')).toBeVisible();
  await expect(item).toHaveCount(0);
  await page.goto('/operator/log');
  await expect(page.getByText('Removed a passkey').first()).toBeVisible();
});
