/**
 * The list of orders in the operator's console: they come by themselves, are delivered, canceled, selected, and taken
 * back in their place.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { UNDO_MS } from '../../domain/orders/change-order.ts';
import { operatorSends } from '../support/operator-client.ts';
import { addRider, type Given, giveOrder, orderOf, tk } from '../support/operator-orders.ts';
import { placeNewOrder } from '../support/placed-order.ts';
import { expect, expectGoodLooks, expectGoodScreen, test } from './console.ts';
import { inEachFont } from './fonts.ts';
import { holdScripts } from './hold-scripts.ts';
import { open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

/** The name of a customer that nobody else has; the list is searched for it, because all tests share one shop. */
const newName = (): string => `Buyer ${randomUUID().slice(0, 8)}`;
const listOf = (name: string, more = ''): string => `/operator/orders?q=${encodeURIComponent(name)}${more}`;
const row = (page: Page, order: Pick<Given, 'name'>) => page.getByRole('article', { name: order.name, exact: true });
const button = (page: Page, order: Pick<Given, 'name'>, name: string) =>
  row(page, order).getByRole('button', { name, exact: true });

const three = async <T>(place: () => Promise<T>): Promise<[T, T, T]> => [await place(), await place(), await place()];
const placeOrders = (url: string, name: string) => three(() => placeNewOrder(url, { name }));
const giveOrders = (url: string, name: string) => three(() => giveOrder(url, null, { name }));

/** Opens the list without the live connection, so that it shows what was. */
async function openWithoutLive(page: Page, path: string): Promise<void> {
  await page.route('**/operator/live*', () => undefined);
  await open(page, path);
}

test('an order comes by itself, is announced, heard and counted; delivering it shows in another console', async ({
  page,
  openConsole,
  baseURL: url = '',
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() => {
    const tones = { count: 0 };
    Object.assign(window, { tones });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function count(...given) {
      tones.count += 1;
      start.apply(this, given);
    };
  });
  const name = newName();
  const { page: other } = await openConsole();
  await open(page, listOf(name));
  await open(other, listOf(name));
  const sound = page.getByRole('switch', { name: 'Sound for new orders' });
  await expect(sound).not.toBeChecked();
  await sound.check();
  await page.reload();
  await expect(sound).toBeChecked();
  await page.getByRole('heading', { name: 'Orders' }).click();

  const order = await placeNewOrder(url, { name });
  await expect(row(page, order)).toBeVisible();
  await expect(row(other, order)).toBeVisible();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'tones').count)).toBeGreaterThan(0);
  await expect(page).toHaveTitle(/^\(\d+\) Pending orders · /);
  const announced = page.getByRole('status').filter({ hasText: `New order ${order.name}, ${tk(order.total)}` });
  await expect(announced.first()).toBeVisible();
  await expectGoodLooks(page);
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
  await expect(page).toHaveURL(`/operator/orders/${order.id}`);
  await page.goBack();

  await page.clock.install();
  await button(page, order, 'Deliver').click();
  // In its own place alone: no toast repeats it.
  await expect(row(page, order).getByRole('status')).toHaveText(`${order.name} is Delivered.`);
  await expect(page.getByRole('banner').getByRole('status').filter({ hasText: 'delivered' })).toHaveCount(0);
  await expect(button(page, order, 'Undo')).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect(row(page, order)).toHaveCount(0);
  await expect(row(other, order)).toHaveCount(0);
  // A press says that somebody is there.
  await expect(page).toHaveTitle(/^Pending orders · /);
});

