import { expect, expectGoodLooks, test } from './console.ts';
import { addDevice } from './device.ts';
import { open, PASSWORD } from './shop.ts';

test('a passkey is added, logs in without a password, and is removed', async ({ page, operator }) => {
  await addDevice(page);
  await open(page, '/operator/account');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  const add = async (password: string) => {
    await passkeys.getByRole('textbox', { name: 'Name of the passkey' }).fill('My phone');
    await passkeys.getByRole('textbox', { name: 'Password' }).fill(password);
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  };
  await add('not the password');
  await expect(passkeys.getByRole('alert')).toHaveText('This is not your current password!');
  await add(PASSWORD);
  await expect(page.getByText('The passkey was added.')).toBeVisible();
  const item = passkeys.getByRole('listitem');
  await expect(item).toContainText('My phone');
  await expect(item).toContainText('added');
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.goto('/operator/login?next=/account');
  await expectGoodLooks(page);
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
