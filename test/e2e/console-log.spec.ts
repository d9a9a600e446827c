import type { Locator, Page } from '@playwright/test';
import { changeProduct, importProducts, operatorSends } from '../support/operator-client.ts';
import { expect, expectGoodLooks, newOperatorEmail, test } from './console.ts';
import { open } from './shop.ts';

const MANGO = { id: 'log-mango', name: 'Mango Jam', image: '', weight: '450', unit: 'gm', price: 200 };
const JAM = { ...MANGO, discount: '0', status: 'top', category: 'jams' };

test.beforeAll(({ shop }) => importProducts(shop.url, [JAM]));
test.afterAll(({ shop }) => shop.restoreCatalogue());

const entries = (page: Page): Locator => page.getByRole('list', { name: 'Changes' }).getByRole('listitem');

test('the log is live, its filters stand in the address, and a mail is tried again', async ({
  page,
  operator,
  shop,
}) => {
  await open(page, '/operator/log');
  await changeProduct(shop.url, JAM.id, { price: 250 });
  await expect(entries(page).first()).toContainText('Changed product Mango Jam: price 200 → 250');
  await expectGoodLooks(page);

  const [who, what] = ['Who', 'What'].map((name) => page.getByRole('combobox', { name })) as [Locator, Locator];
  const [from, to] = ['From', 'To'].map((name) => page.getByLabel(name, { exact: true })) as [Locator, Locator];
  await what.selectOption('Products');
  await expect(page).toHaveURL(/what=products/);
  await who.selectOption(operator.email);
  await expect(page.getByText('Nothing was changed that fits.')).toBeVisible();
  await what.selectOption('Everything');
  await expect(entries(page)).toHaveText([/Accepted the invitation to the console/]);
  await from.fill('2020-01-01');
  await expect(page).toHaveURL(/from=2020-01-01/);
  await to.fill('2020-01-02');
  await expect(page.getByText('Nothing was changed that fits.')).toBeVisible();
  await page.goBack();
  await expect(to).toHaveValue('');
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(who).toHaveValue('');
  await expect.poll(() => entries(page).count()).toBeGreaterThan(1);

  const failed = page.getByRole('region', { name: 'Mails that could not be sent' });
  const email = newOperatorEmail();
  shop.mails.refuseNext(550, email);
  await operatorSends(shop.url, 'POST', '/operators/invite', { email });
  const row = failed.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('given up');
  await expectGoodLooks(page);
  await row.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'It is sent again' })).toBeVisible();
  await expect(failed).toContainText('all mails were sent');
});
