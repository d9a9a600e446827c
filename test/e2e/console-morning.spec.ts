/** A morning in the console, from the invitation to the delivered order, with a shopper at the other end. */
import { randomUUID } from 'node:crypto';
import { importProducts, removeProduct } from '../support/operator-client.ts';
import { logOut, newOperatorEmail } from './console.ts';
import { asOperator } from './operator.ts';
import { expect, fillCheckout, open, PASSWORD, register, test } from './shop.ts';

test('a morning', async ({ page, browser, baseURL: url = '' }) => {
  const unique = randomUUID().slice(0, 8);
  const product = { id: `rice-${unique}`, name: `Chinigura ${unique}` };
  const look = { image: '', weight: '5', unit: 'kg', discount: '0', status: 'recent', category: 'rice' };
  await importProducts(url, [{ ...product, ...look, price: 400 }]);

  const email = newOperatorEmail();
  await open(page, await asOperator(page.request).invite(email));
  await page.getByRole('textbox', { name: 'Name' }).fill('Rina Das');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Console' });

  // A lower price.
  await navigation.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('searchbox', { name: 'Search products' }).fill(product.name);
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter');
  const price = page.getByRole('spinbutton', { name: 'Price' });
  await expect(price).toHaveCount(1);
  await price.fill('350');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

  // A shopper sees it and orders.
  const shopper = await (await browser.newContext()).newPage();
  await register(shopper);
  await open(shopper, `/product/${product.id}`);
  await expect(shopper.getByRole('main')).toContainText('Tk 350');
  await shopper.getByRole('button', { name: 'Add to Cart' }).first().click();
  await open(shopper, '/checkout');
  await fillCheckout(shopper);
  await shopper.getByRole('button', { name: 'Confirm checkout' }).click();
  await shopper.getByRole('radio', { name: 'Cash On delevery' }).check();
  const placed = shopper.waitForResponse((answer) => answer.url().endsWith('/api/orders'));
  await shopper.getByRole('button', { name: 'Place order' }).click();
  const order: { id: string } = await (await placed).json();
  const name = `#${order.id.slice(0, 6)}`;

  // It is announced where the operator is, and waits among the orders.
  await expect(page).toHaveTitle(/^\(\d+\) /);
  await navigation.getByRole('link', { name: 'Orders' }).click();
  const row = page.getByRole('article', { name, exact: true });
  await expect(row).toContainText('Tk 410');
  await expect(row.getByRole('link', { name: '01712345678' })).toHaveAttribute('href', 'tel:01712345678');

  // Delivered; the customer knows.
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByRole('button', { name: 'Deliver' })).toHaveCount(0);
  await open(shopper, `/user/orders/${order.id}`);
  await expect(shopper.getByRole('main')).toContainText('Delivered');

  // In the log under the operator's address.
  await page.getByRole('button', { name: 'More' }).click();
  await navigation.getByRole('link', { name: 'Log' }).click();
  await page.getByRole('combobox', { name: 'Who' }).selectOption(email);
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('delivered');
  await expect(page.getByRole('listitem').filter({ hasText: product.name }).last()).toContainText('350');

  await logOut(page);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.goto(`/operator/orders/${order.id}`);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await shopper.context().close();
  await removeProduct(url, product.id);
});
