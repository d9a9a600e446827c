import { expect, newAccount, PASSWORD, test } from './shop.ts';

test.use({ javaScriptEnabled: false });

test('all public pages are complete', async ({ page }) => {
  for (const path of [
    '/',
    '/groceries',
    '/groceries/trending',
    '/groceries/raw-products',
    '/groceries/beverages',
    '/groceries/offers',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  }
  for (const path of ['/about', '/help', '/user/login', '/user/register', '/user/reset-password']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }
});

test('a listing continues by a plain link, to its end', async ({ page }) => {
  await page.goto('/groceries/raw-products/vegetables');
  const total = Number.parseInt((await page.getByText(/^\d+ Items$/).textContent()) ?? '', 10);
  const names: (string | null)[] = [];
  const cards = page.getByRole('main').getByRole('article');
  const more = page.getByRole('link', { name: 'Show more' });
  for (;;) {
    names.push(...(await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))));
    if ((await more.count()) === 0) break;
    await more.click();
  }
  expect(names).toHaveLength(total);
  expect(new Set(names).size).toBe(total);
});

test('the search is a plain form', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('searchbox').fill('tea');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('registering, and the redirect to the requested page', async ({ page }) => {
  const { name, email } = newAccount();
  await page.goto('/user/orders');
  await expect(page).toHaveURL(/\/user\/login\?next=/);
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/user/orders');
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible();
});
