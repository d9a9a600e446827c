/** Packing on the phone: what is ticked stays, with and without a connection, and is sent once. */
import { api, orderOf, tk } from '../support/operator-orders.ts';
import { operatorSends } from '../support/operator-client.ts';
import { placeNewOrder } from '../support/placed-order.ts';
import { becomeOperator, expect, expectGoodScreen, test } from './console.ts';
import { accessibilityViolations, open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

test('ticks, short, instead and weight survive a reload, and are sent once when there is a connection', async ({
  openBrowser,
  baseURL: url = '',
}) => {
  const page = await openBrowser({ viewport: { width: 360, height: 640 } });
  await becomeOperator(page.request, { role: 'packer' });
  await operatorSends(url, 'PATCH', '/products/katla-fish', { by_weight: 'yes' });
  const name = `Buyer ${Date.now()}`;
  // Three kilograms of katla for Tk 414 each, two of potatoes for Tk 35.
  const order = await placeNewOrder(url, { name });
  await open(page, `/operator/orders?q=${encodeURIComponent(name)}`);
  await expectGoodScreen(page);
  await page.getByRole('article', { name: order.name }).getByRole('link', { name: 'Pack' }).click();

  const katla = page.getByRole('listitem', { name: 'Katla Fish' });
  const potato = page.getByRole('listitem', { name: /^Potato/ });
  const packed = page.getByRole('button', { name: 'Packed' });
  await expect(page.getByRole('region', { name: 'If something is missing' })).toContainText('Call me');
  await expect(page.getByText('2 left')).toBeVisible();
  const box = await katla.getByRole('checkbox').boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(36);
  await katla.getByRole('checkbox').check();
  await katla.getByRole('spinbutton', { name: 'Weight' }).fill('৩.৫');
  await expect(page.getByText('It weighs over 10 % more.')).toBeVisible();
  await potato.getByRole('spinbutton', { name: 'Short' }).fill('1');
  await potato.getByRole('searchbox', { name: /^Instead of Potato/ }).fill('ilish');
  await page.getByRole('listbox').getByRole('option').first().click();
  await potato.getByRole('checkbox', { name: /^Potato/ }).check();
  await expect(page.getByText('It is dearer than what is missing.')).toBeVisible();
  await expect(page.getByText('Ask the customer', { exact: true })).toBeVisible();
  await expectGoodScreen(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect(packed).toBeDisabled();
  await katla.getByRole('spinbutton', { name: 'Weight' }).fill('3.2');
  await potato.getByRole('checkbox', { name: 'Customer agrees' }).check();
  const sum = (await page.getByRole('status').filter({ hasText: /^Tk / }).textContent())?.trim() ?? '';
  await expect(packed).toBeEnabled();

  await page.reload();
  await expect(katla.getByRole('checkbox')).toBeChecked();
  await expect(katla.getByRole('spinbutton', { name: 'Weight' })).toHaveValue('3.2');
  await expect(page.getByRole('status').filter({ hasText: sum })).toBeVisible();
  // Nothing of the customer is kept.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Lake Road');
  await page.context().setOffline(true);
  await packed.click();
  const strip = page.getByRole('alert').filter({ hasText: order.name });
  await expect(strip).toContainText('Packed. Waiting for a connection');
  await expect(page.getByText('What you press is sent later.')).toBeVisible();
  expect((await orderOf(url, order)).order).toMatchObject({ stage: 'new', revision: 0 });

  await page.context().setOffline(false);
  await expect(strip).toHaveCount(0);
  await expect(page.getByText('It is packed.')).toBeVisible();
  const { order: stored, history } = await orderOf(url, order);
  expect(stored).toMatchObject({ stage: 'packed', revision: 1 });
  expect(history.flatMap(({ change }) => change ?? [])).toEqual(['pack']);
  expect(tk(stored.totalCost)).toBe(sum);
  expect(stored.orderItems).toMatchObject([{ quantity: 1 }, { instead: { id: 'alu-potato' } }, { weighed: 3.2 }]);
});

test('packed of what it was before, it is asked again, with the ticks that are still right', async ({
  openBrowser,
  baseURL: url = '',
}) => {
  const page = await openBrowser();
  await becomeOperator(page.request, { role: 'packer' });
  const order = await placeNewOrder(url);
  await open(page, `/operator/orders/${order.id}/pack`);
  for (const box of await page.getByRole('list', { name: 'Lines' }).getByRole('checkbox').all()) await box.check();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Packed' }).click();
  const items = [
    { id: 'alu-potato', quantity: 1 },
    { id: 'katla-fish', quantity: 3 },
  ];
  await api(url, 'PATCH', `/orders/${order.id}`, { items });
  await page.context().setOffline(false);
  const strip = page.getByRole('alert').filter({ hasText: order.name });
  await expect(strip).toContainText('It was not packed. The order was changed meanwhile');
  await expect(page.getByText('1 left')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Katla Fish' })).toBeChecked();
  await page.getByRole('checkbox', { name: /^Potato/ }).check();
  await page.getByRole('button', { name: 'Packed' }).click();
  await expect(strip).toHaveCount(0);
  await expect.poll(async () => (await orderOf(url, order)).order.stage).toBe('packed');
});
