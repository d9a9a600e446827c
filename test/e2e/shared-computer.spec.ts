/**
 * Several tabs of one browser, and what they show when the session has ended and another person may use the browser.
 */
import type { BrowserContext, Page } from '@playwright/test';
import {
  PASSWORD,
  waitForHydration,
  expect,
  fillCheckout,
  newAccount,
  open,
  putInCart,
  register,
  test,
} from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

/** Opens tabs on all personal screens, with typed text. */
async function openTabs(context: BrowserContext, paths: readonly string[]): Promise<Page[]> {
  const tabs: Page[] = [];
  for (const path of paths) {
    const tab = await context.newPage();
    await tab.goto(path);
    await waitForHydration(tab);
    tabs.push(tab);
  }
  return tabs;
}

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

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

test('a logout in one tab removes all personal data from the others, and a login updates them', async ({
  page,
  context,
}) => {
  const account = await register(page, { ...newAccount(), name: 'Rokeya Sultana' });
  await putInCart(page);
  await open(page, '/checkout');
  await fillCheckout(page);
  const [profile, update, orders, home, checkout] = await openTabs(context, [
    '/user/profile',
    '/user/update-profile',
    '/user/orders',
    '/about',
    '/checkout',
  ]);
  if (!profile || !update || !orders || !home || !checkout) throw new Error('unreachable');
  await update.getByRole('textbox', { name: 'Street' }).fill('7 Rose Lane');
  await checkout.getByRole('textbox', { name: 'Street' }).fill('7 Rose Lane');
  // A confirmed checkout: its stored form must go with the session.
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
  expect(await stored(page, 'shippingInfo')).toContain('12 Lake Road');
  // A tab without a network must hide everything too.
  await update.route('**/*.data*', (route) => route.abort());

  await profile.getByRole('button', { name: 'Logout' }).click();
  await expect(profile.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  for (const tab of [profile, update, orders, home, checkout, page]) await expectNothingOf(tab, account, '7 Rose Lane');
  for (const key of ['user', 'userDetails', 'shippingInfo', 'orderAttempt']) expect(await stored(home, key)).toBeNull();

  await orders.goto('/user/login');
  await waitForHydration(orders);
  await orders.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await orders.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await orders.getByRole('button', { name: 'Login' }).click();
  await expect(home.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0);
});

test('what was typed at checkout comes back after the session has ended there, for the same customer only', async ({
  page,
  context,
}) => {
  const account = await register(page);
  await putInCart(page);
  await open(page, '/checkout');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  const logIn = async (email: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  await context.clearCookies();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/login/);
  expect(await stored(page, 'shippingInfo')).toBeNull();
  await logIn(account.email);
  const street = page.getByRole('textbox', { name: 'Street' });
  await expect(street).toHaveValue('12 Lake Road');

  // Another customer gets nothing of it.
  await street.fill('7 Rose Lane');
  const other = newAccount();
  await context.clearCookies();
  await page.request.post('/api/auth/sign-up/email', { data: { ...other, password: PASSWORD } });
  await open(page, '/checkout');
  await expect(street).toHaveValue('');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('checkoutDraft'))).toBeNull();
});

test('no banner of an order greets the next person, and a long name stays inside it', async ({ page }) => {
  await register(page, { ...newAccount(), name: 'Rokeya'.repeat(20) });
  await putInCart(page);
  await page.evaluate(() => localStorage.setItem('banner', '{"type":"order","flag":true}'));
  await open(page, '/');
  const banner = page.getByRole('region', { name: 'Confirmation' });
  await expect(banner).toContainText('Rokeya');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await open(page, '/user/profile');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('no personal data stays after a session has ended elsewhere, or while a page was in the back/forward cache', async ({
  page,
  context,
}) => {
  const account = await register(page, { ...newAccount(), name: 'Rokeya Sultana' });
  await putInCart(page);
  await open(page, '/user/profile');
  await expect(page.getByText(account.email).first()).toBeVisible();
  await expect.poll(() => stored(page, 'user')).toContain(account.name);
  await page.goto('/api/products');
  // Ended by the shop, without notifying this browser.
  const ended = await context.request.post('/api/auth/sign-out', { data: {} });
  expect(ended.status()).toBe(200);
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.goBack();
  await expectNothingOf(page, account);
  await expect(page.getByRole('link', { name: 'Cart, 2 items', exact: true })).toBeVisible();
});
