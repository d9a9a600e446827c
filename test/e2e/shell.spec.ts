import { DESKTOP, expect, open, register, test, unfoldFooter } from './shop.ts';

test('the shell has the texts and links of product §2', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('link', { name: '30% off for the first order with a gift box' })).toHaveAttribute(
    'href',
    '/groceries/offers',
  );
  await expect(page.getByText('Sunday to Thursday, 9:00 AM to 10:00 PM')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /880 1700-000000/ })).toHaveAttribute(
    'href',
    'tel:+8801700000000',
  );
  for (const name of ['Login', 'Register', 'About Us', 'Help']) {
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  }
});

test('the category bar shows the sub-categories of the current group', async ({ page }) => {
  await open(page, '/');
  const bar = page.getByRole('navigation', { name: 'Categories' });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Groceries', 'Raw Products', 'Beverages']);
  await bar.getByRole('link', { name: 'Beverages' }).click();
  await expect(bar.getByRole('link')).toHaveText([
    'Home',
    'Groceries',
    'Raw Products',
    'Beverages',
    'Tea & Coffe',
    'Dry Fruits',
    'Jams & Jellies',
    'Biscuits',
    'Cakes',
    'Breads',
  ]);
  await bar.getByRole('link', { name: 'Raw Products' }).click();
  await expect(bar.getByRole('link')).toHaveText([
    'Home',
    'Groceries',
    'Raw Products',
    'Beverages',
    'Vegetables',
    'Fruits',
    'Meat',
    'Fish',
    'Eggs',
    'Spices',
    'Rice',
    'Flour',
    'Oil',
  ]);
});

test('the drawer opens, is stored, and closes on a navigation, a click outside and Escape', async ({ page }) => {
  await open(page, '/');
  const button = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const stored = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('toggle'));
  await expect(menu).toBeHidden();
  await button.click();
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Groceries',
    'Trending now',
    'Raw Products',
    'Beverages',
    'New Offers',
    'Cart Items',
    'My Account',
    'My Orders',
    'Favourites',
    'About Us',
    'Help',
    'Login',
    'Register',
    '+880 1700-000000',
    'বাংলা',
  ]);
  expect(await stored()).toBe('true');
  await page.reload();
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  await expect(menu).toBeHidden();
  expect(await stored()).toBe('false');
  await button.click();
  await page.mouse.click(370, 600);
  await expect(menu).toBeHidden();
  await button.click();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await button.click();
  await button.click();
  await expect(menu).toBeHidden();
  // One that was left open does not cover the shop at the next visit.
  await button.click();
  await expect(menu).toBeVisible();
  await open(page, '/');
  await expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(await stored()).toBe('false');
});

test('a customer logs out in the drawer', async ({ page }) => {
  await register(page);
  await open(page, '/about');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a small phone shows the promise, products and what there is to buy without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  // Thursday, and after two o'clock; Sunday morning.
  for (const [time, promise] of [
    ['2026-11-26T15:00:00+06:00', 'Order now: Sunday · Delivery Tk 60 · Cash'],
    ['2026-11-22T15:00:00+06:00', 'Order now: tomorrow · Delivery Tk 60 · Cash'],
    ['2026-11-22T09:00:00+06:00', 'Order before 2 PM: today · Delivery Tk 60 · Cash'],
  ] as const) {
    await page.clock.setFixedTime(time);
    await open(page, '/');
    await expect(page.getByText(promise)).toBeVisible();
  }
  const categories = page.getByRole('navigation', { name: 'Shop by category' }).getByRole('link');
  await expect(categories).toHaveCount(15);
  await expect(categories.first().getByRole('presentation')).toBeInViewport({ ratio: 1 });
  for (const path of ['/', '/bn', '/groceries/raw-products/fish']) {
    await open(page, path);
    const card = await page.getByRole('article').first().boundingBox();
    expect(card?.y, path).toBeLessThanOrEqual(220);
  }
});

test('the header stays in one row with a long name', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const name of ['Mohammadpur Krishi Market Family Grocery', 'মোহাম্মদপুর কৃষি মার্কেট পারিবারিক সদাই']) {
    await open(page, '/');
    const header = page.getByRole('banner').first();
    const { height } = (await header.boundingBox()) ?? { height: 0 };
    await header.getByText('Sodai').evaluate((logo, text) => (logo.textContent = text), name);
    expect((await header.boundingBox())?.height).toBe(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expect(header.getByRole('link', { name: /^Cart/ })).toBeInViewport({ ratio: 1 });
  }
});

test('the banner shows only on home, and closing it clears its flag', async ({ page }) => {
  await open(page, '/about');
  await page.evaluate(() => {
    localStorage.setItem('banner', JSON.stringify({ type: 'account-delete', flag: true }));
    localStorage.setItem('orderConfirmed', 'true');
  });
  await page.reload();
  const banner = page.getByRole('region', { name: 'Confirmation' });
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await open(page, '/');
  await expect(banner).toContainText(
    "Your account is scheduled for deletion. If you don't do this please login again!",
  );
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('orderConfirmed'))).toBe('false');
});

test('placeholder links lead nowhere', async ({ page }) => {
  await open(page, '/');
  await unfoldFooter(page);
  for (const name of [
    'Become an Affiliate',
    'Track Orders',
    'Latest Blogs',
    'Contact Us',
    'Terms of use',
    'Privacy policy',
  ]) {
    const link = page.getByRole('contentinfo').getByRole('link', { name });
    await expect(link).toBeVisible();
    expect(await link.getAttribute('href')).toBeNull();
  }
});

interface Shift {
  value: number;
  /** The classes of what moved. */
  moved: unknown[];
}

/** What Chromium reports. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

for (const [screen, look] of [
  ['a phone', {}],
  ['a wide screen', DESKTOP],
] as const)
  test.describe(screen, () => {
    test.use(look);

    test(`hydration causes no layout shift on ${screen}`, async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: Shift[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as LayoutShift[])
            shifts.push({ value, moved: sources.map(({ node }) => (node as Element | null)?.className) });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      for (const path of ['/', '/groceries/raw-products/vegetables', '/groceries/offers', '/groceries']) {
        await open(page, path);
        await page.waitForLoadState('networkidle');
        const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
        const total = shifts.reduce((sum, { value }) => sum + value, 0);
        expect(total, `${path} ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
      }
    });
  });
