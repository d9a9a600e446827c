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
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL('/cart');
});

test('checkout names all faulty fields at once, and asks to fill in what is empty', async ({ page }) => {
  await register(page);
  await putInCart(page, 'flour', 1);
  await open(page, '/checkout');
  const confirm = page.getByRole('button', { name: 'Confirm checkout' });
  await confirm.click();
  await expect(page.getByText('Please fill your details first!')).toBeVisible();
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription('Phone is required!');
  const faulty = page.locator('[aria-invalid=true]');
  await expect(faulty).toHaveCount(5);
  await fillCheckout(page);
  await page.getByRole('textbox', { name: 'Phone' }).fill('0171234567');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('12');
  await confirm.click();
  await expect(page.getByText('Phone must be 11 digits long!')).toBeVisible();
  await expect(page.getByText('Postcode must have 4 digits!')).toBeVisible();
  await expect(phone).toBeFocused();
  await expect(faulty).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+88-01712345678');
  await confirm.click();
  await expect(faulty).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1207');
  await confirm.click();
  await expect(page).toHaveURL('/payment');
  // The confirmation stays over a reload.
  await page.reload();
  await expect(page).toHaveURL('/payment');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please select a payment method!' })).toBeVisible();
  await expect(page.getByText('not yet', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Card (Stripe)' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Sorry! Stripe is not included yet!' })).toBeVisible();
});

test('what one order cannot have is said in the cart, when it is added and at checkout, with its name', async ({
  page,
}) => {
  await register(page);
  await putInCart(page, 'rice', 1);
  const name = await page.evaluate(() => {
    const [item] = JSON.parse(localStorage.getItem('cartItems') ?? '[]');
    const items = Array.from({ length: 200 }, (_, index) => ({
      ...item,
      id: `rice-${index}`,
      quantity: index ? 1 : 10_000,
    }));
    localStorage.setItem('cartItems', JSON.stringify(items));
    return item.name;
  });
  await open(page, '/groceries/raw-products/eggs');
  const eggs = page.getByRole('article').first();
  await eggs.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('alert')).toContainText('one order can have at most 200 products.');
  await open(page, '/cart');
  const note = `${name}: one order can have at most 9999 pieces.`;
  await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible();
  await open(page, '/checkout');
  await expect(page.getByRole('status').filter({ hasText: note })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeDisabled();
});

test('on a phone the next step is always in view', async ({ page }) => {
  await register(page);
  await putInCart(page, 'rice', 6);
  const inView = (name: string, role: 'link' | 'button') =>
    expect(page.getByRole(role, { name, exact: true })).toBeInViewport({ ratio: 1 });
  await open(page, '/cart');
  await inView('Checkout', 'link');
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await inView('Confirm checkout', 'button');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await inView('Place order', 'button');
});

test('unreadable browser storage is removed, never a crash', async ({ page }) => {
  const keys = [
    'cartItems',
    'toggle',
    'user',
    'userDetails',
    'checkoutConfirmed',
    'orderConfirmed',
    'shippingInfo',
    'banner',
    'orderAttempt',
  ];
  await page.addInitScript((names) => {
    for (const name of names) localStorage.setItem(name, '{"broken": [');
  }, keys);
  await open(page, '/');
  await expect
    .poll(() => page.evaluate((names) => names.filter((name) => localStorage.getItem(name)?.includes('broken')), keys))
    .toEqual([]);
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
