import { accessibilityViolations, expect, open, test } from './shop.ts';

test('a search goes by the button and by Enter, also in a group, and its result can be shared', async ({ page }) => {
  await open(page, '/about');
  const box = page.getByRole('searchbox', { name: 'Search products' });
  const button = page.getByRole('button', { name: 'Search', exact: true });
  // Spaces are no search text.
  for (const nothing of ['', '   ']) {
    await box.fill(nothing);
    await button.click();
    await box.press('Enter');
  }
  await expect(page).toHaveURL('/about');

  // Spaces before a text do not count.
  await box.fill('  murgi');
  await button.click();
  await expect(page).toHaveURL('/groceries/search-results?searchText=murgi&searchCategory=all');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('murgi');
  await expect
    .poll(() => page.evaluate(() => history.state.usr))
    .toEqual({ searchText: 'murgi', searchCategory: 'all' });
  const shared = await (await page.request.get(page.url())).text();
  const names = [...shared.matchAll(/<article aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(4);
  const cards = page.getByRole('main').getByRole('article');
  await expect.poll(() => cards.evaluateAll((all) => all.map((card) => card.ariaLabel))).toEqual(names);
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole('combobox', { name: 'Search category' }).selectOption('beverages');
  await box.fill('tea');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/groceries/search-results?searchText=tea&searchCategory=beverages');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('tea');
  await expect(cards.first()).toHaveAccessibleName(/Tea/);
});
