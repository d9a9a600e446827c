/** One order in the operator's console: it is edited, which its customer sees at once, paid and set back. */
import type { Page } from '@playwright/test';
import { type PlacedOrder, placeNewOrder } from '../support/placed-order.ts';
import { operatorSends } from '../support/operator-client.ts';
import { addRider } from '../support/operator-orders.ts';
import { expect, expectGoodLooks, expectGoodScreen, test } from './console.ts';
import { open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

const quantity = (page: Page, name: string | RegExp) => page.getByRole('spinbutton', { name });
const line = (page: Page, name: RegExp) => page.getByRole('list', { name: 'Items' }).getByRole('listitem', { name });

/** Opens the order's page as its customer. */
async function openAsCustomer(page: Page, origin: string, { id, customer }: PlacedOrder): Promise<void> {
  const cookies = customer.cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url: origin };
  });
  await page.context().addCookies(cookies);
  await open(page, `${origin}/user/orders/${id}`);
}

test('an edit shows what changes before it is saved, also meanwhile, and the customer’s page follows', async ({
  page,
  openBrowser,
  baseURL: url = '',
}) => {
  const order = await placeNewOrder(url);
  const customer = await openBrowser();
  await openAsCustomer(customer, url, order);
  await open(page, `/operator/orders/${order.id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  const save = page.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await quantity(page, /Katla/).fill('1');
  await page.getByRole('button', { name: /^Remove Potato/ }).click();
  await page.getByRole('searchbox', { name: 'Add a product' }).fill('dim');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Street' }).fill('9 Mill Road');
  await page.getByRole('textbox', { name: 'Reason' }).fill('As you asked on the phone');
  const otherDay = (await page.getByRole('combobox', { name: 'Day' }).getByRole('option').nth(2).textContent()) ?? '';
  await page.getByRole('combobox', { name: 'Day' }).selectOption(otherDay);
  const day = new RegExp(`^Day: .* → ${otherDay.replace(/^\w+ /, '')}`);
  const changes = page.getByRole('list', { name: 'What changes' });
  for (const change of [/1 × Katla.* instead of 3/, /Potato.* removed/, /1 × .* added/, '→ 9 Mill Road'])
    await expect(changes).toContainText(change);
  await expect(changes.getByText(day)).toBeVisible();
  await expectGoodLooks(page);

  // It changes meanwhile: what was typed stays, and what it is now is said.
  const items = [
    { id: 'katla-fish', quantity: 2 },
    { id: 'alu-potato', quantity: 2 },
  ];
  await operatorSends(url, 'PATCH', `/orders/${order.id}`, { items });
  await expect(page.getByRole('alert')).toContainText('was changed meanwhile');
  await expect(changes).toContainText(/1 × Katla.* instead of 2/);
  await save.click();
  await expect(page.getByRole('alert')).toContainText('Nothing is saved yet');
  await expect(quantity(page, /Katla/)).toHaveValue('1');
  const total = (await page.getByRole('definition').last().textContent()) ?? '';
  await save.click();
  await expect(page).toHaveURL(new RegExp(`/operator/orders/${order.id}$`));
  await expect(page.getByRole('definition').filter({ hasText: total }).first()).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  for (const text of ['As you asked on the phone', /1 × Katla.* instead of 2/])
    await expect(history).toContainText(text);
  await expect(history.getByText(day)).toBeVisible();
  const shown = `Tk ${Number(total.replace('Tk ', '')).toFixed(1)}`;
  for (const text of [/1 × Katla.* instead of/, 'As you asked on the phone', shown])
    await expect(customer.getByText(text).first()).toBeVisible();
});

test('on its page lines go short, a rider is chosen, cash is collected and given back, and it is set back', async ({
  page,
  baseURL: url = '',
}) => {
  const rider = await addRider(url);
  const order = await placeNewOrder(url);
  await open(page, `/operator/orders/${order.id}`);
  const history = page.getByRole('region', { name: 'History' });
  const alu = line(page, /Potato/);
  const katla = line(page, /Katla/);
  await page.getByRole('button', { name: /^Potato.* is short$/ }).click();
  await expect(alu).toContainText('1 instead of 2');
  await page.getByRole('button', { name: /^Potato.* is short$/ }).click();
  await expect(alu).toContainText('0 instead of 2');
  // At once: it stands there for 10 s only.
  await page.getByRole('button', { name: /^Undo Potato/ }).click();
  await expect(alu).toContainText('2 × Tk');
  await expect(alu).not.toContainText('instead of');
  await page.getByRole('button', { name: /^Katla.* is short$/ }).click();
  await expect(katla).toContainText('2 instead of 3');
  await expect(history).toContainText('Out of stock');
  await expectGoodLooks(page);
  await page.getByRole('combobox', { name: 'Rider' }).selectOption(rider.name);
  await expect(history).toContainText(`Given to ${rider.name}`);

  await operatorSends(url, 'POST', `/orders/${order.id}/deliver`, {});
  const money = page.getByRole('region', { name: 'Money' });
  await money.getByRole('button', { name: 'Collected' }).click();
  await expect(money).toContainText('paid');
  await expect(katla).toContainText('2 × Tk');
  await money.getByText('Give back').first().click();
  await money.getByRole('textbox', { name: 'Amount given back' }).fill('50');
  await money.getByRole('textbox', { name: 'Reason' }).fill('One was broken');
  await expectGoodLooks(page);
  await money.getByRole('button', { name: 'Give back' }).click();
  await expect(money).toContainText('Given back');
  await expect(history).toContainText(/Tk 50 given back.*One was broken/);

  await page.getByRole('button', { name: 'Set back to pending' }).click();
  const dialog = page.getByRole('dialog', { name: `Set order ${order.name} back to pending?` });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong order');
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: 'Set back' }).click();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(history).toContainText('Wrong order');
});
