import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { mailPart } from '../support/mail-server.ts';
import { expect, fillCart, newAccount, open, PASSWORD, register, registerByScreen, test } from './shop.ts';
import * as bangla from '../../messages/bn.ts';
import { fillIn } from '../../base/message.ts';
import { FIRST_ADDRESS } from '../support/factories.ts';

async function logOut(page: Page): Promise<void> {
  await open(page, '/user/profile');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
}

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

const storage = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

test('registering signs in, with the user document’s defaults', async ({ page }) => {
  const { name, email } = await registerByScreen(page);
  await expect(page.getByRole('link', { name: 'My Account' }).first()).toBeVisible();
  await expect.poll(() => storage(page, 'userDetails')).not.toBeNull();
  const details = JSON.parse((await storage(page, 'userDetails')) ?? '');
  expect(details).toMatchObject({
    email,
    name,
    role: 'user',
    imgUrl: '',
    phone: '',
    gender: '',
    scheduleForDeletion: false,
    address: FIRST_ADDRESS,
  });
  expect(details.joinedDate).toMatch(/^[A-Z][a-z]+ \d\d, \d{4} \d\d:\d\d:\d\d [AP]M$/);
  expect(JSON.parse((await storage(page, 'user')) ?? '')).toEqual({ id: details.id, email, name });
});

test('an e-mail that is taken gets the provider’s message', async ({ page }) => {
  const account = await register(page);
  await logOut(page);
  await open(page, '/user/register');
  await page.getByRole('textbox', { name: 'Name' }).fill('Somebody else');
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email.toUpperCase());
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toContainText('User already exists');
  await expect(page).toHaveURL('/user/register');
});

test('a form says what is wrong at its fields, in the page’s language, before it is sent and after', async ({
  page,
}) => {
  await open(page, '/bn/user/register');
  const button = page.getByRole('button', { name: bangla.REGISTER, exact: true });
  await button.click();
  const field = (name: 'name' | 'email' | 'password') =>
    page.getByRole('textbox', { name: bangla.FIELD_LABELS[name], exact: true });
  for (const name of ['name', 'email', 'password'] as const)
    await expect(field(name)).toHaveAccessibleDescription(
      fillIn('bn', bangla.REQUIRED, { field: bangla.FIELD_LABELS[name] }),
    );
  await expect(field('name')).toBeFocused();
  await field('name').fill('Rahima');
  await field('email').fill(newAccount().email);
  await field('password').fill('password');
  await button.click();
  await expect(field('password')).toHaveAccessibleDescription(bangla.PASSWORD_TOO_COMMON);
  await expect(field('password')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(1);
});

test('logging in: unknown e-mail, wrong password, then success', async ({ page }) => {
  const { email } = await register(page);
  await fillCart(page, '/groceries/raw-products/oil', 1);
  await logOut(page);
  // Logging out clears the customer and the cart.
  expect(await storage(page, 'user')).toBeNull();
  expect(await storage(page, 'userDetails')).toBeNull();
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await logIn(page, newAccount().email);
  await expect(page.getByRole('alert')).toHaveText('user not found!');
  await logIn(page, email, 'not the password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await logIn(page, email);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'My Account' }).first()).toBeVisible();
});

test('the password can be shown once something is typed', async ({ page }) => {
  await open(page, '/user/login');
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(0);
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('resetting a password, from the request to the login', async ({ page, shop }) => {
  const { email } = await register(page);
  await logOut(page);
  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('link', { name: /Forgot password/ }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await page.getByRole('textbox', { name: 'Email' }).fill(newAccount().email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByRole('alert')).toHaveText('No user found with this email!');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(
    page.getByText('A message was sent to your email. Please check it out to reset your password!'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to login' })).toBeVisible();

  const mail = mailPart((await shop.mails.nextTo(email)).raw, 'text/plain');
  const token = /\/user\/reset-password\/([\w-]+)/.exec(mail)?.[1] ?? 'none';
  await open(page, `/user/reset-password/${token}`);
  await page.getByRole('textbox', { name: 'Password' }).fill('password');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(/Password too common/);
  await page.getByRole('textbox', { name: 'Password' }).fill('four ripe jackfruits');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password is changed');
  // The link works once.
  await open(page, `/user/reset-password/${token}`);
  await page.getByRole('textbox', { name: 'Password' }).fill('five sour tamarinds');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Error 400!! /);
  await expect(page.getByRole('button', { name: 'Set new password' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
  await logIn(page, email, 'four ripe jackfruits');
  await expect(page).toHaveURL('/');
});

test('updating the profile: all faults at their fields, fixed e-mail and country', async ({ page }) => {
  const { email } = await register(page);
  await open(page, '/user/update-profile');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expect(page.getByRole('textbox', { name: 'Email' })).not.toBeEditable();
  await expect(page.getByRole('textbox', { name: 'Country' })).not.toBeEditable();
  await expect(page.getByRole('combobox', { name: 'Division' }).getByRole('option')).toHaveText([
    /Choose/,
    'dhaka',
    'barishal',
    'sylhet',
    'mymensingh',
    'rajshahi',
    'rangpur',
    'khulna',
    'chattogram',
  ]);
  await page.getByRole('textbox', { name: 'Name' }).fill('রহিমা বেগম');
  await page.getByRole('textbox', { name: 'Phone' }).fill('123');
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('female');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 <b>Lake</b> Road');
  await page.getByRole('textbox', { name: 'City' }).fill('Sylhet');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1');
  await page.getByRole('combobox', { name: 'Division' }).selectOption('sylhet');
  const update = page.getByRole('button', { name: 'Update profile' });
  await update.click();
  await expect(page.getByText('Phone must be 11 digits long!')).toBeVisible();
  await expect(page.getByText('Postcode must have 4 digits!')).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone' }).fill('01712345678');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('3100');
  await update.click();
  await expect(page.getByRole('status').getByText('Profile updated!')).toBeVisible();
  await open(page, '/user/profile');
  for (const text of ['12 <b>Lake</b> Road', '01712345678', '3100']) await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByText('রহিমা বেগম').first()).toBeVisible();
});

test('the picture: uploaded, replaced, refused, deleted', async ({ page, request }) => {
  await register(page);
  await open(page, '/user/update-profile');
  const upload = page.getByLabel('Upload image');
  const picture = page.getByRole('img', { name: 'Profile picture', exact: true });
  const colour = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'somebody' } })
      .toBuffer();
  await upload.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await colour('#208040') });
  await expect(picture).toBeVisible();
  const first = (await picture.getAttribute('src')) ?? '';
  expect(first).toMatch(/^\/images\/u\/[\w-]+-320\.webp$/);
  const stored = await (await request.get(first)).body();
  expect((await sharp(stored).metadata()).exif).toBeUndefined();
  await upload.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await colour('#a04020') });
  await expect(picture).not.toHaveAttribute('src', first);
  expect((await request.get(first)).status()).toBe(404);
  const second = (await picture.getAttribute('src')) ?? '';
  await upload.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<html>not a picture</html>'),
  });
  await expect(page.getByRole('alert').getByText('Image upload failed!')).toBeVisible();
  await expect(picture).toHaveAttribute('src', second);
  await page.getByRole('button', { name: 'Delete image' }).click();
  await expect(page.getByRole('status').getByText('Profile image deleted!')).toBeVisible();
  await expect(picture).toHaveCount(0);
  expect((await request.get(second)).status()).toBe(404);
});

