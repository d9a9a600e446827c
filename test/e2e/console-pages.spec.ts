/** The pages that the operator writes: in the console, and as shoppers see them. */
import type { Page } from '@playwright/test';
import { operatorSends } from '../support/operator-client.ts';
import { expectGoodLooks, expectRefusedToStrangers } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { DESKTOP, expect, open, test, violationsInAllLooks } from './shop.ts';

const NAMES = ['about', 'help', 'contact', 'terms', 'privacy'];

// On a phone the footer is folded.
test.use(DESKTOP);

let shop: ConsoleShop;

test.beforeAll(({ shop: own }) => {
  shop = consoleShop(own);
});
test.afterEach(() => {
  expect(shop.complaints.splice(0)).toEqual([]);
});

/** Makes the shop one in which nobody has written a page. */
async function empty({ request }: Page): Promise<void> {
  const multipart = Object.fromEntries(NAMES.flatMap((name) => [name, `${name}Bn`]).map((name) => [name, '']));
  expect((await request.post('/operator/pages', { multipart })).ok()).toBe(true);
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
}

test('all drafts at once fill what is empty, and are not saved by that', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/pages');
  await field(page, 'About').fill('We sell mangoes.');
  await page.getByRole('button', { name: 'Use all drafts' }).click();
  await expect(field(page, 'Privacy in Bangla')).not.toHaveValue('');
  await expect(field(page, 'About')).toHaveValue('We sell mangoes.');
  await expect(page.getByRole('button', { name: /^Use (?:all|the) draft/ })).toHaveCount(0);
  expect((await page.request.get('/privacy')).status()).toBe(404);
});

test('a draft becomes a page in both languages, with its link in the footer', async ({ browser, page: customer }) => {
  const { page, show } = await shop.openConsole(browser);
  expect((await customer.goto('/terms'))?.status()).toBe(404);
  await open(customer, '/about');
  const footer = customer.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Terms of use' })).toBeDisabled();

  await show('/pages');
  await page.getByRole('button', { name: 'Use the draft for Terms', exact: true }).click();
  await expect(field(page, 'Terms')).toBeFocused();
  await expect(field(page, 'Terms')).toHaveValue(/These are the rules when you order from Sodai\./);
  await page.getByRole('button', { name: 'Use the draft for Terms in Bangla' }).click();
  await expect(field(page, 'Terms in Bangla')).toHaveValue(/সদাই/);
  expect((await customer.request.get('/terms')).status()).toBe(404);
  const own = page.getByRole('region', { name: '/terms' });
  await own.getByText('Preview').first().click();
  await expect(own.getByRole('heading', { name: 'Delivery and payment' })).toBeVisible();
  await expectGoodLooks(page);
  await save(page);
  await expect(own.getByRole('link', { name: 'In the shop' })).toBeVisible();

  // An open page follows.
  await footer.getByRole('link', { name: 'Terms of use' }).click();
  await expect(customer).toHaveURL('/terms');
  await expect(customer.getByRole('heading', { name: 'Terms of use', level: 1 })).toBeVisible();
  await expect(customer.getByRole('heading', { name: 'Your order', level: 2 })).toBeVisible();
  await expect(customer.getByRole('main').getByRole('listitem').first()).toContainText('Place order');
  await expect(customer.getByRole('main').getByRole('link')).toHaveAttribute('href', 'tel:+8801700000000');
  expect(await violationsInAllLooks(customer)).toEqual([]);
  await open(customer, '/bn/terms');
  await expect(customer.getByRole('heading', { name: 'আপনার অর্ডার', level: 2 })).toBeVisible();
  await expect(customer).toHaveTitle('ব্যবহারের শর্ত · সদাই');
  await expect(customer.getByRole('contentinfo').getByRole('link', { name: 'ব্যবহারের শর্ত' })).toHaveAttribute(
    'href',
    '/bn/terms',
  );
  expect(await (await customer.request.get('/sitemap.xml')).text()).toContain('/bn/terms</loc>');

  await empty(page);
  await expect(customer.getByText('Unexpected Application Error!').or(customer.getByText('৪০৪'))).toBeVisible();
  expect((await customer.request.get('/bn/terms')).status()).toBe(404);
  expect(await (await customer.request.get('/sitemap.xml')).text()).not.toContain('/terms');
});

