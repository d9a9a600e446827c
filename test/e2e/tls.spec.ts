/**
 * The shop as in production, by the files in deploy/: two processes on one PostgreSQL behind nginx with TLS, rate
 * limits on, mail by SMTP.
 */
import { type MailServer, mailPart, startMailServer } from '../support/mail-server.ts';
import { HOST, type Nginx, startNginx } from '../support/nginx.ts';
import { importProducts, operatorSends, PRODUCTS } from '../support/operator-client.ts';
import { jpeg } from '../support/pictures.ts';
import { type ShopFixture, createShopFixture } from '../support/shop-fixture.ts';
import type { ShopProcess } from '../support/shop-process.ts';
import {
  PASSWORD,
  test as base,
  expect,
  expectPlaced,
  fillCart,
  fillCheckout,
  open,
  registerByScreen,
  stored,
} from './shop.ts';

const ORIGIN = `https://${HOST}`;

interface Deployment {
  nginx: Nginx;
  mail: MailServer;
  shops: readonly [ShopProcess, ShopProcess];
}

const test = base.extend<object, { deployment: Deployment }>({
  deployment: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its pattern.
    async ({}, use) => {
      const [fixture, mail] = await Promise.all([createShopFixture({ server: true }), startMailServer()]);
      const shops = await openShops(fixture, mail);
      const nginx = await startNginx(shops.map(({ url }) => Number(new URL(url).port)));
      await use({ nginx, mail, shops });
      await nginx.stop();
      await fixture.close();
      await mail.stop();
    },
    { scope: 'worker' },
  ],
  // The browser opens https://shop.example itself: the name and ports are mapped to nginx, and its key is trusted.
  launchOptions: [
    async ({ launchOptions, deployment: { nginx } }, use) => {
      const rules = [`MAP ${HOST}:443 127.0.0.1:${nginx.https}`, `MAP ${HOST}:80 127.0.0.1:${nginx.http}`].join(',');
      const args = [`--host-resolver-rules=${rules}`, `--ignore-certificate-errors-spki-list=${nginx.keyHash}`];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
    },
    { scope: 'worker' },
  ],
  baseURL: ORIGIN,
});

// One worker, and so the same shops for all tests of this file.
test.describe.configure({ mode: 'serial' });

async function openShops(fixture: ShopFixture, mail: MailServer): Promise<[ShopProcess, ShopProcess]> {
  const env = { PUBLIC_URL: ORIGIN, RATE_LIMIT: 'on', SMTP_URL: mail.url, MAIL_FROM: `shop@${HOST}` };
  const first = await fixture.open({ env, service: true });
  await importProducts(first.url, PRODUCTS);
  return [first, await fixture.open({ env, service: true })];
}

/** The link in the next mail whose text has one like it. */
async function linkIn(mail: MailServer, path: RegExp): Promise<string> {
  for (;;) {
    const { raw } = await mail.next();
    const link = mailPart(raw, 'text/plain')
      .match(/https?:\S+/g)
      ?.find((url) => path.test(url));
    if (link !== undefined) return link;
  }
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow', alsoExpected: [/Failed to load resource/] });

  test('a customer, from registering to an order, a new password by mail, and the shop without a network', async ({
    page,
    context,
    deployment,
  }) => {
    await page.goto(`http://${HOST}/user/register`);
    await expect(page, 'port 80 redirects to TLS').toHaveURL(`${ORIGIN}/user/register`);
    const { email } = await registerByScreen(page);
    const cookies = await context.cookies();
    expect(cookies.filter(({ name }) => name.endsWith('session_token'))).toMatchObject([
      { name: '__Host-sodai.session_token', domain: HOST, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
    ]);
    await fillCart(page, '/groceries/raw-products/rice', 2);
    await open(page, '/checkout');
    await fillCheckout(page);
    await page.getByRole('button', { name: 'Confirm checkout' }).click();
    await page.getByRole('radio', { name: 'Cash On delevery' }).check();
    await page.getByRole('button', { name: 'Place order' }).click();
    await expectPlaced(page);
    await open(page, '/user/profile');
    await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${ORIGIN}/`);
    expect(await context.cookies()).toEqual([]);

    await open(page, '/user/reset-password');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send reset link' }).click();
    const link = await linkIn(deployment.mail, /reset-password/);
    expect(link).toMatch(new RegExp(`^${ORIGIN}/user/reset-password/`));
    await open(page, link);
    await page.getByRole('textbox', { name: 'Password' }).fill('four ripe jackfruits');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(page.getByRole('status')).toContainText('Your password is changed');
    await open(page, '/user/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill('four ripe jackfruits');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(`${ORIGIN}/`);

    await stored(page, '/');
    await context.setOffline(true);
    await page.goto('/');
    await expect(page.getByRole('status').filter({ hasText: /^As of/ })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

test('an operator, from the mailed invitation to a picture and a catalogue file', async ({
  page,
  context,
  deployment,
}) => {
  const [shop] = deployment.shops;
  const email = `operator-${process.pid}-${Date.now()}@example.com`;
  await operatorSends(shop.url, 'POST', '/operators/invite', { email });
  const link = await linkIn(deployment.mail, /\/operator\/invitation\//);
  expect(link).toMatch(new RegExp(`^${ORIGIN}/operator/invitation/`));
  await open(page, link);
  await page.getByRole('textbox', { name: 'Name' }).fill('Rina Das');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name.endsWith('session_token'))).toMatchObject([
    { name: '__Host-sodai-operator.session_token', domain: HOST, path: '/', secure: true, httpOnly: true },
  ]);

  // Larger than other forms may be, through the proxy too.
  await open(page, '/operator/products/miniket');
  const photo = await jpeg(1_200, 1_600);
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();

  // The two processes take turns to answer: one has the file, the other one shows how far it is.
  const rows = Array.from({ length: 2_000 }, (_, at) => `tls-${at},Jam ${at},,450,gm,${100 + at},0,top,jams`);
  const header = 'id,name,image,weight,unit,price,discount,status,category';
  const file = { name: 'jams.csv', mimeType: 'text/csv', buffer: Buffer.from([header, ...rows].join('\n')) };
  expect(file.buffer.length).toBeGreaterThan(64 * 1024);
  await open(page, '/operator/import');
  await page.getByLabel('Catalogue file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check' }).click();
  const started = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/operator/import.data',
  );
  await page.getByRole('button', { name: 'Import' }).click();
  await started;
  const found = async (): Promise<string> => (await fetch(`${shop.url}/api/products?ids=tls-1999`)).text();
  await expect.poll(found).toContain('Jam 1999');
  await open(page, '/operator/products?q=jam+1999');
  await expect(page.getByRole('spinbutton', { name: 'Price' })).toHaveValue('2099');
});
