/** A customer's account: entering, the profile, and how sessions end. */
import sharp from 'sharp';
import { fillIn } from '../../base/message.ts';
import * as bangla from '../../messages/bn.ts';
import { REASON_TEXTS } from '../../messages/bn-reasons.ts';
import { expect, inStorage, logIn, newAccount, open, PASSWORD, putInCart, register, test } from './shop.ts';

const NEW_PASSWORD = 'four ripe jackfruits';

test('a customer registers after what a form found wrong, logs out and logs in again', async ({ page }) => {
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
  const { name, email } = newAccount();
  await field('name').fill(name);
  await expect(field('name')).toHaveAccessibleDescription('');
  await field('email').fill('rina');
  await expect(field('email')).toHaveAccessibleDescription(REASON_TEXTS['invalid-email']);
  await field('email').fill(email);
  await expect(field('email')).toHaveAccessibleDescription('');
  const show = page.getByRole('button', { name: bangla.SHOW_PASSWORD });
  await expect(show).toHaveCount(0);
  await field('password').fill('password');
  await expect(field('password')).toHaveAttribute('type', 'password');
  await show.click();
  await expect(field('password')).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: bangla.HIDE_PASSWORD }).click();
  await expect(field('password')).toHaveAttribute('type', 'password');
  await button.click();
  await expect(field('password')).toHaveAccessibleDescription(REASON_TEXTS['password-too-common']);
  await expect(field('password')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await field('password').fill(PASSWORD);
  await button.click();
  await expect(page).toHaveURL('/bn');
  await expect.poll(() => inStorage(page, 'userDetails')).not.toBeNull();
  const details = JSON.parse((await inStorage(page, 'userDetails')) ?? '');
  expect(details).toMatchObject({ email, name, role: 'user' });
  expect(JSON.parse((await inStorage(page, 'user')) ?? '')).toEqual({ id: details.id, email, name });

  await putInCart(page, 'oil', 1);
  await open(page, '/user/profile');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  for (const key of ['user', 'userDetails']) await expect.poll(() => inStorage(page, key)).toBeNull();
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();

  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('link', { name: /Forgot password/ }).click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await logIn(page, email);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'My Account' }).first()).toBeVisible();
});

test('a profile is changed; a picture of any size is taken, replaced, refused and deleted', async ({ page }) => {
  await register(page);
  await open(page, '/user/update-profile');
  const texts = { Street: '12 Lake Road', City: 'Sylhet', Phone: '123', Postcode: '1' };
  for (const [name, text] of Object.entries(texts)) await page.getByRole('textbox', { name }).fill(text);
  await page.getByRole('combobox', { name: 'Division' }).selectOption('sylhet');
  const update = page.getByRole('button', { name: 'Update profile' });
  await update.click();
  await expect(page.getByText('Phone must be 11 digits long!')).toBeVisible();
  await expect(page.getByText('Postcode must have 4 digits!')).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone' }).fill('01712345678');
  await expect(page.getByText('Phone must be 11 digits long!')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Postcode' }).fill('3100');
  await update.click();
  await expect(page.getByRole('status').getByText('Profile updated!')).toBeVisible();

  const upload = page.getByLabel('Upload image');
  const picture = page.getByRole('img', { name: 'Profile picture', exact: true });
  // As a phone takes it: larger than what the shop takes, 5 MB.
  const noise = { type: 'gaussian', sigma: 60, mean: 120 } as const;
  const create = { width: 2000, height: 1500, channels: 3, background: '#888', noise } as const;
  const photo = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
  expect(photo.byteLength).toBeGreaterThan(6 * 1024 * 1024);
  await upload.setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: photo });
  await expect(picture).toHaveAttribute('src', /^\/images\/u\/[\w-]+-320\.webp$/);
  const first = (await picture.getAttribute('src')) ?? '';
  const red = sharp({ create: { width: 600, height: 400, channels: 3, background: '#a04020' } });
  await upload.setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await red.jpeg().toBuffer() });
  await expect(picture).not.toHaveAttribute('src', first);
  const second = (await picture.getAttribute('src')) ?? '';
  const html = Buffer.from('<html>not a picture</html>');
  await upload.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: html });
  await expect(page.getByRole('alert').getByText('Image upload failed!')).toBeVisible();
  await expect(picture).toHaveAttribute('src', second);
  await page.getByRole('button', { name: 'Delete image' }).click();
  await expect(page.getByRole('status').getByText('Profile image deleted!')).toBeVisible();
  await expect(picture).toHaveCount(0);
});

test('a changed password logs out other browsers, and `Log out everywhere` this one too', async ({ page, browser }) => {
  const { email } = await register(page);
  const other = await (await browser.newContext()).newPage();
  const enter = async (password: string): Promise<void> => {
    const entered = await other.request.post('/api/auth/sign-in/email', { data: { email, password } });
    expect(entered.ok(), await entered.text()).toBe(true);
    await open(other, '/user/profile');
  };
  await enter(PASSWORD);
  await putInCart(page, 'oil', 1);
  await open(page, '/user/profile');
  await page.getByRole('link', { name: 'Change password' }).click();
  const current = page.getByRole('textbox', { name: 'Current password' });
  const next = page.getByRole('textbox', { name: 'New password' });
  const change = page.getByRole('button', { name: 'Change password' });
  await current.fill('not the password');
  await next.fill(NEW_PASSWORD);
  await change.click();
  await expect(page.getByRole('alert')).toHaveText('This is not your current password!');
  await expect(current).toBeFocused();
  await expect(next).toHaveValue(NEW_PASSWORD);
  await current.fill(PASSWORD);
  await change.click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(other).toHaveURL(/\/user\/login/);

  await enter(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  for (const key of ['user', 'userDetails']) await expect.poll(() => inStorage(page, key)).toBeNull();
  await expect(other).toHaveURL(/\/user\/login/);
  await other.context().close();
});

test('deleting the account shows in the banner, empties the cart and logs out all tabs', async ({ page, context }) => {
  await register(page);
  await putInCart(page, 'oil', 1);
  const other = await context.newPage();
  await open(other, '/user/profile');
  await open(page, '/user/delete-account');
  await page.getByRole('textbox', { name: 'Type delete-my-account to confirm' }).fill('delete-my-account');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/');
  const banner = page.getByRole('region', { name: 'Confirmation' });
  await expect(banner).toContainText(
    "Your account is scheduled for deletion. If you don't do this please login again!",
  );
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await expect(other).toHaveURL(/\/user\/login/);
  await banner.getByRole('link').click();
  await expect(page).toHaveURL('/user/login');
});
