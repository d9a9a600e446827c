/** The orders in the operator's console: they come by themselves, are delivered and canceled. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { UNDO_MS } from '../../domain/orders/change-order.ts';
import { type PlacedOrder, placeNewOrder } from '../support/placed-order.ts';
import { expect, expectGoodLooks, expectGoodScreen, expectRefusedToStrangers, test } from './console.ts';
import { open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

/** The name of a customer that nobody else has; the list is searched for it, because all tests share one shop. */
const newName = (): string => `Buyer ${randomUUID().slice(0, 8)}`;
const listOf = (name: string, status = 'pending'): string =>
  `/operator/orders?status=${status}&q=${encodeURIComponent(name)}`;
const row = (page: Page, order: PlacedOrder) => page.getByRole('article', { name: order.name, exact: true });
const button = (page: Page, order: PlacedOrder, name: string) => row(page, order).getByRole('button', { name });

/** Opens the list without the live connection, so that it shows what was. */
async function openWithoutLive(page: Page, path: string): Promise<void> {
  await page.route('**/operator/live*', () => undefined);
  await open(page, path);
}

test('an order comes by itself, is announced and counted; delivering it shows in another console', async ({
  page,
  openConsole,
  baseURL,
}) => {
  const name = newName();
  const { page: other } = await openConsole();
  await open(page, listOf(name));
  await open(other, listOf(name));
  await expect(page.getByText('No order that is pending begins with')).toBeVisible();

  const order = await placeNewOrder(baseURL ?? '', { name, phone: '01798765432', city: 'Savar' });
  await expect(row(page, order)).toBeVisible();
  await expect(row(other, order)).toBeVisible();
  // Orders of other tests may have come at the same time.
  await expect(page).toHaveTitle(/^\(\d+\) Pending orders · /);
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /New order #|\d+ new orders/ })
      .first(),
  ).toBeVisible();
  await expect(row(page, order)).toContainText(name);
  await expect(row(page, order)).toContainText('12 Lake Road, Savar 1207, Dhaka');
  await expect(row(page, order)).toContainText('5 pieces');
  await expect(row(page, order)).toContainText(`Tk ${order.total}`);
  const phone = row(page, order).getByRole('link', { name: '01798765432', exact: true });
  await expect(phone).toHaveAttribute('href', 'tel:01798765432');
  await expectGoodLooks(page);

  await page.clock.install();
  await button(page, order, 'Deliver').click();
  await expect(page.getByRole('status').filter({ hasText: `${order.name} is delivered.` })).toBeVisible();
  await expect(button(page, order, 'Undo')).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect(row(page, order)).toHaveCount(0);
  await expect(row(other, order)).toHaveCount(0);
  // A press says that somebody is there. Orders of other tests may come right after it.
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      return page.title();
    })
    .toMatch(/^Pending orders · /);
  await page.getByRole('link', { name: /^Delivered \d/ }).click();
  await expect(page).toHaveURL(/status=delivered/);
  await expect(row(page, order)).toContainText('delivered');
  await expect(row(page, order).getByRole('button')).toHaveCount(0);
});