test('a new order does not move the button under the pointer', async ({ page, baseURL: url = '' }) => {
  await page.setViewportSize({ width: 390, height: 500 });
  const name = newName();
  const [, touched] = await giveOrders(url, name);
  await open(page, listOf(name, '&status=all'));
  const deliver = button(page, touched, 'Deliver');
  await deliver.hover();
  const before = await deliver.boundingBox();
  const added = await giveOrder(url, null, { name });
  await expect(row(page, added)).toBeAttached();
  // The newest comes first.
  expect(await page.getByRole('article').first().getAttribute('aria-label')).toBe(added.name);
  expect((await deliver.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

test('canceling asks first; the question stays open when somebody else changes the order, and says so', async ({
  page,
  baseURL: url = '',
}) => {
  const name = newName();
  const [order, listed, shown] = await giveOrders(url, name);
  const dialogOf = (of: Given) => page.getByRole('dialog', { name: `Cancel order ${of.name}?` });
  const expectOver = async (of: Given, told: string): Promise<void> => {
    await operatorSends(url, 'POST', `/orders/${of.id}/deliver`, {});
    const over = `${of.name} has been ${told} meanwhile. It was not canceled by you.`;
    await expect(dialogOf(of).getByRole('status')).toHaveText(over);
    await expect(dialogOf(of).getByRole('button')).toHaveText(['Close']);
    await expectGoodScreen(page);
    await dialogOf(of).getByRole('button', { name: 'Close' }).click();
  };
  // On the list, which the order leaves.
  await open(page, listOf(name));
  await button(page, listed, 'Cancel').click();
  await expectOver(listed, 'delivered or canceled');
  await expect(row(page, listed)).toHaveCount(0);

  const dialog = dialogOf(order);
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
  await expect
    .poll(async () => (await orderOf(url, order)).order)
    .toMatchObject({ status: 'canceled', reason: 'out-of-stock' });

  await open(page, `/operator/orders/${shown.id}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectOver(shown, 'delivered');
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
});

test('without a network nothing is delivered, and after the end of the session a press leads to the login, and back', async ({
  page,
  context,
  operator,
  baseURL: url = '',
}) => {
  const order = await giveOrder(url, null);
  await openWithoutLive(page, `/operator/orders/${order.id}`);
  const deliver = page.getByRole('button', { name: 'Deliver' });
  await context.setOffline(true);
  await deliver.click();
  const told = `${order.name}: not delivered. No connection to the shop.`;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  const sign = page.getByRole('status').filter({ hasText: 'No connection. What you see may be old' });
  await expect(sign).toBeVisible();
  await expect(deliver).toHaveText('Deliver');
  await expectGoodScreen(page);
  await context.setOffline(false);
  await expect(sign).toHaveCount(0);

  await context.clearCookies();
  await deliver.click();
  const link = page.getByRole('link', { name: 'Log in' });
  await expect(link).toHaveAttribute('href', `/operator/login?next=${encodeURIComponent(`/orders/${order.id}`)}`);
  await expectGoodLooks(page);
  const opened = context.waitForEvent('page');
  await link.click();
  const login = await opened;
  await login.getByRole('textbox', { name: 'Email' }).fill(operator.email);
  await login.getByRole('textbox', { name: 'Password' }).fill(operator.password);
  await login.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(login).toHaveURL(`/operator/orders/${order.id}`);
  await deliver.click();
  await expect(page.getByRole('status').filter({ hasText: `${order.name} is delivered.` })).toBeVisible();
  await expect(link).toHaveCount(0);
});

test('nothing is shown as done before the answer is here, and the pressed button keeps the focus; a refused row leaves', async ({
  page,
  baseURL: url = '',
}) => {
  const name = newName();
  const [canceled, older, newer] = await giveOrders(url, name);
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

  await operatorSends(url, 'POST', `/orders/${canceled.id}/cancel`, {});
  await button(page, canceled, 'Deliver').click();
  const told = `${canceled.name} has been canceled meanwhile. It was not delivered.`;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await expect(row(page, canceled)).toHaveCount(0);
});

test('what was done stays in its place for a while, with Undo, whatever else happens', async ({
  page,
  baseURL: url = '',
}) => {
  const name = newName();
  const [first, second, third] = await giveOrders(url, name);
  await page.clock.install();
  await open(page, listOf(name));
  const boxes = () => Promise.all([first, second, third].map((order) => row(page, order).boundingBox()));
  const before = await boxes();
  const pressed = await button(page, first, 'Deliver').boundingBox();
  const tap = () => page.mouse.click((pressed?.x ?? 0) + 20, (pressed?.y ?? 0) + 20);
  await tap();
  await expect(button(page, first, 'Undo')).toBeFocused();
  // A second tap at the same place.
  await tap();
  await expect(row(page, first)).toContainText('Delivered');
  expect(await boxes()).toEqual(before);
  await button(page, first, 'Undo').press('Enter');
  await expect(button(page, first, 'Deliver')).toBeVisible();
  await expect.poll(async () => (await orderOf(url, first)).order).toMatchObject({ status: 'pending' });
  await expect.poll(async () => (await orderOf(url, third)).order).toMatchObject({ status: 'pending' });

  // While a press is on its way: an order that is canceled elsewhere, and a new one.
  let send = (): void => undefined;
  const held = new Promise<void>((resolve) => (send = resolve));
  await page.route(/\/operator\/orders/, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await button(page, first, 'Packed').click();
  await operatorSends(url, 'POST', `/orders/${second.id}/cancel`, {});
  await expect(row(page, second)).toContainText('Changed meanwhile');
  const added = await giveOrder(url, null, { name });
  await expect(row(page, added)).toBeVisible();
  expect(await boxes()).toEqual(before);
  expect(await page.getByRole('article').last().getAttribute('aria-label')).toBe(added.name);
  await expectGoodScreen(page);
  send();
  await expect(button(page, first, 'Undo')).toBeVisible();

  // Several at once; they leave together, when the last one cannot be taken back any more.
  await button(page, third, 'Deliver').click();
  await expect(button(page, third, 'Undo')).toBeVisible();
  await page.clock.fastForward(UNDO_MS);
  await expect(row(page, third)).toHaveCount(0);
  await expect(row(page, second)).toHaveCount(0);
  await expect(button(page, first, 'With rider')).toBeVisible();
  await expect.poll(async () => (await orderOf(url, third)).order).toMatchObject({ status: 'delivered' });
});

test('a phone shows five whole orders, with all that is to be pressed', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const url = baseURL ?? '';
  const name = newName();
  const orders = [...(await placeOrders(url, name)), ...(await placeOrders(url, name))];
  await operatorSends(url, 'POST', `/orders/${orders[1]?.id}/stage`, { stage: 'packed' });
  const rider = await addRider(url);
  await operatorSends(url, 'POST', `/orders/${orders[2]?.id}/rider`, { rider: rider.id });
  await open(page, listOf(name));
  await expect(page.getByRole('article')).toHaveCount(6);
  const [first] = orders;
  if (!first) throw new Error('no order');
  await inEachFont(page, async (font) => {
    const bar = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').first().boundingBox();
    const rows = await page
      .getByRole('article')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(rows.filter((bottom) => bottom <= (bar?.y ?? 0)).length, font).toBeGreaterThanOrEqual(5);
    // What may be cut stands behind the age.
    const age = await row(page, first)
      .getByText(/^(now|\d+ min)$/)
      .boundingBox();
    expect((age?.x ?? 0) + (age?.width ?? 0), font).toBeLessThanOrEqual(344);
    for (const part of [
      button(page, first, 'Deliver'),
      button(page, first, 'Cancel'),
      button(page, first, 'Packed'),
      row(page, first).getByRole('link', { name: 'Pack', exact: true }),
      row(page, first).getByRole('link', { name: '01712345678' }),
      row(page, first).getByRole('link', { name: first.name }),
    ])
      expect((await part.boundingBox())?.height, font).toBeGreaterThanOrEqual(44);
  });
  await expectGoodScreen(page);
});

test('selected orders are delivered after a question, without those that wait for a call; what comes back is announced', async ({
  page,
  baseURL: url = '',
}) => {
  const name = newName();
  const rider = await addRider(url);
  const [first, second, third] = await giveOrders(url, name);
  await operatorSends(url, 'POST', `/orders/${third.id}/stage`, { stage: 'to confirm' });
  await open(page, listOf(name));
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await expectGoodScreen(page);
  await bar.getByRole('button', { name: 'Deliver' }).click();
  const question = page.getByRole('dialog', { name: 'Deliver 2 orders?' });
  await expect(question).toContainText('1 to confirm: not delivered.');
  await question.getByRole('button', { name: 'Back' }).click();
  expect((await orderOf(url, first)).order.status).toBe('pending');
  await bar.getByRole('button', { name: 'Deliver' }).click();
  await question.getByRole('button', { name: 'Deliver them' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 orders are delivered.' })).toBeVisible();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 orders are as they were.' })).toBeVisible();

  await operatorSends(url, 'POST', `/orders/${second.id}/rider`, { rider: rider.id });
  await expect(row(page, second)).toContainText(rider.name);
  await operatorSends(url, 'POST', `/orders/${second.id}/return`, { reason: 'refused-at-door' });
  const announced = page.getByRole('status').filter({ hasText: `${second.name} was not delivered` });
  await expect(announced).toContainText('Refused at the door');
  await expect(row(page, second)).toContainText(/Not delivered.*Refused at the door, .* by the API/);
  await expectGoodScreen(page);
});

test('selected orders are packed at once and taken back at once, given to a rider, and found by the filter', async ({
  page,
  baseURL: url = '',
}) => {
  const name = newName();
  const rider = await addRider(url);
  const [first, second, third] = await giveOrders(url, name);
  await open(page, listOf(name));
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('checkbox', { name: `Select ${second.name}` }).uncheck();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await expect(bar).toContainText('2 selected');
  await expectGoodLooks(page);
  await bar.getByRole('button', { name: 'Packed' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 orders are packed.' })).toBeVisible();
  await expect(row(page, first)).toContainText('Packed');
  await expect(button(page, second, 'Packed')).toBeVisible();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('status').filter({ hasText: '2 orders are as they were.' })).toBeVisible();
  for (const order of [first, third]) await expect(button(page, order, 'Packed')).toBeVisible();
  await expect(bar).toHaveCount(0);

  for (const order of [first, second]) await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
  await bar.getByRole('combobox', { name: 'Rider' }).selectOption(rider.name);
  await expect(page.getByRole('status').filter({ hasText: '2 orders are with the rider.' })).toBeVisible();
  // On a phone the filters are folded; a choice is applied at once.
  const filter = page.getByRole('search').getByRole('combobox', { name: 'Rider' });
  await expect(filter).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await filter.selectOption(rider.name);
  await expect(page).toHaveURL(new RegExp(`rider=${rider.id}`));
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await expect(row(page, third)).toHaveCount(0);
  for (const order of [first, second]) await expect(row(page, order)).toContainText(rider.name);
  await expectGoodScreen(page);
});

test('a list that was scrolled before its scripts came stays there, and another screen opens at its top', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 300 });
  const release = await holdScripts(page);
  await page.goto('/operator/orders', { waitUntil: 'domcontentloaded' });
  const scrolled = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 100));
  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.dispatchEvent('click');
  await expect(filters).toHaveAttribute('aria-busy', 'true');
  release();
  // The scripts repeat the press when they are ready.
  await expect(filters).not.toHaveAttribute('aria-busy', 'true');
  expect(await scrolled()).toBe(100);
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).click();
  await expect(page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  expect(await scrolled()).toBe(0);
});

test('an order that came before a slow live connection was open is shown', async ({ page, baseURL: url = '' }) => {
  const name = newName();
  const connecting = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  await page.clock.install();
  await page.route('**/operator/live*', async (route) => {
    connecting.resolve();
    await late.promise;
    await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 600000\n\n' });
  });
  await open(page, listOf(name));
  await connecting.promise;
  const order = await giveOrder(url, null, { name });
  await page.clock.fastForward(5_000);
  late.resolve();
  await expect(row(page, order)).toBeVisible();
});
