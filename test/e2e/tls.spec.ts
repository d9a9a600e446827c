/** The shop as in production, by the files in deploy/: two processes on one PostgreSQL behind nginx with TLS, rate limits on, mail by SMTP. */
import type { Page } from '@playwright/test';
import { type MailServer, mailPart, startMailServer } from '../support/mail-server.ts';
import { HOST, type Nginx, startNginx } from '../support/nginx.ts';
import { OPERATOR_TOKEN, PRODUCTS, changeProduct, importProducts } from '../support/operator-client.ts';
import { jpeg } from '../support/pictures.ts';
import { type ShopFixture, createShopFixture } from '../support/shop-fixture.ts';
import type { ShopProcess } from '../support/shop-process.ts';
import { PASSWORD, test as base, expect, fillCart, fillCheckout, open, registerByScreen, stored } from './shop.ts';

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

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await open(page, '/user/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/`);
}

async function logOut(page: Page): Promise<void> {
  await open(page, '/user/profile');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/`);
}

/** The link in the next mail whose text has one like it. */
async function linkIn(mail: MailServer, path: RegExp): Promise<{ link: string; text: string }> {
  for (;;) {
    const { raw } = await mail.next();
    const text = mailPart(raw, 'text/plain');
    const link = text.match(/https?:\S+/g)?.find((url) => path.test(url));
    if (link !== undefined) return { link, text };
  }
}

test('a customer, from registering to an order and a new password by mail', async ({ page, context, deployment }) => {
  await page.goto(`http://${HOST}/user/register`);
  await expect(page, 'port 80 redirects to TLS').toHaveURL(`${ORIGIN}/user/register`);
  const { email } = await registerByScreen(page);
  expect(await context.cookies()).toMatchObject([
    { name: '__Host-sodai.session_token', domain: HOST, path: '/', secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  await fillCart(page, '/groceries/raw-products/rice', 2);
  await open(page, '/checkout');
  await fillCheckout(page);
  await page.getByRole('button', { name: 'Confirm checkout' }).click();
  await page.getByRole('radio', { name: 'Cash On delevery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('status').getByText('Order placed successfully!')).toBeVisible();
  await logOut(page);
  expect(await context.cookies()).toEqual([]);
  await open(page, '/user/reset-password');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  const { link } = await linkIn(deployment.mail, /reset-password/);
  expect(link).toMatch(new RegExp(`^${ORIGIN}/user/reset-password/`));
  await open(page, link);
  await page.getByRole('textbox', { name: 'Password' }).fill('four ripe jackfruits');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('status')).toContainText('Your password is changed');
  await logIn(page, email, 'four ripe jackfruits');
});

test('a customer in Bangla: an account, an order and its mail', async ({ page, deployment }) => {
  const { mail } = deployment;
  const email = `bangla-${process.pid}-${Date.now()}@example.com`;
  await open(page, '/bn/user/register?next=%2Fgroceries%2Fraw-products%2Frice');
  await page.getByRole('textbox', { name: 'নাম', exact: true }).fill('রহিমা খাতুন');
  await page.getByRole('textbox', { name: 'ই-মেইল', exact: true }).fill(email);
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/bn/groceries/raw-products/rice`);
  await page.getByRole('button', { name: 'কার্টে নিন' }).first().click();
  await open(page, '/bn/checkout');
  await page.getByLabel('মোবাইল নম্বর').fill('০১৭১২ ৩৪৫-৬৭৮');
  await page.getByLabel('জেন্ডার').selectOption('নারী');
  await page.getByLabel('বাসা, রোড').fill('১২ লেক রোড');
  await page.getByLabel('এলাকা ও শহর').fill('ঢাকা');
  await page.getByLabel('পোস্টকোড').fill('১২০৭');
  await page.getByLabel('বিভাগ', { exact: true }).selectOption('ঢাকা');
  await page.getByRole('button', { name: 'ঠিকানা নিশ্চিত করুন' }).click();
  await page.getByRole('radio', { name: 'ক্যাশ অন ডেলিভারি' }).check();
  await page.getByRole('button', { name: 'অর্ডার করুন' }).click();
  await expect(page.getByRole('status').getByText('আপনার অর্ডার হয়ে গেছে!')).toBeVisible();
  const order = await linkIn(mail, /\/bn\/user\/orders\//);
  expect(order.text).toContain('সর্বমোট: ৳');
  expect(order.text).toContain('ঢাকা ১২০৭, মোবাইল ০১৭১২৩৪৫৬৭৮');
  await open(page, order.link);
  await expect(page).toHaveURL(/\/bn\/user\/orders\//);
});

test('an operator, from the mailed invitation to a picture and a catalogue file', async ({
  page,
  context,
  deployment,
}) => {
  const [shop] = deployment.shops;
  const email = `operator-${process.pid}-${Date.now()}@example.com`;
  const invited = await fetch(`${shop.url}/api/operator/operators/invite`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  expect(invited.status).toBe(200);
  const { link } = await linkIn(deployment.mail, /\/operator\/invitation\//);
  expect(link).toMatch(new RegExp(`^${ORIGIN}/operator/invitation/`));
  await open(page, link);
  await page.getByRole('textbox', { name: 'Name' }).fill('Rina Das');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
  expect(await context.cookies()).toMatchObject([
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

/** The number of live connections of a process. */
async function connections({ url }: ShopProcess): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
  return Number(/^sodai_live_connections (\d+)$/m.exec(await response.text())?.[1]);
}

test('a change through one process shows on a page that listens to the other', async ({
  page,
  deployment: { shops },
}) => {
  await open(page, '/groceries/raw-products/fish');
  const counts = () => Promise.all(shops.map(connections));
  await expect.poll(counts).toContain(1);
  const other = shops[(await counts()).indexOf(0)];
  if (!other) throw new Error('both processes are listened to');
  await changeProduct(other.url, 'rui', { price: 410 });
  await expect(page.getByText('Tk 410', { exact: true })).toBeVisible();
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow', alsoExpected: [/Failed to load resource/] });

  test('the shop opens without a network', async ({ page, context }) => {
    await open(page, '/');
    await stored(page, '/');
    await context.setOffline(true);
    await page.goto('/');
    await expect(page.getByRole('status').filter({ hasText: /^As of/ })).toBeVisible();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
