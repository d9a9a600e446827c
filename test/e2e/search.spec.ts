import { accessibilityViolations, expect, open, test } from './shop.ts';

test('a search uses the first three characters, and its result can be reloaded and shared', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('ricotta');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL('/groceries/search-results?searchText=ricotta&searchCategory=all');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.first()).toBeVisible();
  const state = await page.evaluate(() => history.state.usr);
  expect(state).toEqual({ searchText: 'ricotta', searchCategory: 'all' });
  const names = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
  await page.reload();
  expect(await cards.evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')))).toEqual(names);
});

test('Enter starts a search, and the category narrows it', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('combobox', { name: 'Search category' }).selectOption('beverages');
  await page.getByRole('searchbox', { name: 'Search products' }).fill('tea');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/searchText=tea&searchCategory=beverages/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

test('what the search does not find is found by what people say', async ({ page }) => {
  await open(page, '/groceries/search-results?searchText=peyaj&searchCategory=all');
  await expect(page.getByText('No items found in category all!')).toBeVisible();
  const similar = page.getByRole('region', { name: 'Did you mean …' });
  await expect(similar.getByRole('article').filter({ hasText: 'Onion' }).first()).toBeVisible();
});

test('the best matches stand above what the first three characters find, also without scripts and in a group', async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, '/');
  // Spaces before a text do not count.
  await page.getByRole('searchbox', { name: 'Search products' }).fill('  murgi');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/groceries/search-results?searchText=murgi&searchCategory=all');
  const best = page.getByRole('region', { name: 'Best matches' });
  const cards = page.getByRole('main').getByRole('article');
  await expect(best.getByRole('article').first()).toHaveAccessibleName(/Chicken/);
  await expect(cards.last()).toHaveAccessibleName(/Muri/);
  await expect(page.getByText('No items found')).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);

  const plain = await (
    await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  ).newPage();
  await plain.goto('/groceries/search-results?searchText=++chicken&searchCategory=raw-products');
  await expect(plain.getByRole('article').first()).toHaveAccessibleName(/^Chicken/);
  await plain.goto('/groceries/search-results?searchText=peyaj&searchCategory=raw-products');
  const similar = plain.getByRole('region', { name: 'Did you mean …' });
  await expect(similar.getByRole('article')).toHaveCount(1);
  await expect(similar.getByRole('article')).toHaveAccessibleName(/Onion/);
  await plain.context().close();
});

test('an empty result shows a message and a link to the category', async ({ page }) => {
  await open(page, '/groceries/search-results?searchText=zzz&searchCategory=raw-products');
  await expect(page.getByText('No items found in category raw-products!')).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/groceries/raw-products');
});

test('an empty box searches nothing', async ({ page }) => {
  await open(page, '/about');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search products' }).press('Enter');
  await expect(page).toHaveURL('/about');
});

test('characters that are no letters match nothing', async ({ page }) => {
  await open(page, '/groceries/search-results?searchText=%25%25%25&searchCategory=all');
  await expect(page.getByText('No items found in category all!')).toBeVisible();
});

test('Bangla finds Bangla', async ({ request }) => {
  const all = await (await request.get('/api/listings/search-results?searchText=ইলিশ&searchCategory=all')).json();
  expect(all.products.length).toBeGreaterThan(0);
});

test('invalid and huge queries are refused or find nothing, and cause no server error', async ({
  request,
  baseURL,
}) => {
  for (const query of [
    'searchText=%E0%A4%A',
    'searchText=%00',
    '%%%',
    'searchText=a&searchCategory=toys',
    'after=zzz',
    'after=-1',
    'after=99999999999999999999',
    'searchText=rice&after=1e9',
  ]) {
    const response = await request.get(`${baseURL}/groceries/search-results?${query}`);
    expect(response.status(), query).toBeLessThan(500);
  }
  const long = await request.get(`/groceries/search-results?searchText=${'x'.repeat(1_000_000)}`).then(
    (response) => response.status(),
    () => 431,
  );
  expect(long).toBe(431);
});
