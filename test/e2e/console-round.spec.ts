/** The round of a rider: from door to door, with and without a connection. */
import type { Locator, Page } from '@playwright/test';
import { addRider, api, type Given, giveOrder, orderOf, tk } from '../support/operator-orders.ts';
import { becomeOperator, expect, expectGoodScreen, logOut, test } from './console.ts';
import { accessibilityViolations, open } from './shop.ts';

test.use({ alsoExpected: [/Failed to load resource/], viewport: { width: 320, height: 640 } });

/** Logs in the browser of the page as a rider: the rider's id. */
async function becomeRider(page: Page, url: string): Promise<string> {
  const { id } = await addRider(url);
  await becomeOperator(page.request, { role: 'rider', rider: id });
  return id;
}

const card = (page: Page, { name }: Given): Locator => page.getByRole('article', { name, exact: true });
const behind = (page: Page, { name }: Given): Locator => page.getByRole('listitem', { name, exact: true });

async function deliver(page: Page, order: Given, amount?: number): Promise<void> {
  await card(page, order).getByRole('button', { name: 'Delivered', exact: true }).click();
  if (amount !== undefined) await card(page, order).getByRole('spinbutton').fill(String(amount));
  await card(page, order).getByRole('button', { name: 'Confirm' }).click();
}

/** How often each change of the order was made. */
async function changes(url: string, order: Given): Promise<string[]> {
  const { history } = await orderOf(url, order);
  return history.flatMap(({ change }) => (change === null || change === 'rider' ? [] : [change]));
}

const cashOf = async (url: string, rider: string) =>
  (await api<{ rows: { rider: string; orders: number; collected: number }[] }>(url, 'GET', '/cash')).rows.find(
    (row) => row.rider === rider,
  );

test('from door to door: two taps each, which a thumb hits', async ({ openBrowser, baseURL: url = '' }) => {
  const page = await openBrowser({ viewport: { width: 320, height: 640 } });
  const rider = await becomeRider(page, url);
  const savar = await giveOrder(url, rider, { city: 'Savar' });
  const adabor = await giveOrder(url, rider, { city: 'Adabor' });
  const mirpur = await giveOrder(url, rider, { city: 'Mirpur' });
  await open(page, '/operator/round');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectGoodScreen(page);
    expect(await accessibilityViolations(page, ['color-contrast-enhanced'])).toEqual([]);
  }
  for (const name of ['Delivered', 'Not delivered']) {
    const box = await card(page, savar).getByRole('button', { name, exact: true }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(56);
  }
  const inReach = async (first: Given, name: string): Promise<void> => {
    const bar = await page.getByRole('navigation', { name: 'Console' }).getByRole('link').first().boundingBox();
    const part = await card(page, first).getByRole('button', { name, exact: true }).boundingBox();
    expect((part?.y ?? 0) + (part?.height ?? 0), name).toBeLessThanOrEqual(bar?.y ?? 0);
  };
  for (const name of ['Delivered', 'Not delivered']) await inReach(adabor, name);
  await card(page, adabor).getByRole('button', { name: 'Delivered', exact: true }).click();
  await inReach(adabor, 'Confirm');
  await card(page, adabor).getByRole('button', { name: 'Back' }).click();
  await card(page, adabor).getByRole('button', { name: 'Not delivered' }).click();
  await inReach(adabor, 'Back');
  await card(page, adabor).getByRole('button', { name: 'Back' }).click();

  await deliver(page, adabor);
  await expect(behind(page, adabor)).toContainText('delivered');
  await expect(card(page, mirpur)).toBeFocused();
  // Over the cards, in the window.
  const undo = behind(page, adabor).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeInViewport({ ratio: 1 });
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await topOf(undo)).toBeLessThan(await topOf(card(page, mirpur)));
  await expect(page.getByText('2 left')).toBeVisible();
  await card(page, mirpur).getByRole('button', { name: 'Not delivered' }).click();
  await expectGoodScreen(page);
  expect(await accessibilityViolations(page, ['color-contrast-enhanced'])).toEqual([]);
  await card(page, mirpur).getByRole('button', { name: 'Not reachable' }).click();
  await expect(behind(page, mirpur)).toContainText('not delivered: not reachable');
  await deliver(page, savar, savar.total + 104);
  await expect(card(page, savar).getByRole('alert')).toHaveText('Tk 104 more than is due.');
  await expect(card(page, savar).getByRole('spinbutton')).toHaveValue(String(savar.total + 104));
  await card(page, savar).getByRole('spinbutton').fill('৫০.৫');
  await card(page, savar).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(tk(adabor.total + 50.5))).toBeVisible();
  await expect(page.getByText('Nothing is left to bring.')).toBeVisible();
  await behind(page, savar).getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, savar)).toBeVisible();
  // The screen shows a press before the shop has it.
  await expect.poll(() => changes(url, savar)).toEqual(['deliver', 'undo']);
  await page.reload();
  const done = page.getByRole('region', { name: 'Done' });
  await expect(done.getByRole('listitem', { name: mirpur.name })).toContainText('not delivered: not reachable');
  await expect(done.getByRole('listitem', { name: adabor.name })).toContainText(`delivered, ${tk(adabor.total)}`);
  await expect(done.getByRole('button')).toHaveCount(0);
  await expectGoodScreen(page);
  expect((await orderOf(url, mirpur)).order).toMatchObject({ status: 'pending', stage: 'packed', rider: null });
  expect((await orderOf(url, savar)).order).toMatchObject({ status: 'pending', rider });
  expect(await cashOf(url, rider)).toMatchObject({ orders: 1, collected: adabor.total });
});

