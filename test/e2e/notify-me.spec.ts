import { allowPushes, deliver, notifications, press, SHOWS_PUSHES } from './pushes.ts';
import { accessibilityViolations, expect, open, order, register, test } from './shop.ts';

test.use({ ...SHOWS_PUSHES, serviceWorkers: 'allow' });

test('a shopper is told about an order on the phone, and a press opens it', async ({
  page,
  context,
  baseURL: url = '',
}) => {
  await allowPushes(context, url);
  await register(page);
  const [{ id }, { id: other }] = [await order(page), await order(page)];
  await open(page, `/bn/user/orders/${id}`);
  await page.getByRole('button', { name: 'আমাকে জানান' }).click();
  await expect(page.getByText('এই অর্ডারে যা ঘটে তা এই ফোনে দেখা যাবে।')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  const message = { title: 'অর্ডার', body: 'প্যাক করা হয়েছে', tag: id, lang: 'bn', url: `/bn/user/orders/${id}` };
  await deliver(page, '/bn', message);
  await expect.poll(() => notifications(page, '/bn')).toEqual(['অর্ডার: প্যাক করা হয়েছে !']);
  expect(await press(page, '/sw-bn.js')).toEqual([`focuses /bn/user/orders/${id}`]);

  // For this order alone.
  await open(page, `/bn/user/orders/${other}`);
  await expect(page.getByRole('button', { name: 'আমাকে জানান' })).toBeVisible();
  await open(page, `/bn/user/orders/${id}`);
  await page.getByRole('button', { name: 'বন্ধ করুন' }).click();
  await expect(page.getByRole('button', { name: 'আমাকে জানান' })).toBeVisible();
});

test('where the browser has no messages, nothing of it shows', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await register(page);
  const { id } = await order(page);
  await open(page, `/user/orders/${id}`);
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notify me' })).toHaveCount(0);
});
