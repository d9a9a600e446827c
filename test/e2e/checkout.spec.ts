import { expect, fillCheckout, inStorage, open, openPayment, putInCart, register, test } from './shop.ts';

test('the cart is the same after a reload and in all tabs, and unreadable storage is removed', async ({
  page,
  context,
}) => {
  const keys = ['cartItems', 'toggle', 'user', 'userDetails', 'checkoutConfirmed', 'orderConfirmed', 'shippingInfo'];
  keys.push('banner', 'orderAttempt');
  await page.goto('/robots.txt');
  await page.evaluate((names) => {
    for (const name of names) localStorage.setItem(name, '{"broken": [');
  }, keys);
  await open(page, '/groceries/raw-products/eggs');
  await expect
    .poll(() => page.evaluate((names) => names.filter((name) => localStorage.getItem(name)?.includes('broken')), keys))
    .toEqual([]);
  await expect(page.getByRole('link', { name: 'Cart, 0 items', exact: true })).toBeVisible();
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await page.reload();
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

test('cart, checkout and payment lead elsewhere unless their conditions are met', async ({ page, context }) => {
  await register(page);
  await open(page, '/cart');
  await expect(page).toHaveURL('/empty-cart');
  await expect(page.getByRole('heading', { name: 'Cart is Empty!' })).toBeVisible();
  await open(page, '/checkout');
  await expect(page).toHaveURL('/empty-cart');
  await putInCart(page, 'oil', 1);
  await open(page, '/empty-cart');
  await expect(page).toHaveURL('/cart');
  const other = await context.newPage();
  await open(other, '/payment');
  await expect(other).toHaveURL('/checkout');
  await page.getByRole('button', { name: 'Remove' }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL('/empty-cart');
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL('/cart');
});

test('checkout and payment say all that is wrong at once, where it is, and take the focus there', async ({ page }) => {
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
  await expect(page.getByRole('radio', { name: 'Female' })).toHaveAccessibleDescription('Gender is required!');
  // The gender's two radios are one field. The city is not empty: the division has proposed it.
  await expect(faulty).toHaveCount(5);
  await fillCheckout(page);
  await phone.fill('0171234567');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('12');
  await confirm.click();
  await expect(page.getByText('Phone must be 11 digits long!')).toBeVisible();
  await expect(page.getByText('Postcode must have 4 digits!')).toBeVisible();
  await expect(phone).toBeFocused();
  await expect(faulty).toHaveCount(2);
  await phone.fill('+88-01712345678');
  await confirm.click();
  await expect(faulty).toHaveCount(1);
  await page.getByRole('textbox', { name: 'Postcode' }).fill('1207');
  await confirm.click();
  await expect(page).toHaveURL('/payment');
  // The confirmation stays over a reload.
  await page.reload();
  await expect(page).toHaveURL('/payment');
  // As on an envelope. The division is told by the city of its name.
  const address = page.getByRole('region', { name: 'Ships to' });
  for (const text of ['12 Lake Road', 'Dhaka 1207', '+8801712345678'])
    await expect(address.getByText(text, { exact: true })).toBeVisible();

  const choices = page.getByRole('group', { name: 'How would you like to pay?' });
  const cash = choices.getByRole('radio', { name: 'Cash On delevery' });
  const card = choices.getByRole('radio', { name: 'Card (Stripe)' });
  const place = page.getByRole('button', { name: 'Place order' });
  await place.click();
  await expect(choices).toContainText('Please select a payment method!');
  await expect(cash).toBeFocused();
  await expect(cash).toHaveAccessibleDescription('Please select a payment method!');
  // Announced once, by the toast.
  await expect(page.getByRole('alert')).toHaveText(/Please select a payment method!/);
  await expect(choices.getByText('not yet', { exact: true })).toBeVisible();
  await card.check();
  await place.click();
  await expect(choices).toContainText('Sorry! Stripe is not included yet!');
  await expect(page.getByRole('alert')).toHaveText(/Sorry! Stripe is not included yet!/);
  await expect(card).toBeFocused();
  await cash.check();
  await expect(choices).not.toContainText('Sorry!');
});

test('the division proposes the city, and never instead of what was typed', async ({ page }) => {
  await register(page);
  await putInCart(page, 'flour', 1);
  await open(page, '/checkout');
  const city = page.getByRole('textbox', { name: 'City' });
  const division = page.getByRole('combobox', { name: 'Division' });
  await expect(city).toHaveValue('Dhaka');
  await division.selectOption('sylhet');
  await expect(city).toHaveValue('Sylhet');
  // The same as the proposal, but typed.
  for (const typed of ['Beanibazar', 'Khulna']) {
    await city.fill(typed);
    for (const other of ['khulna', 'rangpur']) await division.selectOption(other);
    await expect(city).toHaveValue(typed);
  }
  await city.fill('');
  await division.selectOption('barishal');
  await expect(city).toHaveValue('Barishal');
  // It is kept with what was typed.
  await page.reload();
  await expect(city).toHaveValue('Barishal');
});

test('a cart of more products than one order can have says so, until it has no more', async ({ page }) => {
  await register(page);
  await putInCart(page, 'rice', 1);
  await page.evaluate(() => {
    const [item] = JSON.parse(localStorage.getItem('cartItems') ?? '[]');
    const items = Array.from({ length: 201 }, (_, at) => ({ ...item, id: `rice-${at}`, name: `Rice ${at}` }));
    localStorage.setItem('cartItems', JSON.stringify(items));
  });
  await open(page, '/cart');
  const tooLong = page.getByText('One order can have at most 200 products. In your cart are 201.');
  await expect(tooLong).toBeVisible();
  await page.getByRole('listitem', { name: 'Rice 0', exact: true }).getByRole('button', { name: 'Remove' }).click();
  await expect(tooLong).toHaveCount(0);
});

test('no changed price is ordered; the cart marks what changed, is gone or is too much', async ({ page }) => {
  await openPayment(page, 2);
  const stored = async (): Promise<{ id: string; name: string; price: number }[]> =>
    JSON.parse((await inStorage(page, 'cartItems')) ?? '[]');
  /** Opens a page that finds these items in the cart, and the checkout confirmed. */
  const openWith = async (path: string, items: object[]): Promise<void> => {
    await page.goto('/robots.txt');
    await page.evaluate((text) => {
      localStorage.setItem('cartItems', text);
      localStorage.setItem('checkoutConfirmed', 'true');
    }, JSON.stringify(items));
    await open(page, path);
  };
  const real = await stored();
  // Another price, and another weight for the same price.
  for (const seen of [{ price: 1 }, { weight: '77' }]) {
    await openWith(
      '/payment',
      real.map((item) => ({ ...item, ...seen })),
    );
    await page.getByRole('radio', { name: 'Cash On delevery' }).check();
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page.getByRole('alert')).toContainText('prices have changed');
    await expect(page).toHaveURL('/cart');
    expect((await (await page.request.get('/api/orders')).json()).orders).toEqual([]);
  }
  expect((await stored()).map(({ price }) => price)).toEqual(real.map(({ price }) => price));

  const [first, second] = real;
  if (!first || !second) throw new Error('unreachable');
  const gone = { ...first, id: 'long-gone', name: 'Gone Rice' };
  await openWith('/cart', [{ ...first, price: first.price + 7 }, { ...second, quantity: 10_000 }, gone]);
  const line = (name: string) => page.getByRole('listitem', { name });
  await expect(line(first.name).getByRole('status')).toContainText('The price has changed');
  const tooMany = `${second.name}: one order can have at most 9999 pieces.`;
  await expect(line(second.name).getByRole('status')).toHaveText(tooMany);
  await expect(line('Gone Rice').getByRole('status')).toContainText('No longer available');
  await line('Gone Rice').getByRole('button', { name: 'Remove' }).click();
  await expect(line('Gone Rice')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove' })).toHaveCount(2);
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: tooMany })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeDisabled();

  // A product that has become another one at the same price.
  await openWith('/checkout', [{ ...first, name: 'Old Rice', weight: '77' }]);
  const told = page.getByRole('status').filter({ hasText: 'Some products or prices have changed.' });
  await told.getByRole('link', { name: 'See the cart' }).click();
  await expect(line(first.name).getByRole('status')).toHaveText(/^This product has changed\. It was Old Rice, 77/);
});