test('in a dead spot nothing is lost: kept, sent with the connection, each once, and a refusal stands until it is read', async ({
  openBrowser,
  baseURL: url = '',
}) => {
  const page = await openBrowser();
  const rider = await becomeRider(page, url);
  const given: Given[] = [];
  for (let at = 0; at < 5; at += 1) given.push(await giveOrder(url, rider, { city: 'Savar' }));
  const [first, second, third, fourth, fifth] = given;
  if (!first || !second || !third || !fourth || !fifth) throw new Error('no orders');
  await open(page, '/operator/round');
  await page.context().setOffline(true);
  await deliver(page, first, 100);
  await deliver(page, second);
  await card(page, third).getByRole('button', { name: 'Not delivered' }).click();
  await card(page, third).getByRole('button', { name: 'Customer asked' }).click();
  await deliver(page, fourth);
  await deliver(page, fifth, 20);
  await expect(page.getByText('Waiting for a connection')).toHaveCount(5);
  await expect(page.getByText('What you press is sent later.')).toBeVisible();
  await behind(page, fourth).getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, fourth)).toBeVisible();
  // Only ids of orders are kept.
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain(first.id);
  expect(kept).not.toContain('Savar');
  await logOut(page);
  await expect(page.getByRole('alert').filter({ hasText: 'not sent yet' })).toBeVisible();

  await api(url, 'POST', `/orders/${fifth.id}/cancel`, { reason: 'customer-asked' });
  // The phone is off for a while. The shop is opened again with a connection.
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await open(later, '/operator/round');
  await expect(later.getByText('1 left')).toBeVisible();
  await expect(later.getByText('Waiting for a connection')).toHaveCount(0);
  await expect.poll(() => changes(url, first)).toEqual(['deliver']);
  await expect.poll(() => changes(url, second)).toEqual(['deliver']);
  await expect.poll(() => changes(url, third)).toEqual(['return']);
  await expect.poll(() => changes(url, fourth)).toEqual([]);
  await expect.poll(() => cashOf(url, rider)).toMatchObject({ orders: 2, collected: 100 + second.total });
  await expect(later.getByText(tk(100 + second.total))).toBeVisible();
  const refusal = later.getByRole('alert').filter({ hasText: fifth.name });
  await expect(refusal).toContainText('delivered, Tk 20 was not stored. This order is canceled.');
  await later.reload();
  await refusal.getByRole('button', { name: 'I have read it' }).click();
  await expect(refusal).toHaveCount(0);
  await logOut(later);
  await expect(later).toHaveURL(/\/operator\/login/);
  expect(await later.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('round:')))).toEqual([]);
});

test('when the answer is lost it is sent again, and done once; in two tabs too', async ({
  openBrowser,
  baseURL: url = '',
}) => {
  const page = await openBrowser();
  const rider = await becomeRider(page, url);
  const order = await giveOrder(url, rider);
  const other = await page.context().newPage();
  await open(page, '/operator/round');
  let lost = 0;
  await page.route('**/operator/round/change', async (route) => {
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await deliver(page, order, 77);
  await expect.poll(() => lost).toBeGreaterThan(0);
  await expect(behind(page, order)).toContainText('Waiting for a connection');
  // The other tab sends what it finds.
  await open(other, '/operator/round');
  await expect(other.getByText('0 left')).toBeVisible();
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
  await expect.poll(() => changes(url, order)).toEqual(['deliver']);
  await expect.poll(() => cashOf(url, rider)).toMatchObject({ orders: 1, collected: 77 });
});
