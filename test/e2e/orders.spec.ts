import type { Page } from '@playwright/test';
import { operatorSends } from '../support/operator-client.ts';
import { expect, open, openPayment, order, putInCart, register, test } from './shop.ts';

const placeOrder = (page: Page): Promise<void> => page.getByRole('button', { name: 'Place order' }).click();

async function orders(page: Page): Promise<{ id: string; status: string }[]> {
  return (await (await page.request.get('/api/orders')).json()).orders;
}

test('the cart is empty also when the tab is closed right after the success', async ({ page, context }) => {
  await openPayment(page, 2);
  await placeOrder(page);
  await expect(page.getByText('Order placed successfully!')).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await open(again, '/');
  await expect(again.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  expect(await orders(again)).toHaveLength(1);
});

test('the success stays over a reload right after it', async ({ page }) => {
  await openPayment(page, 1);
  await placeOrder(page);
  await expect(page.getByRole('region', { name: 'Your order has been confirmed!' })).toBeVisible();
  await page.reload();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('status').getByText('Order placed successfully!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Confirmation' })).toContainText(/Order #[a-z0-9]{6}/);
});

test('changed prices in storage have no effect: a message is shown, and nothing is placed', async ({ page }) => {
  await openPayment(page, 2);
  await page.evaluate(() => {
    const items: { price: number }[] = JSON.parse(localStorage.getItem('cartItems') ?? '[]');
    for (const item of items) item.price = 1;
    localStorage.setItem('cartItems', JSON.stringify(items));
  });
  await page.reload();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await placeOrder(page);
  await expect(page.getByRole('alert')).toContainText('prices have changed');
  await expect(page).toHaveURL('/cart');
  expect(await orders(page)).toEqual([]);
  const prices = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('cartItems') ?? '[]').map((item: { price: number }) => item.price),
  );
  for (const price of prices) expect(price).toBeGreaterThan(1);
});

test('a removed product and a changed price are marked in the cart, and what is gone can be removed', async ({
  page,
}) => {
  await register(page);
  await putInCart(page, 'rice', 1);
  await page.evaluate(() => {
    const [item] = JSON.parse(localStorage.getItem('cartItems') ?? '[]');
    const changed = { ...item, price: item.price + 7 };
    localStorage.setItem('cartItems', JSON.stringify([changed, { ...item, id: 'long-gone', name: 'Gone Rice' }]));
  });
  await open(page, '/cart');
  await expect(page.getByRole('status').filter({ hasText: 'The price has changed' })).toBeVisible();
  const line = page.getByRole('listitem', { name: 'Gone Rice' });
  await expect(line.getByRole('status')).toContainText('No longer available');
  await line.getByRole('button', { name: 'Remove' }).click();
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(1);
});

test('an order keeps the day of delivery that the shopper was told, whatever is set later', async ({ page, shop }) => {
  await register(page);
  const { id } = await order(page);
  await open(page, `/user/orders/${id}`);
  const told = page.getByText(/^Expected delivery: /);
  const day = (await told.textContent()) ?? '';
  const { deliveryDay } = await (await page.request.get(`/api/orders/${id}`)).json();
  expect(deliveryDay).toMatch(/^\d{4}-\d\d-\d\d$/);
  try {
    await operatorSends(shop.url, 'PATCH', '/settings', { holidays: [deliveryDay] });
    await open(page, '/user/orders');
    await open(page, `/user/orders/${id}`);
    await expect(told).toHaveText(day);
  } finally {
    await shop.restoreSettings();
  }
});

test('what the shop did with an order stands in its history, in both languages, without what is the shop’s business', async ({
  page,
  shop,
}) => {
  await register(page);
  const { id } = await order(page);
  const found = await (await page.request.get(`/api/orders/${id}`)).json();
  const [{ id: product, name, name_bn }] = found.orderItems;
  const change = (verb: string, json: unknown) => operatorSends(shop.url, 'POST', `/orders/${id}/${verb}`, json);
  await change('stage', { stage: 'packed' });
  await operatorSends(shop.url, 'PATCH', `/orders/${id}`, {
    items: [{ id: product, quantity: 2 }],
    shippingInfo: { street: '13 Lake Road' },
    reason: 'One sack was torn',
  });
  await change('cancel', { reason: 'False order' });
  await change('set-back', { reason: 'a secret of the shop' });
  await change('cancel', { reason: 'Not reachable' });

  await open(page, `/user/orders/${id}`);
  const history = page.getByRole('region', { name: 'History' });
  for (const text of [`2 × ${name} instead of 3`, 'Address or contact changed', 'One sack was torn'])
    await expect(history).toContainText(text);
  await expect(history.getByRole('listitem')).toHaveText([
    /^Placed/,
    /^Packed/,
    /^Changed by the shop.* less/s,
    /^Canceled by the shop/,
    /^Open again/,
    /reach you$/,
  ]);
  await expect(history).not.toContainText(/false|secret/i);
  await page.goto(`/bn/user/orders/${id}`);
  const bangla = page.getByRole('region', { name: 'অর্ডারের অবস্থা' });
  for (const text of ['প্যাক করা হয়েছে', `৩-এর বদলে ২ × ${name_bn || name}`, 'আবার চালু করা হয়েছে', 'আপনাকে ফোনে পাওয়া যায়নি'])
    await expect(bangla).toContainText(text);
});

test('canceling: dialog, dismissed, unanswered, confirmed; two tabs make one cancellation', async ({
  page,
  context,
}) => {
  await register(page);
  const { id } = await order(page);
  await page.clock.install();
  await open(page, `/user/orders/${id}`);
  const other = await context.newPage();
  await open(other, `/user/orders/${id}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm order cancellation!' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect((await orders(page))[0]?.status).toBe('pending');
  // Only an abort by the page ends this request.
  await page.route('**/cancel', () => undefined);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const asked = page.waitForRequest('**/cancel');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await asked;
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('alert').filter({ hasText: 'An error occured!' })).toBeVisible();
  await page.unroute('**/cancel');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your order is successfully cancled!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Canceled' })).toBeDisabled();
  // It does not cover the next page. Its own time does not pass.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  await expect(page.getByText('Your order is successfully cancled!')).toHaveCount(0);
  await page.clock.resume();
  // The other tab is notified.
  await expect(other.getByRole('button', { name: 'Canceled' })).toBeDisabled();
  await open(page, '/user/profile');
  await expect(page.getByRole('definition').filter({ hasText: /^00$/ })).toHaveCount(4);
});

test('another customer’s order is an invalid id', async ({ page, browser }) => {
  await register(page);
  const { id: mine } = await order(page);
  const stranger = await (await browser.newContext()).newPage();
  await register(stranger);
  for (const id of [mine, 'nonsense', '%22']) {
    await stranger.goto(`/user/orders/${id}`);
    await expect(stranger.getByText('Invalid Order Id!')).toBeVisible();
  }
  expect((await stranger.request.post(`/api/orders/${mine}/cancel`)).status()).toBe(404);
  expect((await orders(page))[0]?.status).toBe('pending');
  await stranger.context().close();
});
