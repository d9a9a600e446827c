/** The list of orders in the operator's console: undo in place, selection, filters, packing slips, the export. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { UNDO_MS } from '../../domain/orders/change-order.ts';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { type PlacedOrder, placeNewOrder } from '../support/placed-order.ts';
import { expect, expectGoodLooks, expectGoodScreen, expectRefusedToStrangers, test } from './console.ts';
import { inEachFont } from './fonts.ts';
import { addRider } from './rounds.ts';
import { open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/] });

const newName = (): string => `Buyer ${randomUUID().slice(0, 8)}`;
const listOf = (name: string, more = ''): string => `/operator/orders?q=${encodeURIComponent(name)}${more}`;
const row = (page: Page, order: PlacedOrder) => page.getByRole('article', { name: order.name, exact: true });
const button = (page: Page, order: PlacedOrder, name: string) =>
  row(page, order).getByRole('button', { name, exact: true });

async function placeOrders(url: string, name: string): Promise<[PlacedOrder, PlacedOrder, PlacedOrder]> {
  const place = () => placeNewOrder(url, { name });
  return [await place(), await place(), await place()];
}

async function statusOf({ customer, id }: PlacedOrder): Promise<unknown> {
  return (await customer.get(`/api/orders/${id}`)).body;
}

test('what was done stays in its place for a while, with Undo, whatever else happens', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const name = newName();
  const [first, second, third] = await placeOrders(url, name);
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
  expect(await statusOf(first)).toMatchObject({ status: 'pending' });
  expect(await statusOf(third)).toMatchObject({ status: 'pending' });

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
  const added = await placeNewOrder(url, { name });
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
  expect(await statusOf(third)).toMatchObject({ status: 'delivered' });
});

test('an undo that comes too late, or after another change, says so', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const order = await placeNewOrder(url, { name: newName() });
  await open(page, `/operator/orders/${order.id}`);
  await page.getByRole('button', { name: 'Packed' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await operatorSends(url, 'POST', `/orders/${order.id}/deliver`, {});
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `${order.name} was changed meanwhile.` })).toBeVisible();
  expect(await statusOf(order)).toMatchObject({ status: 'delivered' });
});

test('a call confirms an order', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const name = newName();
  const order = await placeNewOrder(url, { name });
  await operatorSends(url, 'POST', `/orders/${order.id}/stage`, { stage: 'to confirm' });
  await open(page, listOf(name, '&stage=to+confirm'));
  await expect(row(page, order)).toContainText('To confirm');
  await expect(button(page, order, 'Packed')).toHaveCount(0);
  await expectGoodLooks(page);
  await button(page, order, 'No answer').click();
  await expect(page.getByRole('status').filter({ hasText: `${order.name} is changed.` })).toBeVisible();
  await button(page, order, 'Reached').click();
  await expect(row(page, order)).toHaveCount(0);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(button(page, order, 'Packed')).toBeVisible();
});

test('a phone shows five whole orders, with all that is to be pressed', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const url = baseURL ?? '';
  const name = newName();
  const orders = [...(await placeOrders(url, name)), ...(await placeOrders(url, name))];
  await operatorSends(url, 'POST', `/orders/${orders[1]?.id}/stage`, { stage: 'packed' });
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
    for (const part of [
      button(page, first, 'Deliver'),
      button(page, first, 'Cancel'),
      button(page, first, 'Packed'),
      row(page, first).getByRole('link', { name: '01712345678' }),
      row(page, first).getByRole('link', { name: first.name }),
    ])
      expect((await part.boundingBox())?.height, font).toBeGreaterThanOrEqual(44);
  });
  await expectGoodScreen(page);
});

test('selected orders are packed at once, and taken back at once', async ({ page, baseURL }) => {
  const name = newName();
  const [first, second, third] = await placeOrders(baseURL ?? '', name);
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
});

test('selected orders are given to a rider, found by the filter, and one is taken back', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const name = newName();
  const rider = await addRider(url);
  const [first, second, third] = await placeOrders(url, name);
  await open(page, listOf(name));
  for (const order of [first, second]) await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await bar.getByRole('combobox', { name: 'Rider' }).selectOption(rider.name);
  await expect(page.getByRole('status').filter({ hasText: '2 orders are with the rider.' })).toBeVisible();
  await open(page, listOf(name, `&rider=${rider.id}`));
  await expect(row(page, first)).toContainText(rider.name);
  await expect(row(page, second)).toBeVisible();
  await expect(row(page, third)).toHaveCount(0);

  await open(page, `/operator/orders/${first.id}`);
  const chosen = page.getByRole('combobox', { name: 'Rider' });
  await expect(chosen).toHaveValue(rider.id);
  await chosen.selectOption('No rider');
  await expect(page.getByRole('region', { name: 'History' }).getByRole('listitem')).toHaveCount(3);
  await expect(chosen).toHaveValue('');
});

test('of selected orders those are changed that nobody has changed meanwhile', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const name = newName();
  const [first, second] = await placeOrders(url, name);
  await page.route('**/operator/live*', () => undefined);
  await open(page, listOf(name));
  for (const order of [first, second]) await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
  expect((await second.customer.post(`/api/orders/${second.id}/cancel`, {})).status).toBe(200);
  await page.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Packed' }).click();
  await expect(page.getByRole('alert').filter({ hasText: `${second.name} was changed meanwhile.` })).toBeVisible();
  await expect(row(page, first)).toContainText('Packed');
});

