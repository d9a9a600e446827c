/** A link that offers products for the cart: it asks first, visitors too, and adds once. */
import { asOperator } from './operator.ts';
import { accessibilityViolations, expect, inStorage, open, register, test } from './shop.ts';

test.use({ viewport: { width: 360, height: 800 } });

test('a list from a link is in the cart after a press, once; what is not there is said', async ({ page, request }) => {
  const operator = asOperator(request);
  const { products } = await (await request.get('/api/listings/biscuits')).json();
  const [kept, few, gone] = products;
  await operator.set(few.id, { max_per_order: 2 });
  await operator.set(gone.id, { available: 'no' });
  const items = async (): Promise<[string, number][]> =>
    JSON.parse((await inStorage(page, 'cartItems')) ?? '[]').map((item: { id: string; quantity: number }) => [
      item.id,
      item.quantity,
    ]);
  const link = `/cart?add=${kept.id}:3,${few.id}:9,${gone.id}:1,nothing-like-it,${kept.id.toUpperCase()}:1`;
  await open(page, link);
  const list = page.getByRole('region', { name: 'Add these products to your cart?' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').filter({ hasText: few.name })).toContainText('only 2 can be ordered');
  await expect(list.getByText(`No longer available: ${gone.name}.`)).toBeVisible();
  await expect(list.getByText('A part of the link could not be read.')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await items()).toEqual([]);

  await list.getByRole('button', { name: 'Add to cart' }).click();
  // Who is not logged in sees at the login what waits.
  await expect(page).toHaveURL(/\/user\/login\?next=%2Fcart$/);
  const added: [string, number][] = [
    [kept.id, 3],
    [few.id, 2],
  ];
  expect(await items()).toEqual(added);
  await register(page);
  await open(page, link);
  await list.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Cart items' }).getByRole('listitem')).toHaveCount(2);
  expect(await items()).toEqual(added);

  await open(page, `/cart?add=${kept.id}:9`);
  await list.getByRole('button', { name: 'No, thanks' }).click();
  await expect(page).toHaveURL('/cart');
  expect(await items()).toEqual(added);
  await operator.set(few.id, { max_per_order: null });
  await operator.set(gone.id, { available: 'yes' });
});

test('a link without a product that can be ordered says so, and leads to the groceries', async ({ page }) => {
  await open(page, '/cart?add=nothing-like-it:2');
  const list = page.getByRole('region', { name: 'Nothing of this link can be ordered now.' });
  await expect(list.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
  await list.getByRole('button', { name: 'No, thanks' }).click();
  await expect(page).toHaveURL('/groceries');
});
