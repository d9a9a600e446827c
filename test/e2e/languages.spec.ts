/** Going from one language to the other, and what the two have in common. */
import type { Page } from '@playwright/test';
import {
  expect,
  expectPlaced,
  fillCart,
  fillCheckout,
  open,
  PASSWORD,
  register,
  stored,
  test,
  waitForHydration,
} from './shop.ts';

// The tests take the network away.
test.use({ alsoExpected: [/Failed to load resource/] });

const toBangla = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'বাংলা' });
const toEnglish = (page: Page) =>
  page.getByRole('navigation', { name: 'শর্টকাট' }).getByRole('link', { name: 'English' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a customer goes from one language to the other with cart and session, up to the order', async ({ page }) => {
  await register(page);
  await fillCart(page, '/groceries/raw-products/rice', 2);
  // The menu's link follows the shopper. The menu closes when another screen is shown, which is after the address has
  // changed.
  await page.getByRole('link', { name: 'Groceries', exact: true }).first().click();
  await expect(heading(page)).toHaveText('Groceries');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'বাংলা' }).click();
  await expect(page).toHaveURL('/bn/groceries');
  await waitForHydration(page);
  await expect(heading(page)).toHaveText('সব পণ্য');
  await expect(page.getByRole('link', { name: 'কার্ট, ২টি পণ্য', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'কার্টে নিন' }).first().click();
  await page.getByRole('link', { name: 'কার্ট, ৩টি পণ্য', exact: true }).click();
  await expect(heading(page)).toHaveText('কার্ট');
  await toEnglish(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('link', { name: 'Cart, 3 items', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Account' }).first()).toBeVisible();

  await open(page, '/checkout');
  await fillCheckout(page);
  await toBangla(page).click();
  await expect(page).toHaveURL('/bn/checkout');
  await expect(page.getByLabel('পোস্টকোড')).toHaveValue('1207');
  await page.getByRole('button', { name: 'ঠিকানা নিশ্চিত করুন' }).click();
  await expect(page).toHaveURL('/bn/payment');
  await page.getByRole('radio', { name: 'ক্যাশ অন ডেলিভারি' }).check();
  await toEnglish(page).click();
  await expect(page).toHaveURL('/payment');
  await expect(page.getByRole('radio', { name: 'Cash On delevery' })).toBeChecked();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expectPlaced(page);
});

test('what was typed into a form comes along, but no password', async ({ page }) => {
  await register(page);
  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Road');
  await page.getByRole('textbox', { name: 'Phone' }).fill('017');
  await page.getByRole('radio', { name: 'Female' }).check();
  await toBangla(page).click();
  await waitForHydration(page);
  await expect(page.getByLabel('বাসা, রোড')).toHaveValue('12 Lake Road');
  await expect(page.getByLabel('মোবাইল নম্বর')).toHaveValue('017');
  await expect(page.getByRole('radio', { name: 'নারী' })).toBeChecked();
  // Once: a reload has what the shop knows.
  await page.reload();
  await expect(page.getByLabel('মোবাইল নম্বর')).toHaveValue('');

  await open(page, '/user/change-password');
  await page.getByLabel('Current password').fill(PASSWORD);
  // One that is shown is a text field.
  await page.getByLabel('New password').fill(`${PASSWORD} again`);
  await page.getByRole('button', { name: 'Show password' }).last().click();
  await toBangla(page).click();
  await waitForHydration(page);
  await expect(page.getByLabel('নতুন পাসওয়ার্ড')).toHaveValue('');
  await expect(page.getByLabel('বর্তমান পাসওয়ার্ড')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(PASSWORD);
});

test('without a network the page stays, and the other language comes with the connection', async ({
  page,
  context,
}) => {
  await open(page, '/groceries/offers');
  await context.setOffline(true);
  await toBangla(page).click();
  const notice = page.getByRole('status').filter({ hasText: 'No connection. The page opens as soon as there is one.' });
  await expect(notice).toBeVisible();
  await expect(heading(page)).toHaveText('New Offers');
  await context.setOffline(false);
  await expect(page).toHaveURL('/bn/groceries/offers');
  await expect(heading(page)).toHaveText('নতুন অফার');

  // Unless the shopper goes elsewhere, also when the network comes back right after that press.
  await waitForHydration(page);
  await context.setOffline(true);
  await toEnglish(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'ইন্টারনেট নেই।' })).toBeVisible();
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  const help = page.getByRole('link', { name: 'সাহায্য' }).first();
  await help.evaluate((link: HTMLElement) => {
    const { fetch } = globalThis;
    // The document that waits is answered before the next task of the page, in which a screen could be drawn.
    globalThis.fetch = async (address, options) =>
      address === '/groceries/offers' ? new Response() : fetch(address, options);
    link.click();
    globalThis.dispatchEvent(new Event('online'));
  });
  await context.setOffline(false);
  await expect(page).toHaveURL('/bn/help');
  await expect(heading(page)).toHaveText('সাহায্য');
  await expect(page.getByRole('status').filter({ hasText: 'ইন্টারনেট নেই।' })).toHaveCount(0);
  expect(opened).not.toContain('/groceries/offers');
});

test.describe('with service workers', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the Bangla shop opens without a network, with its age, its offline screen and copies of its own', async ({
    page,
    context,
  }) => {
    await open(page, '/');
    await stored(page, '/');
    await context.setOffline(true);
    // Never opened, so that English's service worker answers.
    await page.goto('/bn/cart');
    await expect(heading(page)).toHaveText('আপনি এখন অফলাইনে');
    await context.setOffline(false);
    await expect(page).toHaveURL('/bn/user/login?next=%2Fcart');
    await expect(heading(page)).toHaveText('লগ ইন');

    await open(page, '/bn');
    await stored(page, '/bn');
    await stored(page, '/bn/groceries');
    await open(page, '/bn/product/ilish-hilsa');
    await stored(page, '/bn/product/ilish-hilsa');
    await context.setOffline(true);
    const age = page.getByRole('status').filter({ hasText: /[০-৯]:[০-৯][০-৯]-এর দাম দেখছেন, এখন বদলে থাকতে পারে।/ });
    for (const [path, title] of [
      ['/bn', 'বাজারের টাটকা সদাই, আপনার দরজায়'],
      ['/bn/groceries', 'সব পণ্য'],
      ['/bn/product/ilish-hilsa', 'পদ্মার ইলিশ'],
    ] as const) {
      await page.goto(path);
      await expect(heading(page)).toHaveText(title);
      await expect(age).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    await page.goto('/bn/groceries/beverages/cakes');
    await expect(heading(page)).toHaveText('আপনি এখন অফলাইনে');
    await expect(page.getByRole('main').getByRole('link', { name: 'সব পণ্য' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'পদ্মার ইলিশ' }).click();
    await expect(heading(page)).toHaveText('পদ্মার ইলিশ');

    // A page never opens in the other language's copy.
    await page.goto('/product/ilish-hilsa');
    await expect(heading(page)).toHaveText('You are offline');
    await page.goto('/');
    await expect(heading(page)).toContainText('Fresh from the bazaar');
    const kept = await page.evaluate(async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith('pages-'));
      return Promise.all(
        names.map(async (name) => ({
          language: name.split('-')[1],
          paths: (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        })),
      );
    });
    for (const { language, paths } of kept)
      for (const path of paths) expect(/^\/bn[./]/.test(path), path).toBe(language === 'bn');
    expect(kept).toHaveLength(2);
  });
});
