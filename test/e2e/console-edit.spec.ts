/** Changing a pending order: its customer sees it at once. */
import type { Page } from '@playwright/test';
import { type PlacedOrder, placeNewOrder } from '../support/placed-order.ts';
import { mailPart } from '../support/mail-server.ts';
import { operatorSends } from '../support/operator-client.ts';
import { expect, expectGoodLooks, expectRefusedToStrangers, test } from './console.ts';
import { open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

const quantity = (page: Page, name: string | RegExp) => page.getByRole('spinbutton', { name });
const line = (page: Page, name: RegExp) => page.getByRole('list', { name: 'Items' }).getByRole('listitem', { name });

/** Opens the order's page as its customer. */
async function openAsCustomer(page: Page, origin: string, { id, customer }: PlacedOrder, language = ''): Promise<void> {
  const cookies = customer.cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=');
    return { name, value: value.join('='), url: origin };
  });
  await page.context().addCookies(cookies);
  await open(page, `${origin}${language}/user/orders/${id}`);
}

test('an edit shows what changes before it is saved, and the customer’s page follows', async ({
  page,
  openBrowser,
  baseURL,
}) => {
  const order = await placeNewOrder(baseURL ?? '');
  const [english, bangla] = [await openBrowser(), await openBrowser()];
  await openAsCustomer(english, baseURL ?? '', order);
  await openAsCustomer(bangla, baseURL ?? '', order, '/bn');
  await open(page, `/operator/orders/${order.id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await quantity(page, /Katla/).fill('1');
  await page.getByRole('button', { name: /^Remove Potato/ }).click();
  await page.getByRole('searchbox', { name: 'Add a product' }).fill('dim');
  await page.getByRole('listbox').getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Street' }).fill('9 Mill Road');
  await page.getByRole('textbox', { name: 'Reason' }).fill('As you asked on the phone');
  const changes = page.getByRole('list', { name: 'What changes' });
  await expect(changes).toContainText(/1 × Katla.* instead of 3/);
  await expect(changes).toContainText(/Potato.* removed/);
  await expect(changes).toContainText(/1 × .* added/);
  await expect(changes).toContainText('→ 9 Mill Road');
  await expectGoodLooks(page);
  const total = await page.getByRole('definition').last().textContent();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/orders/${order.id}$`));
  await expect(
    page
      .getByRole('definition')
      .filter({ hasText: total ?? '' })
      .first(),
  ).toBeVisible();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('As you asked on the phone');
  await expect(history).toContainText(/1 × Katla.* instead of 3/);

  await expect(english.getByText(/1 × Katla.* instead of 3/)).toBeVisible();
  await expect(english.getByText('As you asked on the phone')).toBeVisible();
  await expect(english.getByText(total ?? '').first()).toBeVisible();
  await expect(bangla.getByText(/৩.*১/).first()).toBeVisible();
  await expect(bangla.getByText('Tk', { exact: false })).toHaveCount(0);
});

test('lines that are short go with one tap each, and come back with another', async ({ page, shop, baseURL }) => {
  const order = await placeNewOrder(baseURL ?? '');
  await open(page, `/operator/orders/${order.id}`);
  const alu = line(page, /Potato/);
  const katla = line(page, /Katla/);
  await page.getByRole('button', { name: /^Potato.* is short$/ }).click();
  await expect(alu).toContainText('1 instead of 2');
  await page.getByRole('button', { name: /^Potato.* is short$/ }).click();
  await expect(alu).toContainText('0 instead of 2');
  // At once: it stands there for 10 s only.
  await page.getByRole('button', { name: /^Undo Potato/ }).click();
  await expect(alu).toContainText('× 2');
  await expect(alu).not.toContainText('instead of');
  await page.getByRole('button', { name: /^Katla.* is short$/ }).click();
  await expect(katla).toContainText('2 instead of 3');
  await expectGoodLooks(page);
  await page.reload();
  await expect(katla).toContainText('× 2');
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Out of stock');
  // One mail, with what is different in the end.
  const { email } = order.customer;
  expect(mailPart((await shop.mails.nextTo(email)).raw, 'text/plain')).toContain('Thank you for your order');
  const mail = mailPart((await shop.mails.nextTo(email)).raw, 'text/plain');
  expect(mail).toMatch(/2 × Katla.* instead of 3/);
  expect(mail).not.toContain('Potato');
});

test('an order that changed meanwhile: what was typed stays, and what it is now is said', async ({ page, baseURL }) => {
  const order = await placeNewOrder(baseURL ?? '');
  await open(page, `/operator/orders/${order.id}/edit`);
  await quantity(page, /Katla/).fill('5');
  await operatorSends(baseURL ?? '', 'PATCH', `/orders/${order.id}`, { items: [{ id: 'katla-fish', quantity: 2 }] });
  await expect(page.getByRole('alert')).toContainText('was changed meanwhile');
  await expect(page.getByRole('list', { name: 'What changes' })).toContainText(/5 × Katla.* instead of 2/);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing is saved yet');
  await expect(quantity(page, /Katla/)).toHaveValue('5');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(new RegExp(`/operator/orders/${order.id}$`));
  await expect(line(page, /Katla/)).toContainText('× 5');
});

test('cash is collected and given back, and an order is set back to pending', async ({ page, baseURL }) => {
  const order = await placeNewOrder(baseURL ?? '');
  await operatorSends(baseURL ?? '', 'POST', `/orders/${order.id}/deliver`, {});
  await open(page, `/operator/orders/${order.id}`);
  const money = page.getByRole('region', { name: 'Money' });
  const amount = money.getByRole('textbox', { name: 'Amount collected' });
  await expect(amount).toHaveValue(String(Number(order.total)));
  await amount.fill('9999999');
  await money.getByRole('button', { name: 'Collected' }).click();
  await expect(page.getByRole('alert')).toContainText('at most what is left');
  await amount.fill(order.total);
  await money.getByRole('button', { name: 'Collected' }).click();
  await expect(money).toContainText('paid');
  await money.getByText('Give back').first().click();
  await money.getByRole('textbox', { name: 'Amount given back' }).fill('50');
  await money.getByRole('textbox', { name: 'Reason' }).fill('One was broken');
  await expectGoodLooks(page);
  await money.getByRole('button', { name: 'Give back' }).click();
  await expect(money).toContainText('Given back');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText('Tk 50 given back');
  await expect(history).toContainText('One was broken');

  await page.getByRole('button', { name: 'Set back to pending' }).click();
  const dialog = page.getByRole('dialog', { name: `Set order ${order.name} back to pending?` });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong order');
  await expectGoodLooks(page);
  await dialog.getByRole('button', { name: 'Set back' }).click();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(history).toContainText('Wrong order');
});

test('an edit is refused to strangers, and a bad one is told', async ({ page, baseURL }) => {
  const order = await placeNewOrder(baseURL ?? '');
  const path = `/operator/orders/${order.id}/edit`;
  await open(page, path);
  await expectRefusedToStrangers(page, [{ path, body: { form: { edit: '{"items": []}' } } }]);
  for (const form of [
    { edit: 'no' },
    { edit: '{"items": []}' },
    { product: 'alu-potato', quantity: '-1' },
    { product: 'none', quantity: 'x' },
  ])
    expect([400, 422], JSON.stringify(form)).toContain((await page.request.post(path, { form })).status());
});
