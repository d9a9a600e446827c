/** The shop in Bangla, as far as scripts show it (test/pages/bangla.test.ts has the screens as they are sent). */
import type { Page } from '@playwright/test';
import { englishIn, textsOn } from '../support/english-on.ts';
import { accessibilityViolations, expect, newAccount, open, register, test } from './shop.ts';

async function check(page: Page, where: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn');
  await expect(page.getByRole('status', { name: 'লোড হচ্ছে' })).toHaveCount(0);
  expect.soft(englishIn(await page.evaluate<string[], undefined>(textsOn, undefined)), where).toEqual([]);
}

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('the menu, suggestions, favourites and an account’s messages are in Bangla', async ({ page }) => {
  await open(page, '/bn');
  await page.getByRole('button', { name: 'মেনু' }).click();
  await check(page, 'the menu');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'পণ্য খুঁজুন' }).fill('ইলিশ');
  const suggestions = page.getByRole('listbox', { name: 'মিল আছে এমন পণ্য' });
  await expect(suggestions.getByRole('option').first()).toContainText('ইলিশ');
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

  await register(page, { ...newAccount(), name: 'করিম' });
  await open(page, '/bn/user/update-profile');
  const update = page.getByRole('button', { name: 'প্রোফাইল আপডেট করুন' });
  await update.click();
  await expect(alert(page, 'মোবাইল নম্বর দিন!')).toBeVisible();
  await check(page, 'a missing phone number');
  await page.getByLabel('মোবাইল নম্বর').fill('০১৮ ১২৩ ৪৫৬ ৭৮');
  await page.getByLabel('বাসা, রোড').fill('৫ স্টেশন রোড');
  await page.getByLabel('এলাকা ও শহর').fill('কুমিল্লা');
  await page.getByLabel('পোস্টকোড').fill('৩৫০০');
  await update.click();
  await expect(status(page, 'প্রোফাইল আপডেট হয়েছে!')).toBeVisible();
  await page.getByLabel('ছবি দিন').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('none') });
  await expect(alert(page, 'ছবি দেওয়া যায়নি!')).toBeVisible();
  await check(page, 'a refused picture');
});

test('a customer shops in Bangla, with Bangla digits, from the listing to the cancelled order', async ({ page }) => {
  await register(page, { ...newAccount(), name: 'রহিমা খাতুন' });
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
  const confirm = page.getByRole('button', { name: 'ঠিকানা নিশ্চিত করুন' });
  await confirm.click();
  await expect(alert(page, 'আগে সব ঘর পূরণ করুন!')).toBeVisible();
  await page.getByLabel('মোবাইল নম্বর').fill('০১৭');
  await page.getByRole('group', { name: 'জেন্ডার' }).getByRole('radio', { name: 'নারী' }).check();
  await page.getByLabel('বাসা, রোড').fill('১২ লেক রোড');
  await page.getByLabel('এলাকা ও শহর').fill('ধানমন্ডি');
  await page.getByLabel('পোস্টকোড').fill('১২০৭');
  await page.getByLabel('বিভাগ', { exact: true }).selectOption('ঢাকা');
  await confirm.click();
  await expect(alert(page, 'মোবাইল নম্বর ১১ সংখ্যার হতে হবে')).toBeVisible();
  await check(page, 'a wrong phone number');
  await page.getByLabel('মোবাইল নম্বর').fill('০১৭১২-৩৪৫ ৬৭৮');
  await confirm.click();

  await expect(page).toHaveURL('/bn/payment');
  await page.getByRole('button', { name: 'অর্ডার করুন' }).click();
  await expect(alert(page, 'কীভাবে টাকা দেবেন, বেছে নিন!')).toBeVisible();
  await page.getByRole('radio', { name: 'কার্ড (Stripe)' }).check();
  await check(page, 'payment');
  await page.getByRole('radio', { name: 'ক্যাশ অন ডেলিভারি' }).check();
  await page.getByRole('button', { name: 'অর্ডার করুন' }).click();
  await expect(status(page, 'আপনার অর্ডার হয়ে গেছে!')).toBeVisible();
  await expect(page).toHaveURL('/bn');
  await expect(page.getByRole('region', { name: 'নোটিশ' })).toContainText('আপনার অর্ডার কনফার্ম হয়েছে!');
  await check(page, 'the banner');

  await open(page, '/bn/user/orders');
  await page.getByRole('link', { name: /^#/ }).click();
  await expect(page.getByText('০১৭১২৩৪৫৬৭৮')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'অর্ডার বাতিল করুন' }).click();
  await check(page, 'the question');
  await page.getByRole('dialog', { name: 'অর্ডারটি বাতিল করবেন?' }).getByRole('button', { name: 'হ্যাঁ' }).click();
  await expect(status(page, 'আপনার অর্ডার বাতিল হয়েছে')).toBeVisible();
  await expect(page.getByRole('button', { name: 'বাতিল', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'আবার অর্ডার করুন' }).click();
  await expect(page).toHaveURL('/bn/cart');
  await check(page, 'ordered again');
});