test('filters are in the address, and the newest first is remembered', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const url = baseURL ?? '';
  const name = newName();
  const [first, second, third] = await placeOrders(url, name);
  await operatorSends(url, 'POST', `/orders/${second.id}/stage`, { stage: 'packed' });
  await open(page, listOf(name));
  const names = () => page.getByRole('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(await names()).toEqual([first.name, second.name, third.name]);
  await page.getByRole('combobox', { name: 'Stage' }).selectOption('Packed');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(row(page, second)).toBeVisible();
  await expect(page).toHaveURL(/stage=packed/);
  await page.getByRole('combobox', { name: 'Product' }).selectOption('Katla Fish');
  await expect(page).toHaveURL(/product=katla-fish/);
  await expect(page).toHaveURL(/stage=packed/);
  await expect(row(page, second)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Filters (2)' }).click();
  await expectGoodScreen(page);
  // The other views have no stages.
  await page.getByRole('link', { name: /^All \d/ }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  expect(await names()).toEqual([third.name, second.name, first.name]);
  await page.getByRole('link', { name: /^Pending \d/ }).click();
  await expect(page).not.toHaveURL(/status=all/);
  await page.getByRole('link', { name: 'Newest first' }).click();
  await expect(page).toHaveURL(/sort=newest/);
  await expect.poll(names).toEqual([third.name, second.name, first.name]);
  await open(page, listOf(name));
  await expect(page).toHaveURL(/sort=newest/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('link', { name: 'Oldest first' }).click();
  await expect(page).toHaveURL(/sort=oldest/);
  await open(page, listOf(name));
  expect(await names()).toEqual([first.name, second.name, third.name]);
  expect((await page.goto('/operator/orders?day=2026-02-31'))?.status()).toBe(400);
});

test('the export has the orders of the filters', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const url = baseURL ?? '';
  const name = newName();
  const [first, second] = await placeOrders(url, name);
  await operatorSends(url, 'POST', `/orders/${second.id}/stage`, { stage: 'packed' });
  await open(page, listOf(name, '&stage=packed'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d{2}-\d{2}\.csv$/);
  const answer = await page.request.get(
    `/operator/orders/export?q=${encodeURIComponent(name)}&status=pending&stage=packed`,
  );
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${second.id},`);
  expect(lines[1]).toContain('2 × Potato; 3 × Katla Fish');
  expect(lines.join()).not.toContain(first.id);
  const listed = await operatorRequest(url, '/orders?status=pending&stage=packed&sort=oldest&product=katla-fish');
  expect(await listed.text()).toContain(second.id);
  const refused = await operatorRequest(url, '/orders?product=katla-fish');
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { detail: 'product is only for status=pending.' },
  ]);
});

test('slips are printed once, unless they are asked for again, and with prices when chosen', async ({
  page,
  baseURL,
}) => {
  const name = newName();
  const [first, second, third] = await placeOrders(baseURL ?? '', name);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await open(page, listOf(name));
  for (const order of [first, third]) await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
  await page.getByRole('region', { name: 'Selected orders' }).getByRole('link', { name: 'Packing slips' }).click();
  const slips = page.getByRole('region', { name: /^Packing slip #/ });
  await expect(slips).toHaveCount(2);
  await expect(slips.first()).toContainText('Deliver on');
  await expect(slips.first()).not.toContainText('Subtotal');
  await page.getByRole('switch', { name: 'With prices' }).check();
  await expect(slips.first()).toContainText('3 × Tk 414.0 = Tk 1242.0');
  await expect(slips.first()).toContainText('Subtotal');
  await expectGoodLooks(page);
  const marked = page.waitForResponse((answer) => answer.request().method() === 'POST');
  await page.getByRole('button', { name: 'Print' }).click();
  await marked;
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');
  // What is being printed stays on the screen.
  await expect(slips).toHaveCount(2);
  const address = page.url();
  await open(page, listOf(name));
  await expect(row(page, first)).toContainText('Printed');
  await expect(row(page, second)).not.toContainText('Printed');
  await open(page, address);
  await expect(page.getByText('No slip waits to be printed.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Also printed ones' }).check();
  await expect(slips).toHaveCount(2);
  await expect(slips.first()).toContainText('Subtotal');
  await expectRefusedToStrangers(page, [{ path: '/operator/orders/slips', body: { form: { ids: second.id } } }]);
  await open(page, listOf(name));
  await expect(row(page, second)).not.toContainText('Printed');
});

test('the sound for new orders is remembered, and heard', async ({ page, baseURL }) => {
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
  await open(page, listOf(name));
  const sound = page.getByRole('switch', { name: 'Sound for new orders' });
  await expect(sound).not.toBeChecked();
  await sound.check();
  await page.reload();
  await expect(sound).toBeChecked();
  await page.getByRole('heading', { name: 'Orders' }).click();
  await placeNewOrder(baseURL ?? '', { name });
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'tones').count)).toBeGreaterThan(0);
});
