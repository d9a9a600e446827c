/** The shop in Bangla: a walk over all screens, on which no English sentence may stand. */
import type { Page } from '@playwright/test';
import { accessibilityViolations, expect, newAccount, open, PASSWORD, register, test } from './shop.ts';

/** Names, addresses and formats that are the same in every language. An e-mail address can be two pieces of text. */
const SAME_EVERYWHERE =
  /https?:\S+|\S*@\S+|shopper-\S+|#[a-z0-9]{6}|delete-my-account|Facebook|Instagram|YouTube|App Store|Google Play|Stripe|JPEG|PNG|WebP|AVIF|GIF/g;

/** What shoppers see or hear of this page that has Latin words, and its ASCII digits beside Bangla letters. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [document.title];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      // The link to the English page is English.
      if (node.parentElement?.closest('script, style, noscript, body [lang=en]')) continue;
      seen.push(node.textContent ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'alt', 'title', 'content'])
      for (const element of document.querySelectorAll(
        `body [${name}], meta[name=description], meta[property="og:title"], meta[property="og:description"]`,
      ))
        if (element.hasAttribute(name)) seen.push(element.getAttribute(name) ?? '');
    return seen;
  });
  return texts
    .map((text) => text.replace(SAME_EVERYWHERE, '').trim())
    .filter((text) => /[A-Za-z]{2}/.test(text) || /[\u0980-\u09ff].*[0-9]|[0-9].*[\u0980-\u09ff]/.test(text));
}

/** Opens a Bangla page and checks it. */
async function walk(page: Page, path: string): Promise<void> {
  await open(page, `/bn${path}`);
  await check(page, path);
}

async function check(page: Page, where: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
  await expect(page.getByRole('status', { name: 'লোড হচ্ছে' })).toHaveCount(0);
  expect.soft(await englishOn(page), where).toEqual([]);
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test('the check finds English', async ({ page }) => {
  await open(page, '/');
  expect(await englishOn(page)).toContain('Top Products');
  await open(page, '/bn/user/login');
  await page.evaluate(() => document.querySelector('form')?.setAttribute('aria-label', 'Log in here'));
  expect(await englishOn(page)).toEqual(['Log in here']);
});

/** Axe needs long on screens with many cards. */
const AXE = new Set(['', '/product/ilish-hilsa', '/user/login', '/no-such-page']);

test('a visitor reads Bangla on every screen', async ({ page }) => {
  for (const path of [
    '',
    '/about',
    '/help',
    '/groceries',
    '/groceries/trending',
    '/groceries/raw-products',
    '/groceries/beverages',
    '/groceries/beverages/jams',
    '/groceries/offers',
    '/groceries/search-results?searchText=চাল&searchCategory=all',
    '/groceries/search-results?searchText=%E0%A6%9C%E0%A7%8D%E0%A6%9C%E0%A7%8D%E0%A6%9C&searchCategory=raw-products',
    '/groceries/search-results',
    '/product/ilish-hilsa',
    '/product/none',
    '/favourites',
    '/no-such-page',
    '/groceries/nothing/here',
    '/user/login',
    '/user/login?next=%2Fcart',
    '/user/register',
    '/user/reset-password',
    '/user/reset-password/some-token',
  ]) {
    await walk(page, path);
    if (AXE.has(path)) expect.soft(await accessibilityViolations(page), path).toEqual([]);
  }

  await page.getByLabel('পাসওয়ার্ড', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'নতুন পাসওয়ার্ড দিন' }).click();
  await expect(alert(page, 'লিংকটি আর কাজ করছে না')).toBeVisible();
  await check(page, 'a reset link that does not work');
});

test('the menu, suggestions and favourites are in Bangla', async ({ page }) => {
  await open(page, '/bn');
  await page.getByRole('button', { name: 'মেনু' }).click();
  await check(page, 'the menu');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'পণ্য খুঁজুন' }).fill('ইলিশ');
  await expect(page.getByRole('listbox', { name: 'মিল আছে এমন পণ্য' }).getByRole('option').first()).toContainText(
    'ইলিশ',
  );
  await check(page, 'suggestions');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/bn\/product\//);
  await page.getByRole('button', { name: 'পছন্দের তালিকায় রাখুন' }).click();
  await page.getByRole('button', { name: 'কার্টে নিন' }).first().click();
  await check(page, 'a product in the cart');
  await page.getByRole('button', { name: 'মেনু' }).click();
  await page.getByRole('navigation', { name: 'মেনু' }).getByRole('link', { name: 'পছন্দের তালিকা' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('পছন্দের তালিকা');
  await expect(page.getByRole('article')).toHaveCount(1);
  await check(page, 'favourites');
});