test('canceling asks first', async ({ page, baseURL }) => {
  const name = newName();
  const order = await placeNewOrder(baseURL ?? '', { name });
  await open(page, listOf(name));
  const dialog = page.getByRole('dialog', { name: `Cancel order ${order.name}?` });
  await button(page, order, 'Cancel').click();
  await expectGoodScreen(page);
  await expect(dialog).toContainText('The customer gets a mail.');
  await dialog.getByRole('button', { name: 'Keep the order' }).click();
  await expect(dialog).toBeHidden();
  await expect(button(page, order, 'Cancel')).toBeFocused();
  await button(page, order, 'Cancel').click();
  await expect(dialog.getByRole('radio', { name: 'Customer asked' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Out of stock' }).check();
  await dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(button(page, order, 'Undo')).toBeFocused();
  await page.getByRole('link', { name: /^Canceled \d/ }).click();
  await expect(row(page, order)).toContainText('canceled');
  expect((await order.customer.get(`/api/orders/${order.id}`)).body).toMatchObject({ status: 'canceled' });
});

test('a question stays open when somebody else changes the order, and says so', async ({
  page,
  openConsole,
  baseURL,
}) => {
  const name = newName();
  const orders = [await placeNewOrder(baseURL ?? '', { name }), await placeNewOrder(baseURL ?? '', { name })];
  const { page: other } = await openConsole();
  await open(other, listOf(name));
  for (const [at, told] of ['delivered or canceled', 'delivered'].entries()) {
    const order = orders[at];
    if (!order) throw new Error('no order');
    // On the list, which the order leaves, and on its own page.
    await open(page, at === 0 ? listOf(name) : `/operator/orders/${order.id}`);
    await page.getByRole('button', { name: 'Cancel' }).first().click();
    const dialog = page.getByRole('dialog', { name: `Cancel order ${order.name}?` });
    await button(other, order, 'Deliver').click();
    await expect(dialog.getByRole('status')).toHaveText(
      `${order.name} has been ${told} meanwhile. It was not canceled by you.`,
    );
    await expect(dialog.getByRole('button')).toHaveText(['Close']);
    await expectGoodScreen(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(at === 0 ? 1 : 0);
  }
});

test('after the end of the session a press leads to the login, and back', async ({ page, operator, baseURL }) => {
  const order = await placeNewOrder(baseURL ?? '', { name: newName() });
  await openWithoutLive(page, `/operator/orders/${order.id}`);
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Deliver' }).click();
  const link = page.getByRole('link', { name: 'Log in' });
  await expect(link).toHaveAttribute('href', `/operator/login?next=${encodeURIComponent(`/orders/${order.id}`)}`);
  await expectGoodLooks(page);
  const opened = page.context().waitForEvent('page');
  await link.click();
  const login = await opened;
  await login.getByRole('textbox', { name: 'Email' }).fill(operator.email);
  await login.getByRole('textbox', { name: 'Password' }).fill(operator.password);
  await login.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(login).toHaveURL(`/operator/orders/${order.id}`);
  await page.getByRole('button', { name: 'Deliver' }).click();
  await expect(page.getByRole('status').filter({ hasText: `${order.name} is delivered.` })).toBeVisible();
  await expect(link).toHaveCount(0);
});

test('a search finds the beginning of id, name, phone and e-mail, and keeps the status', async ({ page, baseURL }) => {
  const name = newName();
  const email = `${randomUUID()}@example.com`;
  const order = await placeNewOrder(baseURL ?? '', { name, email });
  await open(page, '/operator/orders?status=all');
  const box = page.getByRole('searchbox', { name: 'Search orders' });
  for (const text of [order.name, order.id.slice(0, 9), name, name.slice(6), email.slice(0, 20)]) {
    await box.fill(text);
    await box.press('Enter');
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === text);
    await expect(page).toHaveURL(/status=all/);
    await expect(row(page, order), text).toBeVisible();
  }
  await page.getByRole('link', { name: /^Delivered \d/ }).click();
  await expect(page.getByText('No order that is delivered begins with')).toBeVisible();
  await expect(box).toHaveValue(email.slice(0, 20));
  await page.getByRole('link', { name: 'Search all orders' }).click();
  await expect(row(page, order)).toBeVisible();
});

test('an order that was canceled meanwhile is not delivered, and the operator is told', async ({ page, baseURL }) => {
  const name = newName();
  const order = await placeNewOrder(baseURL ?? '', { name });
  await openWithoutLive(page, listOf(name));
  expect((await order.customer.post(`/api/orders/${order.id}/cancel`, {})).status).toBe(200);
  await expect(row(page, order)).toBeVisible();
  await button(page, order, 'Deliver').click();
  const told = `${order.name} has been canceled meanwhile. It was not delivered.`;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await expect(row(page, order)).toHaveCount(0);
  await page.getByRole('link', { name: /^Canceled \d/ }).click();
  await expect(row(page, order)).toBeVisible();
});

test('without a network nothing is delivered, and the screen stays', async ({ page, context, baseURL }) => {
  const name = newName();
  const order = await placeNewOrder(baseURL ?? '', { name });
  await open(page, listOf(name));
  await context.setOffline(true);
  await button(page, order, 'Deliver').click();
  const told = `${order.name}: not delivered. No connection to the shop.`;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  const sign = page.getByRole('status').filter({ hasText: 'No connection. What you see may be old' });
  await expect(sign).toBeVisible();
  await expect(button(page, order, 'Deliver')).toHaveText('Deliver');
  await expectGoodLooks(page);
  await context.setOffline(false);
  await expect(sign).toHaveCount(0);
  await button(page, order, 'Deliver').click();
  await expect(button(page, order, 'Undo')).toBeVisible();
});

test('nothing is shown as done before the answer is here, and the pressed button keeps the focus', async ({
  page,
  baseURL,
}) => {
  const name = newName();
  const url = baseURL ?? '';
  const [older, newer] = [await placeNewOrder(url, { name }), await placeNewOrder(url, { name })];
  await page.clock.install();
  await openWithoutLive(page, listOf(name));
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/operator\/orders/, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await button(page, newer, 'Deliver').press('Enter');
  await expect(button(page, newer, 'Deliver …')).toBeFocused();
  await expect(row(page, newer)).not.toContainText('Delivered');
  await expect(row(page, newer).getByRole('button', { name: 'Cancel' })).toBeHidden();
  answer();
  await expect(button(page, newer, 'Undo')).toBeFocused();
  await page.clock.fastForward(UNDO_MS);
  await expect(row(page, newer)).toHaveCount(0);
  await expect(row(page, older).getByRole('link', { name: older.name })).toBeFocused();
});

test('a new order does not move the button under the pointer', async ({ page, baseURL }) => {
  const name = newName();
  const url = baseURL ?? '';
  const orders: PlacedOrder[] = [];
  for (let at = 0; at < 5; at += 1) orders.push(await placeNewOrder(url, { name }));
  await open(page, listOf(name));
  const [, , , touched] = orders;
  if (!touched) throw new Error('no order');
  const deliver = button(page, touched, 'Deliver');
  await deliver.hover();
  const before = await deliver.boundingBox();
  const added = await placeNewOrder(url, { name });
  await expect(row(page, added)).toBeAttached();
  expect((await deliver.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test('only operators change orders', async ({ page, baseURL }) => {
  const order = await placeNewOrder(baseURL ?? '');
  await open(page, '/operator/orders');
  await expectRefusedToStrangers(
    page,
    ['/operator/orders?index', `/operator/orders/${order.id}`].flatMap((path) =>
      ['deliver', 'cancel'].map((intent) => ({ path, body: { form: { id: order.id, intent } } })),
    ),
  );
  expect((await order.customer.get(`/api/orders/${order.id}`)).body).toMatchObject({ status: 'pending' });
});
