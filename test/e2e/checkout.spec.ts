import { expect, fillCart, fillCheckout, newAccount, open, PASSWORD, putInCart, register, test } from './shop.ts';

test('a visitor’s cart is still there after logging in, and the requested page opens', async ({ page }) => {
  await fillCart(page, '/groceries/raw-products/fish', 1);
  await page.getByRole('link', { name: 'Cart, 1 items', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/login/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  const { name, email } = newAccount();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(1);
});

test('the cart stays over a reload and in another tab; minus at 1 removes the product', async ({ page, context }) => {
  await fillCart(page, '/groceries/raw-products/eggs', 1);
  await page.reload();
  const card = page.getByRole('article').first();
  await expect(card.getByRole('button', { name: 'Added' })).toBeVisible();
  const other = await context.newPage();
  await open(other, '/groceries/raw-products/eggs');
  await other.getByRole('article').first().getByRole('button', { name: 'Increase quantity' }).click();
  await expect(card.getByText('2', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: 'Decrease quantity' }).click();
  await card.getByRole('button', { name: 'Decrease quantity' }).click();
  await expect(card.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
});

test('cart, checkout and payment redirect when their conditions are not met', async ({ page }) => {
  for (const path of [
    '/cart',
    '/empty-cart',
    '/checkout',
    '/payment',
    '/user/profile',
    '/user/update-profile',
    '/user/orders',
    '/user/orders/abc',
    '/user/delete-account',
    '/user',
  ]) {
    expect((await page.request.get(path)).url(), path).toContain('/user/login?next=');
  }
  await register(page);
  await open(page, '/cart');
  await expect(page).toHaveURL('/empty-cart');
  await expect(page.getByRole('heading', { name: 'Cart is Empty!' })).toBeVisible();
  await open(page, '/checkout');
  await expect(page).toHaveURL('/empty-cart');
  await putInCart(page, 'oil', 1);
  await open(page, '/empty-cart');
  await expect(page).toHaveURL('/cart');
  await open(page, '/payment');
  await expect(page).toHaveURL('/checkout');
  await page.goto('/user');
  await expect(page).toHaveURL('/user/profile');
  await open(page, '/cart');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL('/empty-cart');
});

test('checkout first requires all fields, then checks the phone, then the postcode', async ({ page }) => {
  await register(page);
  await putInCart(page, 'flour', 1);
  await open(page, '/checkout');
  const confirm = page.getByRole('button', { name: 'Confirm checkout' });
  await confirm.click();
  await expect(page.getByText('Please fill your details first!')).toBeVisible();
  await fillCheckout(page);
  await page.getByRole('textbox', { name: 'Phone' }).fill('0171234567');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('12');
  await confirm.click();
  await expect(page.getByText('Phone must be 11 digits long!')).toBeVisible();
  await expect(page.getByText('Postcode must have 4 digits!')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+88-01712345678');
  await confirm.click();
  await expect(page.getByText('Postcode must have 4 digits!')).toBeVisible();
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1207');
  await confirm.click();
  await expect(page).toHaveURL('/payment');
  // The confirmation stays over a reload.
  await page.reload();
  await expect(page).toHaveURL('/payment');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please select a payment method!' })).toBeVisible();
  await page.getByRole('radio', { name: 'Card (Stripe)' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sorry! Stripe is not included yet!' })).toBeVisible();
});

test('unreadable browser storage is dropped, never a crash', async ({ page }) => {
  await page.addInitScript(() => {
    for (const key of [
      'cartItems',
      'toggle',
      'user',
      'userDetails',
      'checkoutConfirmed',
      'orderConfirmed',
      'shippingInfo',
      'banner',
      'orderAttempt',
    ]) {
      localStorage.setItem(key, '{"broken": [');
    }
  });
  await open(page, '/');
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
});

test('outdated browser storage keeps what is readable', async ({ page, request }) => {
  const { products } = await (await request.get('/api/listings/rice')).json();
  await page.addInitScript((product) => {
    localStorage.setItem(
      'cartItems',
      JSON.stringify([{ id: 'old' }, 7, { ...product, quantity: 'many' }, { ...product, quantity: 3 }]),
    );
    localStorage.setItem('banner', '"yes"');
  }, products[0]);
  await open(page, '/');
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
});
