import type { Page } from '@playwright/test';
import { asOperator, waitForLive } from './operator.ts';
import { accessibilityViolations, expect, fillCart, fillCheckout, open, putInCart, register, test } from './shop.ts';
import { SHIPPING } from '../support/factories.ts';

/** Orders what is in the cart, and opens the order's page. */
async function order(page: Page): Promise<void> {
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('Order placed successfully!')).toBeVisible();
  const { orders } = await (await page.request.get('/api/orders')).json();
  await open(page, `/user/orders/${orders[0].id}`);
}

const lines = (page: Page) => page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');

test('an order is put into the cart again, and what is gone is named', async ({ page, request }) => {
  const operator = asOperator(request);
  await register(page);
  await putInCart(page, 'biscuits', 2);
  const [kept, gone] = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('cartItems') ?? '[]').map(({ id, name }: { id: string; name: string }) => ({
      id,
      name,
    })),
  );
  await open(page, '/checkout');
  await fillCheckout(page);
  await order(page);
  await operator.set(gone.id, { available: 'no' });
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('status').filter({ hasText: `No longer available: ${gone.name}.` })).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).filter({ hasText: kept.name })).toBeVisible();
  await page.goBack();
  await operator.set(kept.id, { available: false });
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing of this order' })).toBeVisible();
  for (const { id } of [kept, gone]) await operator.set(id, { available: 'yes' });
});

test('what cannot be ordered shows it live on its card and in the cart, and is refused', async ({ page, request }) => {
  const operator = asOperator(request);
  await register(page);
  await fillCart(page, '/groceries/beverages/cakes', 1);
  const product = await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]')[0]);
  await waitForLive(page);
  const card = page.getByRole('article', { name: product.name, exact: true });
  await operator.set(product.id, { available: 'no' });
  await expect(card.getByRole('button', { name: 'Not available' })).toBeDisabled();
  await open(page, '/cart');
  await expect(lines(page).getByText('Not available right now. Please remove it.')).toBeVisible();
  await open(page, '/checkout');
  await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeDisabled();
  const answer = await page.request.post('/api/orders', {
    data: {
      idempotencyKey: crypto.randomUUID(),
      items: [{ id: product.id, quantity: 1 }],
      shippingInfo: SHIPPING,
      paymentMethod: 'cashon',
      expectedTotal: 60 + product.price,
    },
  });
  expect(answer.status()).toBe(409);
  const { type, products } = await answer.json();
  expect({ type, products }).toMatchObject({
    type: 'product-unavailable',
    products: [{ id: product.id, available: false }],
  });
  await operator.set(product.id, { available: 'yes' });
  await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeEnabled();
});

test('the checkout is filled in from the latest order, and what is typed survives a reload', async ({ page }) => {
  await register(page);
  await putInCart(page, 'flour', 1);
  await open(page, '/checkout');
  const street = page.getByRole('textbox', { name: 'Street' });
  await street.fill('half a str');
  await page.reload();
  await expect(street).toHaveValue('half a str');
  await fillCheckout(page);
  await order(page);
  await putInCart(page, 'flour', 1);
  await open(page, '/checkout');
  await expect(street).toHaveValue('12 Lake Road');
  await expect(page.getByRole('combobox', { name: 'Gender' })).toHaveValue('female');
  await expect(page.getByText(/^Expected delivery: /)).toBeVisible();
  await street.fill('somewhere else');
  await page.evaluate(() =>
    fetch('/api/auth/sign-out', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
  );
  await open(page, '/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('checkoutDraft'))).toBeNull();
});

test('an order shows its history in words and in the time of Dhaka, its day, lines and pieces', async ({ page }) => {
  await register(page);
  await putInCart(page, 'spices', 2);
  await open(page, '/cart');
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' }).first();
  await quantity.fill('১২');
  await expect(page.getByText('2 Items, 13 pieces')).toBeVisible();
  await quantity.fill('0');
  await quantity.blur();
  await expect(quantity).toHaveValue('12');
  await quantity.press('ArrowDown');
  await expect(quantity).toHaveValue('11');
  await expect(page.getByText(/^Expected delivery: /)).toBeVisible();
  await open(page, '/checkout');
  await fillCheckout(page);
  await order(page);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem')).toHaveText([/^Placed\d+ \w{3} \d{4}, \d+:\d\d [AP]M$/]);
  await expect(history.getByText(/^Expected delivery: /)).toBeVisible();
  await expect(page.getByText('2 Items, 12 pieces')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(history.getByRole('listitem')).toHaveText([/^Placed/, /^Canceled by you/]);
  await expect(history.getByText(/^Expected delivery: /)).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  await open(page, '/user/orders');
  const entry = await page.getByRole('link', { name: /^#/ }).innerText();
  expect(entry).toMatch(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\s+\d+ \w{3} \d{4}, \d+:\d\d [AP]M in Dhaka/);
  expect(entry).toMatch(/02 Items\s+12 pieces/);
});

test('a bar at the bottom edge leads to the cart while a shopper browses', async ({ page }) => {
  const bar = page.getByRole('link', { name: /^View cart, / });
  await open(page, '/');
  await expect(bar).toHaveCount(0);
  await fillCart(page, '/groceries/raw-products/oil', 2);
  await expect(bar).toHaveAccessibleName(/^View cart, 2 items, Tk \d+\.\d$/);
  expect(await accessibilityViolations(page, ['label-content-name-mismatch'])).toEqual([]);
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800);
  await register(page);
  await bar.click();
  await expect(page).toHaveURL('/cart');
  await expect(bar).toHaveCount(0);
});
