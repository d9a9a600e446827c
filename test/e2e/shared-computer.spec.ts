/**
 * Several tabs of one browser, and what they show when the session has ended and another person may use the browser.
 */
import type { Page } from '@playwright/test';
import {
  expect,
  fillCheckout,
  inStorage,
  logIn,
  newAccount,
  open,
  openPayment,
  PASSWORD,
  putInCart,
  register,
  test,
} from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

/** Checks that the tab's text, fields and header contain nothing of `account`. */
async function expectNothingOf(tab: Page, account: { name: string; email: string }, typed = ''): Promise<void> {
  const shown = (): Promise<string> =>
    tab.evaluate(() =>
      [document.body.innerText, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join('\n'),
    );
  for (const personal of [account.name, account.email, typed].filter(Boolean)) {
    await expect.poll(shown, { message: `${personal} at ${tab.url()}` }).not.toContain(personal);
  }
  await expect(tab.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible();
}

test('a logout in one tab removes all personal data from the others; a login updates them', async ({
  page,
  context,
}) => {
  const account = await register(page, { ...newAccount(), name: 'Rokeya'.repeat(20) });
  await putInCart(page);
  await page.evaluate(() => localStorage.setItem('banner', '{"type":"order","flag":true}'));
  const tabOf = async (path: string): Promise<Page> => {
    const tab = await context.newPage();
    await open(tab, path);
    return tab;
  };
  const home = await tabOf('/');
  const banner = home.getByRole('region', { name: 'Confirmation' });
  await expect(banner).toContainText('Rokeya');
  // The long name stays inside.
  expect(await home.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await open(page, '/checkout');
  await fillCheckout(page);
  const [profile, update, checkout] = [
    await tabOf('/user/profile'),
    await tabOf('/user/update-profile'),
    await tabOf('/checkout'),
  ];
  for (const tab of [update, checkout]) await tab.getByRole('textbox', { name: 'Street' }).fill('7 Rose Lane');
  // A confirmed checkout: its stored form must go with the session.
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
  await expect.poll(() => inStorage(page, 'shippingInfo')).toContain('12 Lake Road');
  // A tab without a network must hide everything too.
  await update.route('**/*.data*', (route) => route.abort());

  await profile.getByRole('button', { name: 'Logout' }).click();
  await expect(profile.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  for (const tab of [profile, update, home, checkout, page]) await expectNothingOf(tab, account, '7 Rose Lane');
  await expect(banner).toHaveCount(0);
  for (const key of ['user', 'userDetails', 'shippingInfo', 'orderAttempt'])
    await expect.poll(() => inStorage(home, key)).toBeNull();

  await open(profile, '/user/login');
  await logIn(profile, account.email);
  await expect(home.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0);
});

test('without a session nothing is ordered; a login brings the form back to its owner', async ({ page, context }) => {
  const { email } = await openPayment(page, 2);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something wrong!' })).toBeVisible();
  await expect(page).toHaveURL(/\/user\/login/);
  await expect.poll(() => inStorage(page, 'shippingInfo')).toBeNull();
  await logIn(page, email);
  await expect(page).toHaveURL('/checkout');
  const street = page.getByRole('textbox', { name: 'Street' });
  await expect(street).toHaveValue('12 Lake Road');
  await expect(page.getByRole('link', { name: 'Cart, 2 items', exact: true })).toBeVisible();
  expect(await (await page.request.get('/api/orders')).json()).toMatchObject({ orders: [] });

  // Another customer gets nothing of it.
  await street.fill('7 Rose Lane');
  await context.clearCookies();
  await page.request.post('/api/auth/sign-up/email', { data: { ...newAccount(), password: PASSWORD } });
  await open(page, '/checkout');
  await expect(street).toHaveValue('');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkoutDraft'))).toBeNull();
});

test('no personal data stays after a session has ended elsewhere, or while a page was in the back/forward cache', async ({
  page,
  context,
}) => {
  const account = await register(page, { ...newAccount(), name: 'Rokeya Sultana' });
  await putInCart(page);
  await open(page, '/user/profile');
  await expect(page.getByText(account.email).first()).toBeVisible();
  await expect.poll(() => inStorage(page, 'user')).toContain(account.name);
  await page.goto('/api/products');
  // Ended by the shop, without notifying this browser.
  const ended = await context.request.post('/api/auth/sign-out', { data: {} });
  expect(ended.status()).toBe(200);
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.goBack();
  await expectNothingOf(page, account);
  await expect(page.getByRole('link', { name: 'Cart, 2 items', exact: true })).toBeVisible();
});
