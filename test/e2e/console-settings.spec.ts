/** What an operator sets on a phone, and open pages that follow. */
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { expect, expectGoodLooks, test } from './console.ts';
import { waitForLive } from './operator.ts';
import { open, openPayment, test as shopTest } from './shop.ts';

test.afterEach(({ shop }) => shop.restoreSettings());
shopTest.afterEach(({ shop }) => shop.restoreSettings());

test('what is bad stays typed beside its reason, what others set comes into the form, and open pages follow', async ({
  page,
  openBrowser,
  baseURL: url = '',
}) => {
  const shopper = await openBrowser();
  await open(shopper, '/about');
  await waitForLive(shopper);
  await open(page, '/operator/settings');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const holidays = field('Holidays');
  const save = page.getByRole('button', { name: 'Save' });
  // There is something to save only when something is typed, and then no field is behind its bar.
  await expect(save).toBeHidden();
  await field('Promo text').fill('Fresh fish');
  await expect(save).toBeVisible();
  const hidden = await page
    .locator('form')
    .filter({ has: save })
    .evaluate((form) => {
      const under: string[] = [];
      for (const input of form.querySelectorAll<HTMLElement>('input:not([type=hidden]), select, textarea')) {
        input.focus();
        const [inner, outer] = [input, form.querySelector('.bottom-bar')].map((one) => one?.getBoundingClientRect());
        if (inner && outer && inner.bottom > outer.top && inner.left < outer.right) under.push(input.outerHTML);
      }
      return under;
    });
  expect(hidden).toEqual([]);
  await field('Promo text').fill('Fresh fish on Fridays');
  await holidays.fill('2026-12-16\n2026-02-30');
  await save.click();
  await expect(holidays).toBeFocused();
  await expect(holidays).toHaveAccessibleDescription('2026-02-30 is no day such as 2026-12-16.');
  await expect(holidays).toHaveValue('2026-12-16\n2026-02-30');
  await expect(field('Promo text')).toHaveValue('Fresh fish on Fridays');
  await expectGoodLooks(page);

  await operatorSends(url, 'PATCH', '/settings', { phone: '+880 1999-000000' });
  await expect(field('Phone')).toHaveValue('+880 1999-000000');
  await holidays.fill('2026-12-16');
  const friday = page.getByRole('group', { name: 'Friday' });
  await expect(friday.getByLabel('Opens')).toBeHidden();
  await friday.getByRole('checkbox', { name: 'Open on Friday' }).check();
  await friday.getByLabel('Opens').fill('15:00');
  await friday.getByLabel('Closes').fill('20:00');
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  expect(await (await operatorRequest(url, '/settings')).json()).toMatchObject({
    promo: 'Fresh fish on Fridays',
    phone: '+880 1999-000000',
    holidays: ['2026-12-16'],
  });
  await expect(shopper.getByRole('link', { name: 'Fresh fish on Fridays' })).toBeVisible();
  await expect(shopper.getByText(/; Friday, 3:00 PM to 8:00 PM$/)).toBeVisible();

  await open(page, '/operator/opening?step=phone');
  await field('Phone').fill('my phone');
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await expect(field('Phone')).toHaveAccessibleDescription(/Please write a phone number/);
  await expect(field('Phone')).toHaveValue('my phone');
  await expectGoodLooks(page);
});

shopTest(
  'an order at an old fee, or below the smallest order, is told so before it is placed',
  async ({ page, shop }) => {
    const set = (settings: object) => operatorSends(shop.url, 'PATCH', '/settings', settings);
    await openPayment(page);
    const fee = (text: string) => page.getByRole('definition').filter({ hasText: text });
    await expect(fee('Tk 60.0')).toBeVisible();
    // As a page does that does not hear of the change.
    await page.route('**/api/live*', () => undefined);
    await page.reload();
    await page.getByRole('radio', { name: 'Cash On delevery' }).check();
    await set({ fee: 80 });
    await page.getByRole('button', { name: 'Place order' }).click();
    await expect(page).toHaveURL('/cart');
    await expect(
      page.getByText('Some products or prices have changed. Please check your cart and confirm again!'),
    ).toBeVisible();
    await expect(fee('Tk 80.0')).toBeVisible();
    await set({ minimum: 100_000 });
    for (const path of ['/cart', '/checkout']) {
      await open(page, path);
      await expect(page.getByText('The smallest order is Tk 100000.')).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Confirm checkout' })).toBeDisabled();
    await page.goto('/user/orders');
    await expect(page.getByText('You have not ordered anything yet.')).toBeVisible();
  },
);
