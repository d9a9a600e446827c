import {
  DESKTOP,
  expect,
  fillCart,
  fillCheckout,
  newAccount,
  open,
  PASSWORD,
  placeOrder,
  register,
  test,
} from './shop.ts';

test.use(DESKTOP);

test('from an empty cart of a visitor to a placed order', async ({ page }) => {
  await fillCart(page, '/groceries/raw-products/rice', 2);
  await page.getByRole('link', { name: 'Cart, 2 items', exact: true }).click();
  await expect(page).toHaveURL(/\/user\/login/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  const { name, email } = newAccount();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/cart');
  const line = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Remove' }) })
    .first();
  await line.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(line.getByText('2', { exact: true })).toBeVisible();
  const total = await page.getByRole('definition').last().textContent();
  expect(total).toMatch(/^Tk \d+\.\d$/);

  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();

  await expect(page).toHaveURL('/payment');
  // What is about to be ordered, and where it goes.
  const address = page.getByRole('region', { name: 'Ships to' });
  for (const text of ['01712345678', '12 Lake Road', 'Expected delivery: ', '2 × '])
    await expect(address).toContainText(text);
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await placeOrder(page);

  const placed = page.getByRole('region', { name: 'Your order has been confirmed!' });
  await expect(placed).toBeFocused();
  for (const text of [/Order #[a-z0-9]{6}/, 'Expected delivery: ', total ?? 'no total', 'Back to the shop in 3 s'])
    await expect(placed).toContainText(text);
  await page.clock.runFor(1_000);
  await expect(placed).toContainText('Back to the shop in 2 s');

  await page.clock.resume();
  await expect(page).toHaveURL('/');
  const banner = page.getByRole('region', { name: 'Confirmation' });
  await expect(banner).toContainText(name);
  await expect(banner).toContainText('Your order has been confirmed!');
  await expect(banner).toContainText(/Order #[a-z0-9]{6} · Expected delivery: .* · Have Tk/);
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  await banner.getByRole('link', { name: 'View orders' }).click();

  await expect(page).toHaveURL('/user/orders');
  const order = page.getByRole('link', { name: /^#[a-z0-9]{6}/ });
  await expect(order).toHaveCount(1);
  await expect(order).toContainText(total ?? 'no total');
  const row = page.getByRole('main').getByRole('listitem').filter({ has: order });
  await expect(row).toContainText(/ ×2, /);
  await expect(row.getByRole('button', { name: 'Order again' })).toBeVisible();
  await order.click();
  await expect(page.getByRole('definition').filter({ hasText: total ?? 'no total' })).toBeVisible();

  // The banner does not come back.
  await page.getByRole('link', { name: /home$/ }).click();
  await expect(page.getByRole('region', { name: 'Confirmation' })).toHaveCount(0);
});

test('Back leaves the screens that lead on: after an order, a login, a logout, and with goods in the cart', async ({
  page,
}) => {
  const { email } = await register(page);
  // Whoever has a session is led away from the login.
  await page.context().clearCookies();
  await open(page, '/about');
  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/about');

  await fillCart(page, '/groceries/raw-products/rice', 1);
  await page.getByRole('link', { name: 'Cart, 1 items', exact: true }).click();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL('/');
  // Payment, checkout and cart.
  for (let screens = 0; screens < 3; screens += 1) {
    await page.evaluate(() => history.back());
    await expect(page.getByRole('heading', { name: 'Cart is Empty!' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'See the offers' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/cart');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/user\/login/);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/groceries/raw-products/rice');
});
