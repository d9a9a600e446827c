import type { Page } from '@playwright/test';
import { PICTURE, DESKTOP, expect, fillCheckout, open, order, putInCart, register, test } from './shop.ts';

test.use(DESKTOP);

/** Whether no element has the focus, so that the next Tab starts at the top of the page. */
const isLost = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement === document.body);

test('the focus moves from a card’s button to its quantity and back, and from a removed line of the cart to what puts it back', async ({
  page,
}) => {
  await register(page);
  await open(page, '/groceries/raw-products/rice');
  const card = page.getByRole('article').first();
  const add = card.getByRole('button', { name: 'Add to Cart' });
  const name = (await card.getAttribute('aria-label')) ?? '';
  await expect(add).toHaveAccessibleDescription(name);
  await add.press('Enter');
  await expect(card.getByRole('button', { name: 'Increase quantity' })).toHaveAccessibleDescription(name);
  await expect(card.getByRole('button', { name: 'Increase quantity' })).toBeFocused();
  await card.getByRole('button', { name: 'Decrease quantity' }).press('Enter');
  await expect(add).toBeFocused();
  // The same for products that were in the cart before the page opened.
  await putInCart(page, 'rice', 4);
  await open(page, '/groceries/raw-products/rice');
  await card.getByRole('button', { name: 'Decrease quantity' }).press('Enter');
  await expect(add).toBeFocused();

  await open(page, '/cart');
  const places = page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');
  const lines = places.filter({ has: page.getByRole('button', { name: 'Remove' }) });
  const removed = places.first().getByRole('button', { name: 'Undo' });
  const first = (await places.first().getAttribute('aria-label')) ?? '';
  await lines.first().getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(lines).toHaveCount(2);
  await expect(removed).toBeFocused();
  await expect(removed).toHaveAccessibleDescription(`${first} is removed.`);
  await page.keyboard.press('Enter');
  await expect(lines).toHaveCount(3);
  await expect(places.first()).toHaveAccessibleName(first);
  await expect(places.first().getByRole('button', { name: 'Decrease quantity' })).toBeFocused();
  for (let left = 2; left > 0; left -= 1) {
    await lines.first().getByRole('button', { name: 'Decrease quantity' }).press('Enter');
    await expect(lines).toHaveCount(left);
  }
  await lines.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page).toHaveURL('/empty-cart');
  await expect.poll(() => isLost(page)).toBe(false);
});

test('the drawer and the cancellation dialog take the focus, keep it and return it', async ({ page }) => {
  await register(page);
  const { id } = await order(page);
  await open(page, `/user/orders/${id}`);
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const links = menu.getByRole('link');
  await button.press('Enter');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(links.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  const cancel = page.getByRole('button', { name: 'Cancel order' });
  const dialog = page.getByRole('dialog', { name: 'Confirm order cancellation!' });
  await cancel.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cancel).toBeFocused();
  await cancel.press('Enter');
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Canceled' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();

  // A link to the current page closes the drawer too.
  await open(page, '/');
  await button.press('Enter');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(links).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a form keeps the focus while it is sent, and a refused one moves it to the bad field', async ({ page }) => {
  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('three green mangoes');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await page.getByRole('button', { name: 'Login' }).press('Enter');
    await expect(page.getByRole('alert')).toBeFocused();
  }

  await register(page);
  await open(page, '/user/delete-account');
  await page.getByRole('button', { name: 'Delete account' }).press('Enter');
  await expect(page.getByText('Text not matched!')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Type delete-my-account to confirm' })).toBeFocused();

  await open(page, '/user/update-profile');
  const update = page.getByRole('button', { name: 'Update profile' });
  const name = page.getByRole('textbox', { name: 'Name' });
  await fillCheckout(page);
  await name.fill('');
  await update.press('Enter');
  await expect(page.getByText('Name is required!')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Salma Khatun');
  await update.press('Enter');
  await expect(page.getByText('Profile updated!')).toBeVisible();
  await expect(update).toBeFocused();
  await page.getByLabel('Upload image').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Delete image' }).press('Enter');
  await expect(page.getByText('Profile image deleted!')).toBeVisible();
  await expect(page.getByLabel('Upload image')).toBeFocused();
});

test('a refused checkout moves the focus to the bad field, and old errors disappear', async ({ page }) => {
  await register(page);
  await putInCart(page, 'rice', 1);
  await open(page, '/checkout');
  const confirm = page.getByRole('button', { name: 'Confirm checkout' });
  const incomplete = page.getByText('Please fill your details first!');
  await confirm.click();
  await expect(incomplete).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await fillCheckout(page);
  const postcode = page.getByRole('textbox', { name: 'Postcode' });
  await postcode.fill('12');
  await confirm.click();
  await expect(postcode).toBeFocused();
  await expect(incomplete).toHaveCount(0);
  await postcode.fill('1207');
  await confirm.click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please select a payment method!' })).toBeVisible();
  await page.getByRole('radio', { name: 'Card (Stripe)' }).check();
  await expect(page.getByRole('alert')).toHaveText('Sorry! Stripe is not included yet!');
});

test('every focused element shows it, and on a phone none is hidden behind the link to the cart', async ({ page }) => {
  for (const path of ['/groceries/raw-products/rice', '/user/login']) {
    await open(page, path);
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return true;
        const { outlineStyle, outlineWidth } = getComputedStyle(focused);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 ? true : focused.outerHTML.slice(0, 200);
      });
      expect(seen).toBe(true);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await putInCart(page, 'fish', 7);
  await open(page, '/groceries/raw-products/fish');
  await page.getByRole('article').first().getByRole('link').focus();
  for (let stop = 0; stop < 50; stop += 1) {
    const hidden = await page.evaluate(() => {
      const bar = document.querySelector('aside a[href="/cart"]');
      const focused = document.activeElement;
      if (!bar || !focused || bar.contains(focused)) return !bar;
      const [inner, outer] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
      return inner.top >= outer.top && inner.bottom <= outer.bottom;
    });
    expect(hidden, `stop ${stop}`).toBe(false);
    await page.keyboard.press('Tab');
  }
});
