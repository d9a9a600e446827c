/** Several tabs of one browser, and what they show once somebody else may sit before it. */
import type { BrowserContext, Page } from '@playwright/test';
import { PASSWORD, alive, expect, fillCart, fillCheckout, newAccount, open, register, test } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

/** The contract's limit, with nothing added for a slow machine's browser. */
const SOON = { timeout: 20_000 };

/** Tabs on everything personal, with things typed. */
async function openTabs(context: BrowserContext, paths: readonly string[]): Promise<Page[]> {
  const tabs: Page[] = [];
  for (const path of paths) {
    const tab = await context.newPage();
    await tab.goto(path);
    await alive(tab);
    tabs.push(tab);
  }
  return tabs;
}

/** Nothing of `account` in the text, the fields or the header of the tab. */
async function expectNothingOf(tab: Page, account: { name: string; email: string }, typed = ''): Promise<void> {
  const shown = (): Promise<string> =>
    tab.evaluate(() =>
      [document.body.innerText, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join('\n'),
    );
  for (const personal of [account.name, account.email, typed].filter(Boolean)) {
    await expect.poll(shown, { ...SOON, message: `${personal} at ${tab.url()}` }).not.toContain(personal);
  }
  await expect(tab.getByRole('link', { name: 'Login', exact: true }).first()).toBeVisible(SOON);
}

const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

test('a logout in one tab leaves nothing personal in the others, and a login brings them in step', async ({
  page,
  context,
}) => {
  const account = await register(page, { ...newAccount(), name: 'Rokeya Sultana' });
  await fillCart(page);
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
  // Confirmed: what is kept of it goes with the session.
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
  expect(await stored(page, 'shippingInfo')).toContain('12 Lake Road');
  // A network that is gone there hides nothing either.
  await update.route('**/*.data*', (route) => route.abort());

  await profile.getByRole('button', { name: 'Logout' }).click();
  await expect(profile.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible();
  for (const tab of [profile, update, orders, home, checkout, page]) await expectNothingOf(tab, account, '7 Rose Lane');
  for (const key of ['user', 'userDetails', 'shippingInfo', 'orderAttempt']) expect(await stored(home, key)).toBeNull();

  await orders.goto('/user/login');
  await alive(orders);
  await orders.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await orders.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await orders.getByRole('button', { name: 'Login' }).click();
  await expect(home.getByRole('link', { name: 'Login', exact: true })).toHaveCount(0, SOON);
});

test('a session that ends elsewhere, or while a page was put away, leaves nothing personal behind', async ({
  page,
  context,
}) => {
  const account = await register(page, { ...newAccount(), name: 'Rokeya Sultana' });
  await fillCart(page);
  await open(page, '/user/profile');
  await expect(page.getByText(account.email).first()).toBeVisible();
  await expect.poll(() => stored(page, 'user')).toContain(account.name);
  await page.goto('/api/products');
  // Ended by the shop, without a word to this browser.
  const ended = await context.request.post('/api/auth/sign-out', { data: {} });
  expect(ended.status()).toBe(200);
  await page.evaluate(() => localStorage.removeItem('user'));
  await page.goBack();
  await expectNothingOf(page, account);
  await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
});