test('what a form refuses is said in Bangla', async ({ page }) => {
  await open(page, '/bn/user/login');
  const email = page.getByRole('textbox', { name: 'ই-মেইল', exact: true });
  const password = page.getByLabel('পাসওয়ার্ড', { exact: true });
  await email.fill(newAccount().email);
  await password.fill('wrong password');
  await page.getByRole('button', { name: 'লগ ইন' }).click();
  await expect(alert(page, 'এই ই-মেইলে কোনো অ্যাকাউন্ট নেই!')).toBeVisible();
  await check(page, 'an unknown account');

  const known = await register(page);
  await page.context().clearCookies();
  await open(page, '/bn/user/login');
  await email.fill(known.email);
  await password.fill('wrong password');
  await page.getByRole('button', { name: 'লগ ইন' }).click();
  await expect(alert(page, 'ই-মেইল বা পাসওয়ার্ড মেলেনি')).toBeVisible();
  await page.getByRole('button', { name: 'পাসওয়ার্ড দেখুন' }).click();
  await check(page, 'a wrong password');

  await open(page, '/bn/user/register');
  await page.getByRole('textbox', { name: 'নাম', exact: true }).fill('রহিমা');
  await email.fill(known.email);
  await password.fill('password');
  await page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
  await expect(alert(page, 'আগে থেকেই অ্যাকাউন্ট আছে')).toBeVisible();
  await email.fill(newAccount().email);
  await password.fill('password');
  await page.getByRole('button', { name: 'অ্যাকাউন্ট খুলুন' }).click();
  await expect(alert(page, 'সহজে আন্দাজ করা যায়')).toBeVisible();
  await check(page, 'a common password');

  await open(page, '/bn/user/reset-password');
  await email.fill(known.email);
  await page.getByRole('button', { name: 'লিংক পাঠান' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'একটি লিংক পাঠানো হয়েছে' })).toBeVisible();
  await check(page, 'a reset link was sent');
});

