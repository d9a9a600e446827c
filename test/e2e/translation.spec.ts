/** Pages that the browser translates: nothing fails, and whatever changes is shown. */
import { expect, fillCart, fillCheckout, register, test } from './shop.ts';
import { translatePages } from './translator.ts';

test.describe('in the shop', () => {
  test('from the cart to the order', async ({ page, context }) => {
    await translatePages(context, true);
    await register(page);
    await fillCart(page, '/groceries/raw-products/rice', 3);
    await expect(page.locator('main font')).not.toHaveCount(0);
    const bar = page.getByRole('link', { name: /^View cart, 3 items, / });
    await expect(bar).toContainText('3 items');
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
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(line).toHaveCount(3);
    await line.first().getByRole('button', { name: 'Decrease quantity' }).click();
    await expect(line).toHaveCount(2);
    const ordered = (await total.textContent()) ?? '';

    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.getByRole('button', { name: 'Confirm checkout' }).click();
    await expect(main.getByText('Phone is required').first()).toBeVisible();
    await fillCheckout(page);
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
});
