/** What an operator sets, and where shoppers see it. */
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { expectGoodLooks, expectRefusedToStrangers } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { waitForLive } from './operator.ts';
import { expect, open, openPayment, putInCart, register, test } from './shop.ts';

const PHONE = { viewport: { width: 360, height: 800 } };

let shop: ConsoleShop;

test.beforeAll(({ shop: own }) => {
  shop = consoleShop(own);
});
test.afterEach(async ({ shop: own }) => {
  await own.restoreSettings();
  expect(shop.complaints.splice(0)).toEqual([]);
});

const set = (settings: object): Promise<void> => operatorSends(shop.url, 'PATCH', '/settings', settings);

test('phone, promo, hours and fee are set on a phone, and open pages follow', async ({ browser, page }) => {
  await open(page, '/about');
  await waitForLive(page);
  const strip = page.getByRole('navigation', { name: 'Shortcuts' });
  await expect(strip.getByRole('link', { name: '30% off for the first order with a gift box' })).toBeVisible();
  await expect(page.getByText('Sunday to Thursday, 9:00 AM to 10:00 PM')).toBeVisible();

  const console = await shop.openConsole(browser, PHONE);
  await console.show('/orders');
  await console.page.getByRole('button', { name: 'More' }).click();
  await console.page.getByRole('link', { name: 'Settings' }).click();
  const field = (name: string) => console.page.getByRole('textbox', { name, exact: true });
  await expect(field('Shop name')).toHaveValue('Sodai');
  await field('Phone').fill('+880 1711-222333');
  await field('Promo text').fill('Fresh fish on Fridays');
  const friday = console.page.getByRole('group', { name: 'Friday' });
  await friday.getByRole('checkbox', { name: 'Open on Friday' }).check();
  await friday.getByLabel('Opens').fill('15:00');
  await friday.getByLabel('Closes').fill('20:00');
  await console.page.getByRole('spinbutton', { name: 'Delivery fee' }).fill('45');
  await console.page.getByRole('spinbutton', { name: 'Free delivery from' }).fill('1000');
  await console.page.getByRole('button', { name: 'Save' }).click();
  await expect(console.page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expectGoodLooks(console.page);

  await expect(strip.getByRole('link', { name: 'Fresh fish on Fridays' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Call +880 1711-222333' })).toHaveAttribute('href', 'tel:+8801711222333');
  await expect(page.getByText('Sunday to Thursday, 9:00 AM to 10:00 PM; Friday, 3:00 PM to 8:00 PM')).toBeVisible();
  await expect(page.getByText('Tk 45 delivery · free from Tk 1000')).toBeVisible();
  await console.show('/log');
  await expect(console.page.getByText(/Changed settings: .*Delivery fee 60 → 45/)).toBeVisible();
});

test('with a bad value nothing is saved, and its sentence stands at its field', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser, PHONE);
  await show('/settings');
  await page.getByRole('textbox', { name: 'Promo text', exact: true }).fill('Not this');
  await page.getByRole('textbox', { name: 'Holidays' }).fill('2026-12-16\n2026-02-30');
  for (const day of ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'])
    await page.getByRole('checkbox', { name: `Deliver on ${day}` }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2026-02-30 is no day such as 2026-12-16.')).toBeVisible();
  await expect(page.getByText('Please choose at least one day.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Holidays' })).toHaveValue('2026-12-16\n2026-02-30');
  await expect(page.getByRole('textbox', { name: 'Promo text', exact: true })).toHaveValue('Not this');
  const stored = await (await operatorRequest(shop.url, '/settings')).json();
  expect(stored).toMatchObject({ promo: '30% off for the first order with a gift box', holidays: [] });
});

test('what others set meanwhile is not overwritten, and comes into the open form', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser, PHONE);
  await show('/settings');
  await page.getByRole('textbox', { name: 'Promo text', exact: true }).fill('Mangoes!');
  await set({ phone: '+880 1999-000000' });
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+880 1999-000000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  const stored = await (await operatorRequest(shop.url, '/settings')).json();
  expect(stored).toMatchObject({ promo: 'Mangoes!', phone: '+880 1999-000000', fee: 60 });
});

test('an order at an old fee is told so and shows the new one before it is placed', async ({ page }) => {
  await openPayment(page);
  await expect(page.getByRole('definition').filter({ hasText: 'Tk 60.0' })).toBeVisible();
  // As a page does that does not hear of the change.
  await page.route('**/api/live*', () => undefined);
  await page.reload();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await set({ fee: 80 });
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Some prices have changed. Please check your cart and confirm again!')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Tk 80.0' })).toBeVisible();
  await page.goto('/user/orders');
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible();
});

test('a cart below the smallest order is told so, in cart and checkout', async ({ page }) => {
  await set({ minimum: 100_000 });
  await register(page);
  await putInCart(page, 'rice', 1);
  await open(page, '/cart');
  await expect(page.getByText('The smallest order is Tk 100000.')).toBeVisible();
  await open(page, '/checkout');
  await expect(page.getByText('The smallest order is Tk 100000.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeDisabled();
});

test('a form whose base cannot be read is no fault of the shop', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser, PHONE);
  await show('/settings');
  const answer = await page.request.post('/operator/settings', { form: { base: '{', name: '' } });
  expect(answer.status()).toBe(422);
  expect(await (await operatorRequest(shop.url, '/settings')).json()).toMatchObject({ name: 'Sodai', fee: 60 });
});

test('nobody else sets anything', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser, PHONE);
  await show('/settings');
  await expectRefusedToStrangers(page, [{ path: '/operator/settings', body: { form: { name: 'Elsewhere' } } }]);
  expect(await (await operatorRequest(shop.url, '/settings')).json()).toMatchObject({ name: 'Sodai' });
});
