import type { Locator, Page } from '@playwright/test';
import { OPERATOR_TOKEN } from '../support/operator-client.ts';
import type { MailServer } from '../support/mail-server.ts';
import { expectGoodLooks, expectGoodScreen, expectRefusedToStrangers, newOperatorEmail } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { expect, test } from './shop.ts';

const JAM = { image: '', weight: '450', unit: 'gm', price: 200, discount: '0', status: 'top', category: 'jams' };

let shop: ConsoleShop;
let mails: MailServer;

test.beforeAll(async ({ shop: own }) => {
  shop = consoleShop(own);
  mails = own.mails;
  await shop.add([
    { ...JAM, id: 'log-mango', name: 'Mango Jam' },
    { ...JAM, id: 'log-guava', name: 'Guava Jam' },
  ]);
});
test.afterAll(({ shop: own }) => own.restoreCatalogue());
test.afterEach(() => {
  expect(shop.complaints.splice(0)).toEqual([]);
});

/** Changes a product through the operator's API. */
async function set(id: string, fields: object): Promise<void> {
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' };
  const url = `${shop.url}/api/operator/products/${id}`;
  const response = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify(fields) });
  expect(response.status, await response.text()).toBe(200);
}

const entries = (page: Page): Locator => page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
const failed = (page: Page): Locator => page.getByRole('region', { name: 'Mails that could not be sent' });

test('the log says what was changed, live, with links', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/log');
  await set('log-mango', { price: 250 });
  // Live.
  await expect(entries(page).first()).toContainText(`Changed product Mango Jam: price 200 → 250`);
  await expect(entries(page).first()).toContainText('API or command line');
  await set('log-mango', { price: 200 });
  await expect(entries(page).first()).toContainText(`price 250 → 200`);
  await expectGoodLooks(page);
  await entries(page).first().getByRole('link', { name: 'Mango Jam' }).click();
  await expect(page).toHaveURL(`${shop.url}/operator/products/log-mango`);
});

test('the log is filtered by person, part and day, in the address', async ({ browser }) => {
  const { page, email, show } = await shop.openConsole(browser);
  await set('log-guava', { available: 'no' });
  await show('/log');
  await page.getByRole('combobox', { name: 'What' }).selectOption('Products');
  await expect(page).toHaveURL(/what=products/);
  await expect(entries(page).first()).toContainText('Changed product Guava Jam: available yes → no');
  await expect(entries(page).filter({ hasText: 'console' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Who' }).selectOption(email);
  await expect(page.getByText('Nothing was changed that fits.')).toBeVisible();
  await page.getByRole('combobox', { name: 'What' }).selectOption('Everything');
  await expect(entries(page)).toHaveText([/Accepted the invitation to the console/]);
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await expect(page).toHaveURL(/from=2020-01-01/);
  await expect(entries(page)).toHaveCount(1);
  await page.getByLabel('To', { exact: true }).fill('2020-01-02');
  await expect(page.getByText('Nothing was changed that fits.')).toBeVisible();
  await expectGoodScreen(page);
  await page.goBack();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
  await expect(entries(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(page.getByRole('combobox', { name: 'Who' })).toHaveValue('');
  await expect.poll(() => entries(page).count()).toBeGreaterThan(2);
});

test('a long log goes on page by page', async ({ browser }) => {
  for (let price = 300; price < 355; price += 1) await set('log-guava', { price });
  const { page, show } = await shop.openConsole(browser);
  await show('/log?what=products');
  await expect(entries(page)).toHaveCount(50);
  const last = (await entries(page).last().innerText()).split('\n')[0] ?? '';
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(entries(page).first()).not.toContainText(last);
  await expect(page).toHaveURL(/what=products&after=|after=\d+&what=products/);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(entries(page)).toHaveCount(50);
});

test('a mail that could not be sent is shown with its reason, and tried again', async ({ browser }) => {
  const { page, email, show } = await shop.openConsole(browser);
  await show('/log');
  await expect(failed(page)).toContainText('all mails were sent');
  const invited = newOperatorEmail();
  mails.refuseNext(550, invited);
  const headers = { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' };
  const url = `${shop.url}/api/operator/operators/invite`;
  await fetch(url, { method: 'POST', headers, body: JSON.stringify({ email: invited }) });
  const row = failed(page).getByRole('listitem').filter({ hasText: invited });
  await expect(row).toContainText('You are invited to run');
  await expect(row).toContainText('550');
  await expect(row).toContainText('given up');
  await expectGoodScreen(page);

  const form = { intent: 'retry', mail: '1' };
  await expectRefusedToStrangers(page, [{ path: '/operator/log', body: { form } }]);
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The mail is tried again' })).toBeVisible();
  await expect(failed(page)).toContainText('all mails were sent');
  await expect(entries(page).filter({ hasText: 'Tried a mail again' })).toContainText(email);
});
