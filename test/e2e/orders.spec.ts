import { expect, fillCheckout, open, order, putInCart, register, test } from './shop.ts';

test('the next step is in view on a phone, and the success outlasts its tab', async ({ page, context }) => {
  await register(page);
  await putInCart(page, 'rice', 6);
  const expectInView = (name: string, role: 'link' | 'button' = 'button') =>
    expect(page.getByRole(role, { name, exact: true })).toBeInViewport({ ratio: 1 });
  await open(page, '/cart');
  await expectInView('Checkout', 'link');
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await expectInView('Confirm checkout');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expectInView('Place order');
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('region', { name: 'Your order has been confirmed!' })).toBeVisible();
  await page.close();
  const again = await context.newPage();
  await open(again, '/payment');
  await expect(again).toHaveURL('/');
  await expect(again.getByRole('status').getByText('Order placed successfully!')).toBeVisible();
  await expect(again.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await expect(again.getByRole('region', { name: 'Confirmation' })).toContainText(/Order #[a-z0-9]{6}/);
  expect((await (await again.request.get('/api/orders')).json()).orders).toHaveLength(1);
});

test('canceling: dismissed, unanswered, confirmed, and shown in the other tab', async ({ page, context }) => {
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
  expect(await (await page.request.get(`/api/orders/${id}`)).json()).toMatchObject({ status: 'pending' });
  // Only an abort by the page ends the first request. The route stays: without one the browser lets go what it holds.
  let held = 0;
  await page.route('**/cancel', (route) => (held++ === 0 ? undefined : route.continue()));
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const asked = page.waitForRequest('**/cancel');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await asked;
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('alert').filter({ hasText: 'An error occured!' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Your order is successfully cancled!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Canceled' })).toBeDisabled();
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'My Orders' }).click();
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
  // The success does not cover the next page. Counted once: its own time would end a wait.
  expect(await page.getByText('Your order is successfully cancled!').count()).toBe(0);
  // The other tab is notified.
  await expect(other.getByRole('button', { name: 'Canceled' })).toBeDisabled();
});
