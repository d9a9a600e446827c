/** Delivery times: chosen at checkout, and what becomes of a choice that is full by the time of the order. */
import { randomUUID } from 'node:crypto';
import { dayInDhaka } from '../../base/dates.ts';
import { dayAfter } from '../../domain/orders/delivery.ts';
import { WEEKDAYS } from '../../domain/shop/settings.ts';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { expect, expectGoodLooks } from './console.ts';
import { fillCheckout, open, putInCart, register, test } from './shop.ts';

test.use({ viewport: { width: 360, height: 640 } });
test.afterEach(({ shop }) => shop.restoreSettings());

test('a time that became full leads back to the free ones, and nothing typed is lost', async ({ page, shop }) => {
  const evening = { days: WEEKDAYS, from: '17:00', to: '20:00', orders: 1, closes: 17 * 60 };
  const slots = [evening, { ...evening, from: '09:00', to: '11:30', closes: 9 * 60, orders: 2 }];
  await operatorSends(shop.url, 'PATCH', '/settings', { deliveryDays: WEEKDAYS, slots });
  const day = dayAfter(dayInDhaka(new Date()));
  const take = async (from: string): Promise<string> => {
    const items = [{ id: 'alu-potato', quantity: 1 }];
    const shippingInfo = { name: 'Amina', phone: '01911222333', street: '5 Canal Road' };
    const body = JSON.stringify({ items, shippingInfo, idempotencyKey: randomUUID(), slot: { day, from } });
    const headers = { 'Content-Type': 'application/json' };
    return (await (await operatorRequest(shop.url, '/orders', { method: 'POST', headers, body })).json()).id;
  };
  for (const from of ['09:00', '09:00']) await take(from);

  await register(page);
  await putInCart(page, 'rice', 1);
  await open(page, '/checkout');
  await fillCheckout(page);
  const times = page.getByRole('group', { name: 'Delivery time' });
  const radios = times.getByRole('radio');
  await expect(radios).toHaveCount(8);
  await expect(radios.first()).toBeDisabled();
  await expect(radios.first()).toHaveAccessibleName(/^\w+ \d+ \w+, 9 AM–11:30 AM ?Full$/);
  await expect(radios.nth(1)).toBeChecked();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await expect(page.getByText(/^Expected delivery: tomorrow, .*, 5 PM–8 PM$/)).toBeVisible();
  const placed = await take('17:00');
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText('This delivery time is full by now.').first()).toBeVisible();
  await expect(radios.nth(2)).toBeFocused();
  await expect(radios.nth(1)).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Street' })).not.toHaveValue('');

  await radios.nth(3).check();
  await page.reload();
  await expect(radios.nth(3)).toBeChecked();
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  const said = /Expected delivery: \w+ \d+ \w+, 5 PM–8 PM/;
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('region', { name: 'Confirmation' })).toHaveText(said);
  const { orders } = await (await page.request.get('/api/orders')).json();
  expect(orders).toMatchObject([{ slot: { day: dayAfter(day), from: '17:00', to: '20:00' } }]);
  // What is canceled is free again.
  await operatorRequest(shop.url, `/orders/${placed}/cancel`, { method: 'POST' });
  await putInCart(page, 'rice', 1);
  await open(page, '/checkout');
  await expect(radios.nth(1)).toBeChecked();
});
