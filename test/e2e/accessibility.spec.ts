/** Axe on every screen; several share one test, because a new browser context takes longer than a screen. */
import {
  accessibilityViolations,
  expect,
  fillCheckout,
  open,
  order,
  putInCart,
  register,
  test,
  violationsInAllLooks,
} from './shop.ts';

const PUBLIC = {
  'what a visitor looks at': ['/', '/groceries', '/groceries/raw-products/vegetables', '/product/ilish-hilsa'],
  'what a visitor reads and writes': [
    '/groceries/search-results?searchText=zzz&searchCategory=all',
    '/about',
    '/no-such-page',
    '/favourites',
    '/user/login',
  ],
};

for (const [name, paths] of Object.entries(PUBLIC))
  test(`${name} has no serious finding`, async ({ page }) => {
    for (const path of paths) {
      await open(page, path);
      expect.soft(await violationsInAllLooks(page), path).toEqual([]);
    }
  });

/** Screens of the same parts, which have no colours and no place on a desk of their own. */
const ALIKE = ['/bn', '/groceries/raw-products', '/user/register', '/user/reset-password'];

test('what is made of the same parts has no serious finding', async ({ page }) => {
  for (const path of ALIKE) {
    await open(page, path);
    expect.soft(await accessibilityViolations(page), path).toEqual([]);
  }
});

test('a customer’s account has no serious finding', async ({ page }) => {
  await register(page);
  const { id } = await order(page);
  for (const path of [
    '/user/profile',
    '/user/update-profile',
    '/user/orders',
    `/user/orders/${id}`,
    '/user/orders/none',
    '/user/delete-account',
  ]) {
    await open(page, path);
    expect.soft(await violationsInAllLooks(page), path).toEqual([]);
  }
});

test('the way to an order has no serious finding', async ({ page }) => {
  await register(page);
  await open(page, '/empty-cart');
  expect(await violationsInAllLooks(page)).toEqual([]);
  await putInCart(page);
  for (const path of ['/cart', '/checkout']) {
    await open(page, path);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    expect(await violationsInAllLooks(page), path).toEqual([]);
  }
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page).toHaveURL('/payment');
  expect(await violationsInAllLooks(page)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await violationsInAllLooks(page)).toEqual([]);
});
