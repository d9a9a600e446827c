import { expect, fillCheckout, open, putInCart, register, test, violationsInAllLooks } from './shop.ts';

/** The public screens. Several share one test, because a new browser context takes longer than a screen. */
const PUBLIC = {
  'the shop': ['/', '/about', '/help', '/no-such-page'],
  'the sections': ['/groceries', '/groceries/raw-products'],
  'a product': ['/product/ilish-hilsa', '/product/none', '/favourites'],
  'the lists': [
    '/groceries/offers',
    '/groceries/raw-products/vegetables',
    '/groceries/search-results?searchText=rice&searchCategory=all',
    '/groceries/search-results?searchText=zzz&searchCategory=all',
  ],
  'the forms': ['/user/login', '/user/register', '/user/reset-password', '/user/reset-password/some-token'],
};

const SIGNED_IN = [
  '/cart',
  '/checkout',
  '/user/profile',
  '/user/update-profile',
  '/user/orders',
  '/user/orders/none',
  '/user/delete-account',
];

for (const [name, paths] of Object.entries(PUBLIC)) {
  test(`${name}: no screen has a serious finding`, async ({ page }) => {
    for (const path of paths) {
      await open(page, path);
      expect.soft(await violationsInAllLooks(page), path).toEqual([]);
    }
  });
}

test('the signed-in screens have no serious finding', async ({ page }) => {
  await register(page);
  await open(page, '/empty-cart');
  expect(await violationsInAllLooks(page)).toEqual([]);
  await putInCart(page);
  for (const path of SIGNED_IN) {
    await open(page, path);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    expect(await violationsInAllLooks(page), path).toEqual([]);
  }
  await open(page, '/checkout');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page).toHaveURL('/payment');
  expect(await violationsInAllLooks(page)).toEqual([]);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await violationsInAllLooks(page)).toEqual([]);
});
