import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectPlaced,
  fillCheckout,
  newAccount,
  open,
  order,
  PASSWORD,
  putInCart,
  register,
  test,
} from './shop.ts';

/**
 * How often a thumb must touch the screen to order. Only touches count, also those that put the focus into a field: from
 * there the keyboard's Next goes on from field to field, here the tabulator.
 */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      ({ isTrusted }) =>
        isTrusted && sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1)),
      true,
    );
  }),
);

const taps = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('taps')));
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).tap();

/** Types into the field that was touched, and into those after it. */
async function type(page: Page, first: Locator, ...texts: string[]): Promise<void> {
  await first.tap();
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press('Tab');
    // An empty one stands for a field that is filled in already.
    if (text !== '') await page.keyboard.type(text);
  }
}

/** From home, with one product, to its cart. */
async function takeOne(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add to Cart' }).first().tap();
  await page.getByRole('link', { name: /^View cart, / }).tap();
}

/** From the cart on, with an address that is known. */
async function orderAsBefore(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Checkout', exact: true }).tap();
  await press(page, 'Confirm checkout');
  await expect(page.getByRole('radio', { name: 'Cash On delevery' })).toBeChecked();
  await press(page, 'Place order');
  await expectPlaced(page);
}

test('a new shopper orders one product with at most 12 taps', async ({ page }) => {
  await open(page, '/');
  await takeOne(page);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).tap();
  await expect(page).toHaveURL(/register/);
  const { name, email } = newAccount();
  await type(page, page.getByRole('textbox', { name: 'Name' }), name, email, PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Checkout', exact: true }).tap();
  await type(page, page.getByRole('textbox', { name: 'Phone' }), '01712345678', '12 Lake Road', '', '1207');
  await page.getByRole('radio', { name: 'Female' }).tap();
  await press(page, 'Confirm checkout');
  await page.getByRole('radio', { name: 'Cash On delevery' }).tap();
  await press(page, 'Place order');
  await expectPlaced(page);
  expect(await taps(page)).toBeLessThanOrEqual(12);
});

test('who has ordered before orders one product with at most 5 taps, the same again with 4', async ({ page }) => {
  await register(page);
  await order(page);
  await open(page, '/');
  await takeOne(page);
  await orderAsBefore(page);
  expect(await taps(page)).toBeLessThanOrEqual(5);

  await expect(page).toHaveURL('/');
  const before = await taps(page);
  await page.getByRole('region', { name: 'Order again' }).getByRole('button', { name: 'Order again' }).first().tap();
  await orderAsBefore(page);
  expect((await taps(page)) - before).toBeLessThanOrEqual(4);
});

test('how to pay stands on the first screen of a small phone, also with seven lines, and is asked for at the button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 664 });
  await register(page);
  await putInCart(page, 'rice', 7);
  await open(page, '/checkout');
  await fillCheckout(page);
  await press(page, 'Confirm checkout');
  const bar = page.locator('[data-text]');
  const top = async (): Promise<number> => (await bar.boundingBox())?.y ?? 0;
  for (const name of ['Cash On delevery', 'Card (Stripe)']) {
    const row = page.locator('label').filter({ has: page.getByRole('radio', { name }) });
    await expect(row).toBeInViewport({ ratio: 1 });
    const { y = 0, height = 0 } = (await row.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(await top());
  }
  await expect(bar).toHaveAttribute('data-text', 'Choose how to pay');
  await expect(page.getByText(/^7 items · Tk [\d.]+$/)).toBeVisible();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await expect(bar).toHaveAttribute('data-text', /^Tk /);
});
