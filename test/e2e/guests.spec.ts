/** Ordering without an account: what the browser keeps, and how little a thumb has to do. */
import type { Page } from '@playwright/test';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { expect, expectPlaced, inStorage, logIn, newAccount, open, PASSWORD, test } from './shop.ts';

test.beforeAll(({ shop }) => operatorSends(shop.url, 'PATCH', '/settings', { guestOrders: true }));
test.afterAll(({ shop }) => shop.restoreSettings());

const TYPED = ['01712345678', '12 Lake Road, flat 4B', 'Dhaka', 'Ayesha'];

/** From home to the payment screen, with one product, as a thumb does it: taps count, and what is typed. */
async function toPayment(page: Page): Promise<void> {
  await open(page, '/');
  await page.getByRole('button', { name: 'Add to Cart' }).first().tap();
  await page.getByRole('link', { name: /^View cart, / }).tap();
  await page.getByRole('link', { name: 'Checkout', exact: true }).tap();
  await page.getByRole('textbox', { name: 'Phone' }).tap();
  for (const [at, text] of TYPED.entries()) {
    if (at > 0) await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.getByRole('button', { name: 'Confirm checkout' }).tap();
  await page.getByRole('radio', { name: 'Cash On delevery' }).tap();
}

const placeOrder = (page: Page): Promise<void> => page.getByRole('button', { name: 'Place order' }).tap();
const links = async (page: Page): Promise<string[]> => JSON.parse((await inStorage(page, 'guestOrders')) ?? '[]');

const newestOf = async (url: string): Promise<string> =>
  JSON.parse(await (await operatorRequest(url, '/orders')).text()).orders[0]?.order.id;

test('a new shopper orders with at most 8 taps and 60 characters, follows the order and cancels it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('taps', `${sessionStorage.getItem('taps') ?? ''}.`),
      true,
    );
  });
  await toPayment(page);
  await placeOrder(page);
  await expectPlaced(page);
  expect((await page.evaluate(() => sessionStorage.getItem('taps') ?? '')).length).toBeLessThanOrEqual(8);
  expect(TYPED.join('').length).toBeLessThanOrEqual(60);
  await page.getByRole('link', { name: 'View orders' }).tap();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  const [link = ''] = await links(page);
  await page.getByRole('main').locator(`a[href="${link}"]`).tap();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('region', { name: 'Shipping' })).toContainText('12 Lake Road, flat 4B');
  await page.getByRole('button', { name: 'Cancel order' }).tap();
  await page.getByRole('button', { name: 'Confirm', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Canceled' })).toBeDisabled();
});

test('on a shared computer the browser forgets the orders and what was typed', async ({ page }) => {
  await toPayment(page);
  await placeOrder(page);
  await expectPlaced(page);
  await expect(page).toHaveURL('/');
  await open(page, '/user/orders');
  await page.getByRole('button', { name: 'Forget these orders here' }).tap();
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const text of [...TYPED, '/o/']) if (text !== 'Dhaka') expect(kept).not.toContain(text);
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url);
  });
  expect(stored.filter((url) => url.includes('/o/'))).toEqual([]);
});

test('orders without an account become those of an account on a press', async ({ page }) => {
  await toPayment(page);
  await placeOrder(page);
  await expectPlaced(page);
  await expect(page).toHaveURL('/');
  const { name, email } = newAccount();
  await page.request.post('/api/auth/sign-up/email', { data: { name, email, password: PASSWORD } });
  await page.context().clearCookies();
  await open(page, '/user/login?next=/user/orders');
  await logIn(page, email);
  await expect(page.getByText('This browser has 1 order without an account.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to my account' }).tap();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add to my account' })).toBeHidden();
  expect(await links(page)).toEqual([]);
});

for (const made of [true, false]) {
  test(`a lost answer of ${made ? 'an order that was made' : 'one that was not'} is settled by the next visit`, async ({
    page,
    shop,
  }) => {
    await toPayment(page);
    const before = await newestOf(shop.url);
    await page.route('**/api/orders', async (route) => {
      if (made) await route.fetch();
      await route.abort('connectionreset');
    });
    await placeOrder(page);
    await expect(page.getByText('Not sure it went through. Trying again …')).toBeVisible();
    await page.goto('about:blank');
    await page.unroute('**/api/orders');
    await open(page, '/');
    await expect(
      page.getByText(made ? 'Order placed successfully!' : 'Your last order was not placed.').first(),
    ).toBeVisible();
    expect(await links(page)).toHaveLength(made ? 1 : 0);
    expect((await newestOf(shop.url)) !== before).toBe(made);
  });
}
