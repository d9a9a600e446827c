import type { Page, Route } from '@playwright/test';
import { expect, expectPlaced, fillCheckout, logIn, open, openPayment, test } from './shop.ts';

/**
 * The outcome of a press of `Place order` when its answer is lost (product §4), as far as reloads, tabs and storage
 * decide it; the rest is in app/state/order/place-order.test.ts.
 */

const UNSURE = 'Not sure it went through. Trying again …';

const placeOrder = (page: Page): Promise<void> => page.getByRole('button', { name: 'Place order' }).click();

async function confirmCheckout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page).toHaveURL('/payment');
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
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

test('a reload voids the attempt, also its late copy; the next press is sent until it arrives', async ({ page }) => {
  await openPayment(page);
  const sent = await dropAnswers(page, { made: false });
  await placeOrder(page);
  const unsure = page.getByRole('status').filter({ hasText: UNSURE });
  await expect(unsure).toBeVisible();
  const before = sent.length;
  await page.reload();
  await expect(page.getByText('Your last order was not placed.').first()).toBeVisible();
  expect(sent).toHaveLength(before);
  const late = await page.request.post('/api/orders', { data: sent[0] });
  expect([late.status(), (await late.json()).type]).toEqual([409, 'attempt-void']);
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await placeOrder(page);
  await expect(unsure).toBeVisible();
  expect(await orderIds(page)).toEqual([]);
  await page.unroute('**/api/orders');
  await expectPlaced(page);
  await expect(page).toHaveURL('/');
  expect(await orderIds(page)).toHaveLength(1);
});

test('a made order is found by the next checkout and the next session, never made twice', async ({ page }) => {
  const { email } = await openPayment(page);
  await dropAnswers(page, { made: true });
  await page.route('**/api/orders/attempts/*', (route) => route.abort('connectionreset'));
  await placeOrder(page);
  await expect(page.getByText(UNSURE)).toBeVisible();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await confirmCheckout(page);
  await expect(page.getByText(UNSURE)).toBeVisible();
  await page.context().clearCookies();
  await open(page, '/user/login?next=/checkout');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept).toContain('unsettledOrder');
  for (const key of ['user', 'userDetails', 'shippingInfo', 'orderAttempt']) expect(kept).not.toContain(key);
  await page.unroute('**/api/orders');
  await logIn(page, email);
  // A shopper who is faster than the answer cannot order twice either.
  await fillCheckout(page);
  await confirmCheckout(page);
  await placeOrder(page);
  await page.unroute('**/api/orders/attempts/*');
  await expectPlaced(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  expect(await orderIds(page)).toHaveLength(1);
});

test('a later visit finds the order and removes only what was ordered from the cart', async ({ page, context }) => {
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
  await expect(later.getByText('Order placed successfully!')).toBeVisible();
  await expect(later.getByRole('region', { name: 'Confirmation' })).toContainText('Your order has been confirmed!');
  await expect(later.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  expect(await orderIds(later)).toHaveLength(1);
});

test('two tabs that order at the same moment make one order', async ({ page, context }) => {
  await openPayment(page);
  const other = await context.newPage();
  await open(other, '/payment');
  await other.getByRole('radio', { name: 'Cash On delevery' }).check();
  await Promise.all([placeOrder(page), placeOrder(other)]);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/');
    await expect(tab.getByRole('region', { name: 'Confirmation' })).toContainText('Your order has been confirmed!');
  }
  expect(await orderIds(page)).toHaveLength(1);
});