test('a customer shops in Bangla, with Bangla digits, from the listing to the cancelled order', async ({ page }) => {
  await register(page, { ...newAccount(), name: 'রহিমা খাতুন' });
  await walk(page, '/empty-cart');
  await open(page, '/bn/groceries/raw-products/rice');
  for (let product = 0; product < 2; product += 1) await page.getByRole('button', { name: 'কার্টে নিন' }).first().click();
  await check(page, 'cards in the cart');
  await page.getByRole('link', { name: 'কার্ট, ২টি পণ্য', exact: true }).click();
  await expect(page).toHaveURL('/bn/cart');
  await page.getByRole('spinbutton').first().fill('১২');
  await expect(page.getByText('২ রকম পণ্য, মোট ১৩টি')).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'সর্বমোট' })).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText(/^৳[০-৯]+\.[০-৯]$/);
  await check(page, 'the cart');
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'চেকআউট' }).click();
  await page.getByRole('button', { name: 'ঠিকানা নিশ্চিত করুন' }).click();
  await expect(alert(page, 'আগে সব ঘর পূরণ করুন!')).toBeVisible();
  await page.getByLabel('মোবাইল নম্বর').fill('০১৭');
  await page.getByLabel('জেন্ডার').selectOption('নারী');
  await page.getByLabel('বাসা, রোড').fill('১২ লেক রোড');
  await page.getByLabel('এলাকা ও শহর').fill('ধানমন্ডি');
  await page.getByLabel('পোস্টকোড').fill('১২০৭');
  await page.getByLabel('বিভাগ', { exact: true }).selectOption('ঢাকা');
  await page.getByRole('button', { name: 'ঠিকানা নিশ্চিত করুন' }).click();
  await expect(alert(page, 'মোবাইল নম্বর ১১ সংখ্যার হতে হবে')).toBeVisible();
  await check(page, 'a wrong phone number');
  await page.getByLabel('মোবাইল নম্বর').fill('০১৭১২-৩৪৫ ৬৭৮');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'ঠিকানা নিশ্চিত করুন' }).click();

  await expect(page).toHaveURL('/bn/payment');
  await page.getByRole('button', { name: 'অর্ডার করুন' }).click();
  await expect(alert(page, 'কীভাবে টাকা দেবেন, বেছে নিন!')).toBeVisible();
  await page.getByRole('radio', { name: 'কার্ড (Stripe)' }).check();
  await check(page, 'payment');
  await page.getByRole('radio', { name: 'ক্যাশ অন ডেলিভারি' }).check();
  await page.getByRole('button', { name: 'অর্ডার করুন' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'আপনার অর্ডার হয়ে গেছে!' })).toBeVisible();
  await expect(page).toHaveURL('/bn');
  await expect(page.getByRole('region', { name: 'নোটিশ' })).toContainText('আপনার অর্ডার কনফার্ম হয়েছে!');
  await check(page, 'the banner');

  await walk(page, '/user/orders');
  await page.getByRole('link', { name: /^#/ }).click();
  await expect(page.getByText('০১৭১২৩৪৫৬৭৮')).toBeVisible();
  await check(page, 'the order');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'অর্ডার বাতিল করুন' }).click();
  await check(page, 'the question');
  await page.getByRole('dialog', { name: 'অর্ডারটি বাতিল করবেন?' }).getByRole('button', { name: 'হ্যাঁ' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'আপনার অর্ডার বাতিল হয়েছে' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'বাতিল', exact: true })).toBeDisabled();
  await check(page, 'the cancelled order');
  await page.getByRole('button', { name: 'আবার অর্ডার করুন' }).click();
  await expect(page).toHaveURL('/bn/cart');
  await check(page, 'ordered again');
});

test('the account is in Bangla, its refusals and its messages too', async ({ page }) => {
  await register(page, { ...newAccount(), name: 'করিম' });
  await walk(page, '/user/profile');
  await walk(page, '/user/orders');
  await walk(page, '/user/orders/abcdefghijklmnopqrstuvwx');
  await walk(page, '/user/change-password');
  await page.getByLabel('বর্তমান পাসওয়ার্ড').fill('not my password');
  await page.getByLabel('নতুন পাসওয়ার্ড').fill('five blue fishing boats');
  await page.getByRole('button', { name: 'পাসওয়ার্ড বদলান' }).click();
  await expect(alert(page, 'বর্তমান পাসওয়ার্ড মেলেনি!')).toBeVisible();
  await check(page, 'a wrong password');

  await walk(page, '/user/delete-account');
  await page.getByRole('button', { name: 'অ্যাকাউন্ট মুছুন' }).click();
  await expect(alert(page, 'লেখা মেলেনি!')).toBeVisible();
  await check(page, 'another text');

  await walk(page, '/user/update-profile');
  await page.getByRole('button', { name: 'প্রোফাইল আপডেট করুন' }).click();
  await expect(alert(page, 'মোবাইল নম্বর দিন!')).toBeVisible();
  await check(page, 'a missing phone number');
  await page.getByLabel('মোবাইল নম্বর').fill('০১৮ ১২৩ ৪৫৬ ৭৮');
  await page.getByLabel('বাসা, রোড').fill('৫ স্টেশন রোড');
  await page.getByLabel('এলাকা ও শহর').fill('কুমিল্লা');
  await page.getByLabel('পোস্টকোড').fill('৩৫০০');
  await page.getByRole('button', { name: 'প্রোফাইল আপডেট করুন' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'প্রোফাইল আপডেট হয়েছে!' })).toBeVisible();
  await page.getByLabel('ছবি দিন').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('none') });
  await expect(alert(page, 'ছবি দেওয়া যায়নি!')).toBeVisible();
  await check(page, 'a refused picture');
  await walk(page, '/user/profile');
  await expect(page.getByText('০১৮১২৩৪৫৬৭৮')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  // The shop keeps ASCII digits.
  const profile = await (await page.request.get('/api/profile')).json();
  expect(profile).toMatchObject({ phone: '01812345678', address: { postcode: '3500' } });
});