test('text stays text, one language stands in for the other, and an open page follows', async ({
  browser,
  page: customer,
}) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/pages');
  await open(customer, '/bn/about');
  const content = customer.getByRole('main');
  await expect(content.getByRole('heading')).toHaveText(['আমাদের কথা']);
  await field(page, 'About').fill(
    '<script>document.title = "no"</script>\n<img src=x onerror=alert(1)>\n\n# **Us**\n- Write: javascript:alert(1), rina@shop.example\n- https://shop.example/a?b=1.',
  );
  await field(page, 'Contact in Bangla').fill('যেকোনো সময় ফোন করুন।');
  await save(page);
  await expect(content.getByRole('heading')).toHaveText(['আমাদের কথা', '**Us**']);
  await expect(content.locator('[lang=en]')).toContainText('<script>document.title = "no"</script>');
  await expect(content.getByRole('img')).toHaveCount(0);
  await expect(content.getByRole('link')).toHaveText(['rina@shop.example', 'https://shop.example/a?b=1']);
  const outside = content.getByRole('link', { name: 'https:' });
  await expect(outside).toHaveAttribute('href', 'https://shop.example/a?b=1');
  await expect(outside).toHaveAttribute('rel', 'nofollow noopener');

  await open(customer, '/contact');
  await expect(content.getByRole('link', { name: 'Call +880 1700-000000' })).toHaveAttribute(
    'href',
    'tel:+8801700000000',
  );
  await expect(content.locator('[lang=bn]')).toHaveText('যেকোনো সময় ফোন করুন।');
  await empty(page);
});

test('what is typed stays when it is refused, and when another operator saves', async ({ browser }) => {
  const one = await shop.openConsole(browser);
  const other = await shop.openConsole(browser);
  await one.show('/pages');
  await other.show('/pages');
  await field(one.page, 'Privacy').fill('Mine');
  await field(other.page, 'Privacy').fill('Theirs');
  await field(other.page, 'Help').fill('Call us');
  await save(other.page);
  await expect(field(one.page, 'Help')).toHaveValue('Call us');
  await expect(field(one.page, 'Privacy')).toHaveValue('Mine');
  await expect(one.page.getByText('Somebody has changed this text meanwhile.')).toBeVisible();

  await field(one.page, 'Terms').fill('a\u0007b');
  await one.page.getByRole('button', { name: 'Save' }).click();
  await expect(one.page.getByRole('alert')).toHaveText('Please leave out control characters.');
  await expect(field(one.page, 'Terms')).toBeFocused();
  await expect(field(one.page, 'Terms')).toHaveAccessibleDescription('Please leave out control characters.');
  await expect(field(one.page, 'Privacy')).toHaveValue('Mine');
  await expect(field(other.page, 'Privacy')).toHaveValue('Theirs');
  await field(one.page, 'Terms').fill('');
  await save(one.page);
  await expect(field(other.page, 'Privacy')).toHaveValue('Mine');

  // The longest texts of all pages in one save.
  const multipart = Object.fromEntries(
    NAMES.flatMap((name) => [name, `${name}Bn`]).map((name) => [name, 'ক'.repeat(20_000)]),
  );
  expect((await one.page.request.post('/operator/pages', { multipart })).ok()).toBe(true);
  await expect(field(other.page, 'Privacy')).toHaveValue('ক'.repeat(20_000));
  const tooLong = await one.page.request.post('/operator/pages', { multipart: { terms: 'a'.repeat(20_001) } });
  expect(tooLong.status()).toBe(422);
  expect(
    (await one.page.request.post('/operator/pages', { multipart: { terms: 'a'.repeat(2_000_000) } })).status(),
  ).toBe(413);
  await empty(one.page);
});

test('the footer leads to where else the shop is', async ({ page }) => {
  const addresses = { facebook: 'https://www.facebook.com/sodai', youtube: 'https://youtube.com/@sodai' };
  const set = (settings: object): Promise<void> => operatorSends(shop.url, 'PATCH', '/settings', settings);
  await open(page, '/about');
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name });
  await expect(link('Facebook')).toBeDisabled();
  await set(addresses);
  await expect(link('Facebook')).toHaveAttribute('href', addresses.facebook);
  await expect(link('YouTube')).toHaveAttribute('href', addresses.youtube);
  await expect(link('Instagram')).toBeDisabled();
  await set({ facebook: '', youtube: '' });
  await expect(link('Facebook')).toBeDisabled();
});

test('nobody else writes a page', async ({ browser, page: customer }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/pages');
  await expectRefusedToStrangers(page, [{ path: '/operator/pages', body: { multipart: { terms: 'Ours' } } }]);
  expect((await customer.request.get('/terms')).status()).toBe(404);
});