test('a phone’s photo of more than 5 MB becomes a picture', async ({ page }) => {
  await register(page);
  await open(page, '/user/update-profile');
  const noise = { type: 'gaussian', sigma: 60, mean: 120 } as const;
  const create = { width: 3600, height: 2700, channels: 3, background: '#888', noise } as const;
  const buffer = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
  expect(buffer.byteLength).toBeGreaterThan(6 * 1024 * 1024);
  await page.getByLabel('Upload image').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByRole('img', { name: 'Profile picture', exact: true })).toBeVisible();
});

test('the account’s menu and its counts in two digits', async ({ page }) => {
  await register(page);
  await open(page, '/user/profile');
  const menu = page.getByRole('navigation', { name: 'Account' });
  for (const name of ['My Profile', 'Update Profile', 'My Orders', 'Switch to Admin'])
    await expect(menu.getByRole('link', { name })).toBeVisible();
  expect(await menu.getByRole('link', { name: 'Switch to Admin' }).getAttribute('href')).toBeNull();
  for (const term of ['Total Orders', 'Pending', 'Shipped', 'Payment Due'])
    await expect(page.getByRole('term').filter({ hasText: term })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^00$/ })).toHaveCount(4);
});

test('deleting the account: requested, shown in the banner, and cancelled by logging in', async ({ page, context }) => {
  const { email } = await register(page);
  await fillCart(page, '/groceries/raw-products/oil', 1);
  const other = await context.newPage();
  await open(other, '/user/profile');
  await open(page, '/user/delete-account');
  const typed = page.getByRole('textbox', { name: 'Type delete-my-account to confirm' });
  await typed.fill('Delete-my-account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Text not matched!')).toBeVisible();
  await typed.fill('delete-my-account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/');
  const banner = page.getByRole('region', { name: 'Confirmation' });
  await expect(banner).toContainText(
    "Your account is scheduled for deletion. If you don't do this please login again!",
  );
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  // All sessions have ended, and the other tab is notified.
  await expect(other).toHaveURL(/\/user\/login/);
  await banner.getByRole('link').click();
  await expect(page).toHaveURL('/user/login');
  await logIn(page, email);
  await expect(page).toHaveURL('/');
  await open(page, '/user/profile');
  await expect
    .poll(async () => JSON.parse((await storage(page, 'userDetails')) ?? '{}').scheduleForDeletion)
    .toBe(false);
});

test('the redirect after the login never leaves the shop', async ({ page }) => {
  for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/user/login?next=${encodeURIComponent(next)}`);
    await expect(page.locator('input[name=next]')).toHaveValue('/');
  }
});
