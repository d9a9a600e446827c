import type { APIRequestContext } from '@playwright/test';
import type { Product } from '../../domain/catalogue/product.ts';
import { asOperator, waitForLive } from './operator.ts';
import { expect, fillCheckout, open, order, putInCart, register, test } from './shop.ts';

async function productsOf(request: APIRequestContext, slug: string): Promise<Product[]> {
  return (await (await request.get(`/api/listings/${slug}`)).json()).products;
}

test('a changed price shows on the open page, in place', async ({ page, request }) => {
  const operator = asOperator(request);
  const product = (await productsOf(request, 'jams')).at(-1);
  if (!product) throw new Error('no jam');
  await open(page, '/groceries/beverages/jams');
  await waitForLive(page);
  const card = page.getByRole('article', { name: product.name, exact: true });
  await card.scrollIntoViewIfNeeded();
  const search = page.getByRole('searchbox', { name: 'Search products' });
  await search.fill('half a wo');
  const before = await page.evaluate(() => {
    Object.assign(window, { samePage: true });
    return window.scrollY;
  });
  const price = product.price + 1000;
  const charged = (tk: number): number => Math.floor(tk - (tk * Number(product.discount)) / 100);
  await operator.set(product.id, { price });
  await expect(card.getByText(`Tk ${charged(price)}`, { exact: true })).toBeVisible();
  await expect(search).toHaveValue('half a wo');
  await expect(search).toBeFocused();
  expect(await page.evaluate(() => [window.scrollY, 'samePage' in window])).toEqual([before, true]);
  // A new page shows it too: the cached page was dropped.
  expect(await (await request.get('/groceries/beverages/jams')).text()).toContain(`Tk ${charged(price)}`);
  await operator.set(product.id, { price: product.price });
  await expect(card.getByText(`Tk ${charged(product.price)}`, { exact: true })).toBeVisible();
});

test('a changed price shows as changed in the open cart, in every tab', async ({ page, context, request }) => {
  const operator = asOperator(request);
  await register(page);
  await putInCart(page, 'breads', 1);
  const [line] = await page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]'));
  await open(page, '/cart');
  const other = await context.newPage();
  await open(other, '/cart');
  await waitForLive(page);
  await operator.set(line.id, { price: line.price + 500 });
  for (const tab of [page, other])
    await expect(tab.getByRole('status').filter({ hasText: 'The price has changed' })).toBeVisible();
  await operator.set(line.id, { price: line.price });
});

test('a delivered order shows immediately, on its page and in the counts', async ({ page, context, request }) => {
  const operator = asOperator(request);
  await register(page);
  const { id } = await order(page, 'flour');
  await open(page, `/user/orders/${id}`);
  const profile = await context.newPage();
  await open(profile, '/user/profile');
  await expect(profile.getByRole('definition').filter({ hasText: /^01$/ })).toHaveCount(3);
  await waitForLive(page);
  await operator.deliver(id);
  await expect(page.getByText('delivered', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  // Total and Shipped; nothing is pending or due now.
  await expect(profile.getByRole('definition').filter({ hasText: /^01$/ })).toHaveCount(2);
});

test('a changed profile shows in every tab', async ({ page, context }) => {
  await register(page);
  const profile = await context.newPage();
  await open(profile, '/user/profile');
  const checkout = await context.newPage();
  await open(checkout, '/about');
  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Name' }).fill('Salma Khatun');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(profile.getByText('Salma Khatun').first()).toBeVisible();
  await expect(profile.getByText('12 Lake Road')).toBeVisible();
  // Also in this browser's stored data of the customer.
  await expect
    .poll(() => checkout.evaluate(() => JSON.parse(localStorage.getItem('userDetails') ?? '{}').name))
    .toBe('Salma Khatun');
});
