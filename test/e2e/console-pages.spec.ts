/** The pages that the operator writes: the console's editor, and open pages of the shop. */
import type { Page } from '@playwright/test';
import { expect, expectGoodLooks, test } from './console.ts';
import { DESKTOP, open, violationsInAllLooks } from './shop.ts';

// On a phone the footer is folded.
test.use(DESKTOP);

test.afterEach(({ shop }) => shop.restoreSettings());

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
}

test('drafts fill what is empty and become pages when they are saved; open pages follow', async ({
  page,
  openBrowser,
}) => {
  const customer = await openBrowser(DESKTOP);
  await open(customer, '/about');
  const terms = customer.getByRole('contentinfo').getByRole('link', { name: 'Terms of use' });
  await expect(terms).toBeDisabled();

  await open(page, '/operator/pages');
  await page.getByRole('button', { name: 'Use the draft for Terms', exact: true }).click();
  await expect(field(page, 'Terms')).toBeFocused();
  const own = page.getByRole('region', { name: 'Terms', exact: true });
  await own.getByText('Preview').first().click();
  await expect(own.getByRole('heading', { name: 'Delivery and payment' })).toBeVisible();
  await field(page, 'About').fill('We sell mangoes.');
  await page.getByRole('button', { name: 'Use all drafts' }).click();
  await expect(field(page, 'Privacy in Bangla')).not.toHaveValue('');
  await expect(field(page, 'About')).toHaveValue('We sell mangoes.');
  await expect(page.getByRole('button', { name: /^Use (?:all|the) draft/ })).toHaveCount(0);
  expect((await customer.request.get('/terms')).status()).toBe(404);
  await expectGoodLooks(page);
  await save(page);

  await expect(customer.getByText('We sell mangoes.')).toBeVisible();
  await terms.click();
  await expect(customer).toHaveURL('/terms');
  await expect(customer.getByRole('heading', { name: 'Your order', level: 2 })).toBeVisible();
  expect(await violationsInAllLooks(customer)).toEqual([]);
  await field(page, 'Terms').fill('');
  await field(page, 'Terms in Bangla').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(customer.getByText('404')).toBeVisible();
});

test('what is typed stays when it is refused, and when another operator saves', async ({ page, openConsole }) => {
  const { page: other } = await openConsole();
  for (const console of [page, other]) await open(console, '/operator/pages');
  await field(page, 'Privacy').fill('Mine');
  await field(other, 'Privacy').fill('Theirs');
  await field(other, 'Help').fill('Call us');
  await save(other);
  await expect(field(page, 'Help')).toHaveValue('Call us');
  await expect(field(page, 'Privacy')).toHaveValue('Mine');
  await expect(page.getByText('Somebody has changed this text meanwhile.')).toBeVisible();

  await field(page, 'Terms').evaluate((area) => area.removeAttribute('maxlength'));
  await field(page, 'Terms').fill('a'.repeat(20_001));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(field(page, 'Terms')).toBeFocused();
  await expect(field(page, 'Terms')).toHaveAccessibleDescription('Please write at most 20000 characters.');
  await expect(field(page, 'Privacy')).toHaveValue('Mine');
  await expect(field(other, 'Privacy')).toHaveValue('Theirs');
  await field(page, 'Terms').fill('');
  await save(page);
  await expect(field(other, 'Privacy')).toHaveValue('Mine');
});
