import type { Page } from '@playwright/test';
import { totalsOf } from '../../domain/orders/pricing.ts';
import { asOperator, waitForLive } from './operator.ts';
import { accessibilityViolations, expect, fillCart, open, order, putInCart, register, test } from './shop.ts';
import { newOrder } from '../support/factories.ts';
import { USUAL_FEE } from '../support/usual-fee.ts';

const lines = (page: Page) => page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');

test('an order is put into the cart again, and what is gone is named', async ({ page, request }) => {
  const operator = asOperator(request);
  await register(page);
  const { products } = await (await request.get('/api/listings/biscuits')).json();
  const ordered = products.slice(0, 2).map((product: object) => Object.assign(product, { quantity: 1 }));
  const [kept, gone] = ordered;
  const data = newOrder({
    items: [kept, gone].map(({ id, quantity }) => ({ id, quantity })),
    expectedTotal: totalsOf(ordered, USUAL_FEE).totalCost,
  });
  const placed = await (await page.request.post('/api/orders', { data })).json();
  await open(page, `/user/orders/${placed.id}`);
  expect(await accessibilityViolations(page)).toEqual([]);
  await operator.set(gone.id, { available: 'no' });
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('status').filter({ hasText: `No longer available: ${gone.name}.` })).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).filter({ hasText: kept.name })).toBeVisible();
  // The link at the bottom edge leads here.
  await expect(page.getByRole('link', { name: /^View cart, / })).toHaveCount(0);
  await page.goBack();
  await operator.set(kept.id, { available: false });
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing of this order' })).toBeVisible();
  for (const product of [kept, gone]) await operator.set(product.id, { available: 'yes' });
});

test('what cannot be ordered shows it live on its card, in the cart and at checkout', async ({ page, request }) => {
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
  await operator.set(product.id, { available: 'yes' });
  await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeEnabled();
});

test('a quantity can be typed, and the checkout is filled in from the latest order and keeps what is typed', async ({
  page,
}) => {
  await register(page);
  await order(page, 'flour');
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

  await page.getByRole('link', { name: 'Checkout' }).click();
  const known = page.getByRole('region', { name: 'Ships to' });
  await expect(known).toContainText('12 Lake Road');
  await known.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await expect(known).toHaveCount(0);
  const street = page.getByRole('textbox', { name: 'Street' });
  await expect(street).toHaveValue('12 Lake Road');
  await expect(street).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'Female' })).toBeChecked();
  await expect(page.getByText(/^Expected delivery: /)).toBeVisible();
  await street.fill('half a str');
  await page.reload();
  await expect(street).toHaveValue('half a str');
});
