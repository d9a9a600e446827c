import type { Page, Route } from '@playwright/test';
import { expect, fillCheckout, open, openPayment, PASSWORD, putInCart, register, test } from './shop.ts';

/** The outcome of a press of `Place order` when its answer is lost, for any reason (product §4). */

const UNSURE = 'Not sure it went through. Trying again …';
const PLACED = 'Order placed successfully!';

const placeOrder = (page: Page): Promise<void> => page.getByRole('button', { name: 'Place order' }).click();

async function confirmCheckout(page: Page): Promise<void> {
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page).toHaveURL('/payment');
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

async function orderIds(page: Page): Promise<string[]> {
  const { orders } = await (await page.request.get('/api/orders')).json();
  return orders.map(({ id }: { id: string }) => id);
}

/**
 * Drops the answers to orders from now on, and also the orders themselves unless they are `made`. Returns the bodies
 * sent so far.
 */
async function dropAnswers(page: Page, { made }: { made: boolean }): Promise<unknown[]> {
  const sent: unknown[] = [];
  await page.route('**/api/orders', async (route: Route) => {
    sent.push(route.request().postDataJSON());
    if (made) await route.fetch();
    await route.abort('connectionreset');
  });
  return sent;
}

test('a lost order is sent again by the same press until it arrives: one order', async ({ page }) => {
  await openPayment(page);
  const sent = await dropAnswers(page, { made: false });
  await placeOrder(page);
  await expect(page.getByRole('status').filter({ hasText: UNSURE })).toBeVisible();
  expect(await orderIds(page)).toEqual([]);
  await page.unroute('**/api/orders');
  await expect(page.getByText(PLACED)).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(sent.length).toBeGreaterThan(0);
  expect(await orderIds(page)).toHaveLength(1);
});

test('a made order whose answer is lost is found by the next checkout, which makes no second one', async ({ page }) => {
  await openPayment(page);
  await dropAnswers(page, { made: true });
  await page.route('**/api/orders/attempts/*', (route) => route.abort('connectionreset'));
  await placeOrder(page);
  await expect(page.getByText(UNSURE)).toBeVisible();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await expect(page.getByText(UNSURE)).toBeVisible();
  await page.unroute('**/api/orders');
  await placeOrder(page);
  await page.unroute('**/api/orders/attempts/*');
  await expect(page.getByText(PLACED)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  expect(await orderIds(page)).toHaveLength(1);
});

test('a later visit finds the order, shows it and removes only the ordered products from the cart', async ({
  page,
  context,
}) => {
  await openPayment(page);
  await dropAnswers(page, { made: true });
  await placeOrder(page);
  await expect(page.getByText(UNSURE)).toBeVisible();
  await page.close();
  const later = await context.newPage();
  const sent: string[] = [];
  later.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  // The attempt cannot be settled now, and the shopper adds a product.
  await later.route('**/api/orders/**', (route) => route.abort('connectionreset'));
  await open(later, '/groceries/raw-products/oil');
  await later.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(later.getByRole('link', { name: 'Cart, 2 items', exact: true })).toBeVisible();
  // Left first: this page would try again, and tell of the order, while the next one is on its way.
  await later.goto('about:blank');
  await later.unroute('**/api/orders/**');
  await open(later, '/');
  await expect(later.getByText(PLACED)).toBeVisible();
  await expect(later.getByRole('region', { name: 'Confirmation' })).toContainText('Your order has been confirmed!');
  await expect(later.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  expect(await orderIds(later)).toHaveLength(1);
});

test('a reload orders nothing: the attempt becomes void, and its late copy is refused', async ({ page }) => {
  await openPayment(page);
  const sent = await dropAnswers(page, { made: false });
  await placeOrder(page);
  await expect(page.getByText(UNSURE)).toBeVisible();
  const before = sent.length;
  await page.reload();
  await expect(page.getByText('Your last order was not placed.').first()).toBeVisible();
  expect(sent).toHaveLength(before);
  const late = await page.request.post('/api/orders', { data: sent[0] });
  expect([late.status(), (await late.json()).type]).toEqual([409, 'attempt-void']);
  expect(await orderIds(page)).toEqual([]);
  // The next press makes a new order.
  await page.unroute('**/api/orders');
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await placeOrder(page);
  await expect(page.getByText(PLACED)).toBeVisible();
  expect(await orderIds(page)).toHaveLength(1);
});

test('two tabs that order at the same moment make one order', async ({ page, context }) => {
  await openPayment(page);
  const other = await context.newPage();
  await open(other, '/payment');
  await other.getByRole('radio', { name: 'Cash On delevery' }).check();
  await Promise.all([placeOrder(page), placeOrder(other)]);
  for (const tab of [page, other]) await expect(tab.getByText(PLACED)).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await orderIds(page)).toHaveLength(1);
});

test('without a session the payment orders nothing, and the cart is still there after logging in', async ({ page }) => {
  const { email } = await openPayment(page);
  const sent = await dropAnswers(page, { made: true });
  await page.context().clearCookies();
  await placeOrder(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Something wrong!' })).toBeVisible();
  expect(sent).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).not.toContain('shippingInfo');
  await expect(page).toHaveURL(/\/user\/login/);
  await logIn(page, email);
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
  expect(await orderIds(page)).toEqual([]);
});

test('an order that was made before its session ended is shown after logging in again', async ({ page }) => {
  const { email } = await openPayment(page);
  await dropAnswers(page, { made: true });
  await page.route('**/api/orders/attempts/*', (route) => route.abort('connectionreset'));
  await placeOrder(page);
  await expect(page.getByText(UNSURE)).toBeVisible();
  await page.context().clearCookies();
  await open(page, '/user/login?next=/checkout');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).toContain('unsettledOrder');
  for (const key of ['user', 'userDetails', 'shippingInfo', 'orderAttempt']) expect(kept).not.toContain(key);
  await page.unroute('**/api/orders');
  await logIn(page, email);
  // A shopper who is faster than the answer cannot order twice either.
  await confirmCheckout(page);
  await placeOrder(page);
  await page.unroute('**/api/orders/attempts/*');
  await expect(page.getByText(PLACED)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  expect(await orderIds(page)).toHaveLength(1);
});

test('emptying the cart in another tab ends the checkout immediately', async ({ page, context }) => {
  await register(page);
  await putInCart(page, 'rice', 1);
  await open(page, '/checkout');
  const other = await context.newPage();
  await open(other, '/cart');
  await other.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL('/empty-cart');
});

test('the reason of a refused payment stays beside the choices, which get the focus', async ({ page }) => {
  await openPayment(page);
  await page.reload();
  const choices = page.getByRole('group', { name: 'How would you like to pay?' });
  const cash = choices.getByRole('radio', { name: 'Cash On delevery' });
  await placeOrder(page);
  await expect(choices).toContainText('Please select a payment method!');
  await expect(cash).toBeFocused();
  await expect(cash).toHaveAccessibleDescription('Please select a payment method!');
  // Announced once, by the toast.
  await expect(page.getByRole('alert')).toHaveCount(1);
  await choices.getByRole('radio', { name: 'Card (Stripe)' }).check();
  await placeOrder(page);
  await expect(choices).toContainText('Sorry! Stripe is not included yet!');
  await expect(choices.getByRole('radio', { name: 'Card (Stripe)' })).toBeFocused();
  await cash.check();
  await expect(choices).not.toContainText('Sorry!');
});
