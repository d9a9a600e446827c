/** Pages that the browser translates: nothing fails, and whatever changes is shown. */
import { formatTk } from '../../app/console/kit/values.tsx';
import { addRider, api, giveOrder } from '../support/operator-orders.ts';
import { becomeOperator, test as consoleTest } from './console.ts';
import { holdScripts } from './hold-scripts.ts';
import { expect, fillCart, fillCheckout, open, register, test, waitForHydration } from './shop.ts';
import { translatePages } from './translator.ts';

test('a shopper gets from the cart to the order', async ({ page, context }) => {
  await translatePages(context, true);
  await register(page);
  await fillCart(page, '/groceries/raw-products/rice', 3);
  await expect(page.locator('main font')).not.toHaveCount(0);
  const bar = page.getByRole('link', { name: /^View cart, 3 items, / });
  await expect(bar).toContainText('· 3');
  await bar.click();
  const main = page.getByRole('main');
  await expect(main.getByText('3 Items, 3 pieces')).toBeVisible();
  const line = main.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove' }) });
  const each = line.first().getByText(/ each/);
  const total = main.getByRole('definition').last();
  const atFirst = await total.textContent();
  await line.first().getByRole('button', { name: 'Increase quantity' }).click();
  await expect(each).toBeVisible();
  await expect(main.getByText('3 Items, 4 pieces')).toBeVisible();
  await expect(total).not.toHaveText(atFirst ?? '');
  await line.first().getByRole('button', { name: 'Decrease quantity' }).click();
  await expect(each).toHaveCount(0);
  await expect(total).toHaveText(atFirst ?? '');
  await line.first().getByRole('button', { name: 'Remove' }).click();
  await expect(main.getByText('2 Items, 2 pieces')).toBeVisible();
  await main.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toHaveCount(3);
  await line.first().getByRole('button', { name: 'Decrease quantity' }).click();
  await expect(line).toHaveCount(2);
  const ordered = (await total.textContent()) ?? '';

  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(main.getByText('Phone is required').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone' }).fill('0171234567');
  await expect(main.getByText('Phone must be 11 digits long!')).toBeVisible();
  await fillCheckout(page);
  await expect(main.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Card (Stripe)' }).check();
  await expect(main.getByText('Stripe is not included yet')).toBeVisible();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('region', { name: 'Your order has been confirmed!' })).toContainText(ordered);
  const banner = page.getByRole('region', { name: 'Confirmation' });
  await expect(banner).toContainText(ordered);
  await banner.getByRole('link', { name: 'View orders' }).click();
  await page.getByRole('link', { name: /^#[a-z0-9]{6}/ }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Canceled' })).toBeVisible();
  await expect(main.getByText('canceled', { exact: true })).toBeVisible();
});

test('a page that is translated before its scripts come works, and is not the browser’s to translate', async ({
  page,
  context,
}) => {
  await translatePages(context, false);
  const release = await holdScripts(page);
  await page.goto('/groceries/raw-products/rice', { waitUntil: 'commit' });
  await expect(page.locator('main font')).not.toHaveCount(0);
  // The shop has pages in a language of this browser.
  await expect(page.locator('meta[name=google]')).toHaveAttribute('content', 'notranslate');
  release();
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByRole('button', { name: 'Increase quantity' }).first().click();
  await expect(page.getByRole('link', { name: 'Cart, 1 items', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^View cart, 1 items, / })).toContainText('· 1');
});

consoleTest(
  'an operator takes from a line, packs, takes back, delivers and collects',
  async ({ page, context, baseURL: url = '' }) => {
    await translatePages(context, true);
    const order = await giveOrder(url, null);
    await open(page, `/operator/orders/${order.id}`);
    const main = page.getByRole('main');
    await expect(main.locator('font')).not.toHaveCount(0);
    const line = main.getByRole('listitem', { name: /^Potato/ });
    await line.getByRole('button', { name: /is short$/ }).click();
    await expect(line).toContainText('1 × Tk');
    // What can be put back goes, by this or by its time.
    await api(url, 'PATCH', `/orders/${order.id}`, { items: [{ id: 'alu-potato', quantity: 2 }] });
    await expect(line).toContainText('2 × Tk');
    await expect(line).not.toContainText('instead of');
    await main.getByRole('button', { name: 'Packed', exact: true }).click();
    await main.getByRole('button', { name: 'Undo' }).first().click();
    await expect(main.getByRole('button', { name: 'Packed', exact: true })).toBeVisible();
    await main.getByRole('button', { name: 'Packed', exact: true }).click();
    await expect(main.getByText('Packed', { exact: true }).first()).toBeVisible();
    await main.getByRole('button', { name: 'Deliver', exact: true }).click();
    await expect(main.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
    await open(page, `/operator/orders/${order.id}`);
    await expect(main.getByText('unpaid', { exact: true })).toBeVisible();
    await main.getByRole('button', { name: 'Collected' }).click();
    await expect(main.getByText('paid', { exact: true })).toBeVisible();
    await expect(main.getByText('unpaid', { exact: true })).toHaveCount(0);
  },
);

consoleTest('a rider goes the round', async ({ openBrowser, baseURL: url = '' }) => {
  const page = await openBrowser({ viewport: { width: 320, height: 640 } });
  await translatePages(page.context(), true);
  const { id: rider } = await addRider(url);
  await becomeOperator(page.request, { role: 'rider', rider });
  const first = await giveOrder(url, rider);
  await giveOrder(url, rider);
  await open(page, '/operator/round');
  await expect(page.getByText('2 left')).toBeVisible();
  const card = page.getByRole('article', { name: first.name, exact: true });
  await card.getByRole('button', { name: 'Delivered', exact: true }).click();
  await card.getByRole('button', { name: 'Confirm' }).click();
  const behind = page.getByRole('listitem', { name: first.name, exact: true });
  await expect(behind).toContainText('delivered');
  await expect(page.getByText('1 left')).toBeVisible();
  await expect(page.getByText(formatTk(first.total), { exact: true }).first()).toBeVisible();
  await behind.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 left')).toBeVisible();
});
