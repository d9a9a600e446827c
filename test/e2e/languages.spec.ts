/** Going from one language to the other, and what the two have in common. */
import type { Page } from '@playwright/test';
import {
  expect,
  fillCart,
  fillCheckout,
  open,
  PASSWORD,
  putInCart,
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

/** What the document at an address links to with each of these relations, without the shop's origin. */
async function linked(page: Page, address: string, selectors: readonly string[]): Promise<string[]> {
  const html = await (await page.request.get(address)).text();
  return page.evaluate(
    ([text, wanted]) => {
      const read = new DOMParser().parseFromString(text, 'text/html');
      return wanted.map((selector) => {
        const { pathname, search } = new URL(read.querySelector(`head link${selector}`)?.getAttribute('href') ?? '');
        return pathname + search;
      });
    },
    [html, selectors] as const,
  );
}

test('the link leads to the same screen with its query, and back', async ({ page }) => {
  for (const path of ['/', '/groceries/search-results?searchText=alu&searchCategory=raw-products', '/no-such-page']) {
    const bangla = path === '/' ? '/bn' : `/bn${path}`;
    await open(page, path);
    await expect(toBangla(page)).toHaveAttribute('lang', 'bn');
    await toBangla(page).click();
    await expect(page).toHaveURL(bangla);
    await waitForHydration(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
    await expect(toEnglish(page)).toHaveAttribute('lang', 'en');
    await toEnglish(page).click();
    await expect(page).toHaveURL(path);
  }
});

test('the menu has the link too, and it follows the shopper', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Groceries', exact: true }).first().click();
  // The menu closes when another screen is shown, which is after the address has changed.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Groceries');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'বাংলা' }).click();
  await expect(page).toHaveURL('/bn/groceries');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('সব পণ্য');
});

test('a page names itself and its other language to search engines', async ({ page, request }) => {
  await page.goto('/robots.txt');
  for (const [path, canonical] of [
    ['/', '/'],
    ['/groceries/offers', '/groceries/offers'],
    ['/product/ilish-hilsa', '/product/ilish-hilsa'],
    ['/groceries/search-results?searchText=alu', '/groceries/search-results'],
  ] as const) {
    const bangla = (address: string): string => (address === '/' ? '/bn' : `/bn${address}`);
    for (const [address, own] of [
      [path, canonical],
      [bangla(path), bangla(canonical)],
    ] as const) {
      expect(
        await linked(page, address, [
          '[rel=canonical]',
          '[rel=alternate][hreflang=en]',
          '[rel=alternate][hreflang=bn]',
        ]),
      ).toEqual([own, canonical, bangla(canonical)]);
    }
  }
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of ['/', '/bn', '/groceries/offers', '/bn/groceries/offers', '/bn/product/ilish-hilsa'])
    expect(sitemap).toContain(`${new URL(path, await page.evaluate(() => origin)).href}</loc>`);
  const robots = (await (await request.get('/robots.txt')).text()).split('\n');
  expect(robots).toEqual(
    expect.arrayContaining(['Disallow: /bn/cart', 'Disallow: /bn/user/', 'Allow: /bn/user/login']),
  );
  const manifest = await (await request.get('/bn/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'সদাই', lang: 'bn', start_url: '/bn' });
});

test('the endpoints have one address', async ({ request }) => {
  for (const path of ['/bn/api/products?ids=ilish-hilsa', '/bn/healthz', '/bn/sitemap.xml', '/bn/api/operator']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()['content-type']).toContain('text/html');
  }
});

test('cart and session are the same in both languages', async ({ page }) => {
  await register(page);
  await fillCart(page);
  await toBangla(page).click();
  await waitForHydration(page);
  await expect(page.getByRole('link', { name: 'কার্ট, ২টি পণ্য', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'কার্টে নিন' }).first().click();
  await page.getByRole('link', { name: 'কার্ট, ৩টি পণ্য', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('কার্ট');
  await toEnglish(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('link', { name: 'Cart, 3 items', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Account' }).first()).toBeVisible();
});

test('a visitor is led to the login of the language, and back after it', async ({ page }) => {
  const { email } = await register(page);
  await page.context().clearCookies();
  await open(page, '/bn/user/orders');
  await expect(page).toHaveURL('/bn/user/login?next=%2Fuser%2Forders');
  await page.getByRole('textbox', { name: 'ই-মেইল', exact: true }).fill(email);
  await toEnglish(page).click();
  await expect(page).toHaveURL('/user/login?next=%2Fuser%2Forders');
  await waitForHydration(page);
  // What was typed came along.
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await toBangla(page).click();
  await waitForHydration(page);
  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'লগ ইন' }).click();
  await expect(page).toHaveURL('/bn/user/orders');
  await page.getByRole('button', { name: 'লগ আউট', exact: true }).click();
  await expect(page).toHaveURL('/bn');
});

test('what was typed into a form comes along, but no password', async ({ page }) => {
  await register(page);
  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Road');
  await page.getByRole('textbox', { name: 'Phone' }).fill('017');
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('female');
  await toBangla(page).click();
  await waitForHydration(page);
  await expect(page.getByLabel('বাসা, রোড')).toHaveValue('12 Lake Road');
  await expect(page.getByLabel('মোবাইল নম্বর')).toHaveValue('017');
  await expect(page.getByLabel('জেন্ডার')).toHaveValue('female');
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

test('checkout goes on in the other language, from its fields to the order', async ({ page }) => {
  await register(page);
  await putInCart(page);
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
  await expect(page.getByRole('status').filter({ hasText: 'Order placed successfully!' })).toBeVisible();
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Offers');
  await context.setOffline(false);
  await expect(page).toHaveURL('/bn/groceries/offers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('নতুন অফার');

  // Unless the shopper goes elsewhere.
  await waitForHydration(page);
  await context.setOffline(true);
  await toEnglish(page).click();
  await expect(page.getByRole('status').filter({ hasText: 'ইন্টারনেট নেই।' })).toBeVisible();
  await page.getByRole('link', { name: 'সাহায্য' }).first().click();
  await context.setOffline(false);
  await expect(page).toHaveURL('/bn/help');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('সাহায্য');
  await expect(page.getByRole('status').filter({ hasText: 'ইন্টারনেট নেই।' })).toHaveCount(0);
});

test('Bangla digits, spaces and hyphens count on English pages too', async ({ page }) => {
  await register(page);
  await open(page, '/user/update-profile');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+৮৮ ০১৭১২-৩৪৫৬৭৮');
  await page.getByRole('textbox', { name: 'Street' }).fill('12 Lake Road');
  await page.getByRole('textbox', { name: 'City' }).fill('Dhaka');
  await page.getByRole('textbox', { name: 'Postcode' }).fill('১২০৭');
  await page.getByRole('button', { name: 'Update profile' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated!' })).toBeVisible();
  expect(await (await page.request.get('/api/profile')).json()).toMatchObject({
    phone: '+8801712345678',
    address: { postcode: '1207' },
  });
});

test('names, prices and orders have both languages', async ({ page }) => {
  await open(page, '/product/ilish-hilsa');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Padma Ilish');
  await expect(page.getByRole('heading', { level: 1 }).locator('[lang=bn]')).toHaveText('পদ্মার ইলিশ');
  await toBangla(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('পদ্মার ইলিশ');
  await expect(page.getByText('১ কেজি').first()).toBeVisible();
  await expect(page.getByText(/^৳[০-৯]+$/).first()).toBeVisible();
  // Both languages are searched in both.
  await open(page, '/groceries/search-results?searchText=ইলি');
  await expect(page.getByRole('article', { name: 'Padma Ilish' })).toBeVisible();
  await open(page, '/bn/groceries/search-results?searchText=pad');
  await expect(page.getByRole('article', { name: 'পদ্মার ইলিশ' })).toBeVisible();
});

test.describe('with service workers', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the Bangla shop opens without a network, with its age and its offline screen', async ({ page, context }) => {
    await open(page, '/bn');
    await stored(page, '/bn');
    await stored(page, '/bn/groceries');
    await open(page, '/bn/product/ilish-hilsa');
    await stored(page, '/bn/product/ilish-hilsa');
    await context.setOffline(true);
    const age = page.getByRole('status').filter({ hasText: /[০-৯]:[০-৯][০-৯]-এর দাম দেখছেন, এখন বদলে থাকতে পারে।/ });
    for (const [path, heading] of [
      ['/bn', 'বাজারের টাটকা সদাই,আপনার দরজায়'],
      ['/bn/groceries', 'সব পণ্য'],
      ['/bn/product/ilish-hilsa', 'পদ্মার ইলিশ'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(age).toBeVisible();
      await expect(page).toHaveURL(path);
    }
    await page.goto('/bn/groceries/beverages/cakes');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('আপনি এখন অফলাইনে');
    await expect(page.getByRole('main').getByRole('link', { name: 'সব পণ্য' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'পদ্মার ইলিশ' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('পদ্মার ইলিশ');
  });

  test('each language has its own copies, and a page never opens in the other one’s', async ({ page, context }) => {
    await open(page, '/');
    await stored(page, '/');
    await open(page, '/bn/groceries/offers');
    await stored(page, '/bn/groceries/offers');
    await context.setOffline(true);
    await page.goto('/groceries/offers');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
    await page.goto('/bn/groceries/offers');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('নতুন অফার');
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Fresh from the bazaar');
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

  test('a Bangla page of which nothing is stored opens when the network is back', async ({ page, context }) => {
    await open(page, '/');
    await stored(page, '/');
    await context.setOffline(true);
    // Never opened, so that English's service worker answers.
    await page.goto('/bn/cart');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
    await context.setOffline(false);
    await expect(page).toHaveURL('/bn/user/login?next=%2Fcart');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('লগ ইন');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('browsing, searching, logging in and the links between the languages work in Bangla', async ({
    page,
    request,
  }) => {
    const email = `no-scripts-${process.pid}-${Date.now()}@example.com`;
    await request.post('/api/auth/sign-up/email', { data: { name: 'রহিমা', email, password: PASSWORD } });
    await page.goto('/bn/groceries/raw-products/vegetables');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('link', { name: 'আরও দেখান' }).click();
    await expect(page).toHaveURL(/\/bn\/groceries\/raw-products\/vegetables\?after=/);
    await page.getByRole('searchbox').fill('আলু');
    await page.getByRole('button', { name: 'খুঁজুন', exact: true }).click();
    await expect(page.getByRole('article', { name: 'আলু', exact: true })).toBeVisible();
    await toEnglish(page).click();
    await expect(page.getByRole('article', { name: 'Potato', exact: true })).toBeVisible();
    await page.goto('/bn/user/profile');
    await page.getByLabel('ই-মেইল').first().fill(email);
    await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'লগ ইন' }).click();
    await expect(page.getByRole('alert')).toHaveText('ই-মেইল বা পাসওয়ার্ড মেলেনি');
    await page.getByLabel('ই-মেইল').first().fill(email);
    await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'লগ ইন' }).click();
    await expect(page).toHaveURL('/bn/user/profile');
    await page.getByRole('button', { name: 'লগ আউট', exact: true }).click();
    await expect(page).toHaveURL('/bn');
  });
});
