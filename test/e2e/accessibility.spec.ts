import { accessibilityFaults, expect, fillCart, fillCheckout, open, register, test } from './shop.ts';

const PUBLIC = [
  '/',
  '/about',
  '/help',
  '/groceries',
  '/groceries/trending',
  '/groceries/raw-products',
  '/groceries/beverages',
  '/groceries/offers',
  '/groceries/raw-products/vegetables',
  '/groceries/search-results?searchText=rice&searchCategory=all',
  '/groceries/search-results?searchText=zzz&searchCategory=all',
  '/user/login',
  '/user/register',
  '/user/reset-password',
  '/user/reset-password/some-token',
  '/no-such-page',
];

const SIGNED_IN = [
  '/cart',
  '/checkout',
  '/user/profile',
  '/user/update-profile',
  '/user/orders',
  '/user/orders/none',
  '/user/delete-account',
];

// The phone is looked at in the light, the wide screen in the dark.
test.use({ colorScheme: ({ isMobile }, use) => use(isMobile ? 'light' : 'dark') });

for (const path of PUBLIC) {
  test(`${path} has no serious finding`, async ({ page }) => {
    await open(page, path);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
}

test('the signed-in screens have no serious finding', async ({ page }) => {
  test.slow();
  await register(page);
  await open(page, '/empty-cart');
  expect(await accessibilityFaults(page)).toEqual([]);
  await fillCart(page);
  for (const path of SIGNED_IN) {
    await open(page, path);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    expect(await accessibilityFaults(page), path).toEqual([]);
  }
  await open(page, '/checkout');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page).toHaveURL('/payment');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
});
