/** The console as an app of its own: messages on a phone, and the round without a network. */
import { SHIPPING } from '../support/factories.ts';
import { addRider, giveOrder, orderOf } from '../support/operator-orders.ts';
import { becomeOperator, expect, expectGoodLooks, logOut, test } from './console.ts';
import { allowPushes, deliver, notifications, press, SHOWS_PUSHES } from './pushes.ts';
import { open } from './shop.ts';

const WORKER = '/sw-console.js';
const SCOPE = '/operator';

test.use({ ...SHOWS_PUSHES, serviceWorkers: 'allow', alsoExpected: [/Failed to load resource|net::ERR_/] });

test('an operator switches messages on; a new order shows, the next about it replaces it, a press opens it', async ({
  page,
  context,
  baseURL: url = '',
}) => {
  await allowPushes(context, url);
  await open(page, '/operator/account');
  const panel = page.getByRole('region', { name: 'Notify this phone' });
  await panel.getByRole('button', { name: 'Notify this phone' }).click();
  await expect(panel.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expectGoodLooks(page);
  await page.reload();
  await expect(panel.getByRole('button', { name: 'Stop' })).toBeVisible();

  const order = await giveOrder(url, null);
  const message = { tag: order.id, lang: 'en', url: `/operator/orders/${order.id}` };
  await deliver(page, SCOPE, { ...message, title: `Order ${order.name}`, body: 'New order, Tk 110.0' });
  await expect.poll(() => notifications(page, SCOPE)).toEqual([`Order ${order.name}: New order, Tk 110.0 !`]);
  await deliver(page, SCOPE, { ...message, title: `Order ${order.name}`, body: 'Canceled by the customer, Tk 110.0' });
  await expect
    .poll(() => notifications(page, SCOPE))
    .toEqual([`Order ${order.name}: Canceled by the customer, Tk 110.0 !`]);
  expect(await press(page, WORKER)).toEqual([`opens /operator/orders/${order.id}`]);
  expect(await notifications(page, SCOPE)).toEqual([]);

  await open(page, `/operator/orders/${order.id}`);
  await deliver(page, SCOPE, { ...message, title: `Order ${order.name}`, body: 'Not delivered, Tk 110.0' });
  await expect.poll(() => notifications(page, SCOPE)).toHaveLength(1);
  expect(await press(page, WORKER)).toEqual([`focuses /operator/orders/${order.id}`]);

  // Whoever logs in here afterwards is not told.
  await logOut(page);
  await expect(page).toHaveURL(/\/operator\/login/);
  await becomeOperator(page.request);
  await open(page, '/operator/account');
  await expect(panel.getByRole('button', { name: 'Notify this phone' })).toBeVisible();
});

test('the round opens without a network after one visit, with what was pressed; a logout leaves nothing', async ({
  openBrowser,
  baseURL: url = '',
}) => {
  const page = await openBrowser();
  const { id: rider } = await addRider(url);
  await becomeOperator(page.request, { role: 'rider', rider });
  const [first, second] = [await giveOrder(url, rider), await giveOrder(url, rider)];
  await open(page, '/operator/round');
  const kept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('round-'));
      const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return stored.flat().map((one) => new URL(one.url).pathname);
    });
  await expect.poll(kept).toContain('/operator/round');

  const card = (name: string) => page.getByRole('article', { name, exact: true });
  await page.context().setOffline(true);
  for (const address of ['/operator/round', '/operator']) {
    await page.goto(address);
    await expect(card(first.name)).toContainText(SHIPPING.street);
    await expect(page).toHaveURL('/operator/round');
  }
  await expect(page.getByText('What you press is sent later.')).toBeVisible();
  await card(first.name).getByRole('button', { name: 'Delivered', exact: true }).click();
  await card(first.name).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Waiting for a connection')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Waiting for a connection')).toBeVisible();
  await expect(card(first.name)).toHaveCount(0);
  await expect(card(second.name)).toBeVisible();
  // Nothing else of the console opens.
  await expect(page.goto('/operator/account')).rejects.toThrow('ERR_');

  await page.context().setOffline(false);
  await page.goto('/operator/round');
  await expect.poll(async () => (await orderOf(url, first)).order.status).toBe('delivered');
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0);
  await logOut(page);
  await expect(page).toHaveURL(/\/operator\/login/);
  expect(await kept()).toEqual([]);
  await page.context().setOffline(true);
  await expect(page.goto('/operator/round')).rejects.toThrow('ERR_');
});

test('it installs as an app beside the shop', async ({ page }) => {
  await open(page, '/operator/orders');
  const address = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? '';
  const manifest = await (await page.request.get(address)).json();
  expect(manifest).toMatchObject({ id: SCOPE, start_url: SCOPE, scope: SCOPE, display: 'standalone' });
  const devtools = await page.context().newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});
