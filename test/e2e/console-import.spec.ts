/** The console's import and export. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { jpeg } from '../support/pictures.ts';
import { zipOf } from '../support/zip.ts';
import { expectGoodLooks, expectRefusedToStrangers } from './console.ts';
import { type ConsoleShop, consoleShop } from './console-shop.ts';
import { expect, test } from './shop.ts';

const HEADER = 'id,name,image,weight,unit,price,discount,status,category\n';
const KEPT = {
  id: 'kept',
  name: 'Kept Oil',
  image: '',
  weight: '1',
  unit: 'ltr',
  price: 180,
  discount: '0',
  status: 'top',
  category: 'oil',
};

let shop: ConsoleShop;

test.beforeAll(async ({ shop: own }) => {
  shop = consoleShop(own);
  await shop.add([KEPT]);
});
test.afterAll(({ shop: own }) => own.restoreCatalogue());
test.afterEach(() => {
  expect(shop.complaints.splice(0)).toEqual([]);
});

const latest = (page: Page) => page.getByRole('region', { name: 'Latest import' });

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
  await page.getByLabel('Catalogue file').setInputFiles(file);
}

async function check(page: Page, name: string, content: string | Buffer): Promise<void> {
  await choose(page, name, content);
  await page.getByRole('button', { name: 'Check' }).click();
}

async function exported(page: Page, format: 'csv' | 'json' = 'csv'): Promise<string> {
  return (await page.request.get(`/operator/products/export?format=${format}`)).text();
}

test('a CSV file is checked, then imported', async ({ browser }) => {
  const id = `oil-${randomUUID().slice(0, 8)}`;
  const price = KEPT.price + 1;
  await shop.add([KEPT]);
  const { page, email, show } = await shop.openConsole(browser);
  await show('/products');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled();
  await check(
    page,
    'oils.csv',
    `${HEADER}${id},Mustard Oil,,1,ltr,300,0,top,oil\nkept,Kept Oil,,1,ltr,${price},0,top,oil\n`,
  );
  await expect(latest(page).getByRole('status')).toHaveText(
    '1 would be added, 1 changed, 0 removed, 0 stay as they are.',
  );
  await expect(latest(page).getByText(`Mustard Oil ${id}`)).toBeVisible();
  await expect(latest(page).getByText(`Price: ${KEPT.price} → ${price}`)).toBeVisible();
  expect(await exported(page)).not.toContain(id);
  await expectGoodLooks(page);

  await page.getByRole('button', { name: 'Import' }).click();
  await expect(latest(page).getByRole('heading')).toHaveText('Imported: oils.csv');
  await expect(latest(page).getByRole('status')).toHaveText('1 added, 1 changed, 0 removed, 0 unchanged.');
  await expect(latest(page).getByRole('progressbar', { name: 'Imported' })).toHaveAttribute('aria-valuenow', '100');
  await expect(latest(page).getByText(email)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled();
  await expectGoodLooks(page);
  expect(await exported(page)).toContain(`${id},Mustard Oil`);
});

test('bad rows are listed with their lines', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  const before = await exported(page);
  await show('/import');
  await check(
    page,
    'bad.csv',
    `${HEADER}good,Good,,1,kg,10,0,top,rice\nbad,Bad,,1,kg,0,0,top,rice\nworse,,,1,kg,x,100,new,tools\n`,
  );
  const rows = latest(page).getByRole('list', { name: 'Bad rows' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveText('Line 3: price must be above 0 (it is “0”) · Bad');
  await expect(rows.last()).toContainText('Line 4: name must have 1 to 120 characters (it is empty); price must be');
  await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled();
  await expectGoodLooks(page);
  const downloading = page.waitForEvent('download');
  await latest(page).getByRole('link', { name: 'All bad rows as CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('bad-rows.csv');
  const faults = await page.request.get((await downloading).url());
  expect(await faults.text()).toMatch(/^\uFEFF?line,reason,product\r\n3,price must be above 0 \(it is “0”\),Bad\r\n4,/);
  expect(await exported(page)).toBe(before);
});

test('a JSON file, and a ZIP with pictures', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/import');
  await check(page, 'one.json', JSON.stringify([{ ...KEPT, id: 'from-json', name: 'From JSON' }]));
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(latest(page).getByRole('heading')).toHaveText('Imported: one.json');

  const catalogue = `${HEADER}from-zip,From ZIP,pictures/oil.jpg,1,ltr,200,0,top,oil\n`;
  const zip = zipOf([
    { name: 'catalogue.csv', bytes: catalogue },
    { name: 'pictures/oil.jpg', bytes: await jpeg(400, 300) },
  ]);
  await check(page, 'oils.zip', zip);
  await expect(latest(page).getByRole('heading')).toHaveText('Checked: oils.zip');
  await page.getByRole('button', { name: 'Import' }).click();
  await expect(latest(page).getByRole('heading')).toHaveText('Imported: oils.zip');
  const products: { id: string; image: string }[] = JSON.parse(await exported(page, 'json'));
  expect(products.map(({ id }) => id)).toContain('from-json');
  const image = products.find(({ id }) => id === 'from-zip')?.image ?? '';
  expect((await sharp(await (await page.request.get(image)).body()).metadata()).width).toBe(320);

  await check(page, 'lacking.csv', catalogue);
  await expect(latest(page).getByRole('list', { name: 'Bad rows' })).toContainText('Line 2: picture pictures/oil.jpg');
});

test('what the file lacks is removed only when that is wanted, and after a question', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await shop.add([{ ...KEPT, id: 'doomed', name: 'Doomed Oil' }]);
  const file = (await exported(page)).replace(/^doomed.*\r\n/m, '');
  await show('/import');
  await check(page, 'all.csv', file);
  await expect(latest(page).getByRole('status')).toContainText('Nothing would change');
  await page.getByRole('checkbox', { name: 'Also remove what the file lacks' }).check();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(latest(page).getByRole('status')).toContainText('0 would be added, 0 changed, 1 removed');
  await expect(latest(page).getByText('Doomed Oil doomed')).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import, and remove 1 product?' });
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect(await exported(page)).toContain('doomed');
  await page.getByRole('button', { name: 'Import' }).click();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(latest(page).getByRole('status')).toContainText('0 added, 0 changed, 1 removed');
  expect(await exported(page)).toBe(file);
});

test('an export is what an import reads', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await shop.add([
    {
      ...KEPT,
      id: 'quoted',
      name: 'Oil, "pure"\u00a0',
      name_bn: 'সরিষার তেল',
      aliases: 'shorisha|mustard',
      available: 'no',
    },
  ]);
  await show('/products');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^catalogue-\d{4}-\d\d-\d\d\.csv$/);
  await show('/import');
  for (const format of ['csv', 'json'] as const) {
    await page.getByRole('checkbox', { name: 'Also remove what the file lacks' }).check();
    await check(page, `all.${format}`, await exported(page, format));
    await expect(latest(page).getByRole('heading')).toHaveText(`Checked: all.${format}`);
    await expect(latest(page).getByRole('status')).toContainText('Nothing would change');
  }
});

test('Import brings only what was checked, and says what that is', async ({ browser }) => {
  const { page, email, show } = await shop.openConsole(browser);
  const button = page.getByRole('button', { name: 'Import', exact: true });
  const file = (id: string): string => `${HEADER}${id},${id},,1,kg,10,0,top,rice\n`;
  await show('/import');
  await check(page, 'earlier.csv', file('earlier'));
  await expect(button).toHaveAccessibleDescription(`Import brings earlier.csv, as ${email} has checked it.`);
  await choose(page, 'later.csv', file('later'));
  await expect(button).toBeDisabled();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(button).toHaveAccessibleDescription(/^Import brings later\.csv/);
  await page.getByRole('checkbox', { name: 'Also remove what the file lacks' }).check();
  await expect(button).toBeDisabled();
  await show('/import');
  await choose(page, 'earlier.csv', file('earlier'));
  await expect(button).toBeDisabled();
  await expectGoodLooks(page);
});

test('an import goes on when the screen is left, and another console sees how far it is', async ({ browser }) => {
  const one = await shop.openConsole(browser);
  const other = await shop.openConsole(browser);
  await one.show('/import');
  await other.show('/import');
  const rows = Array.from({ length: 2_000 }, (_, at) => `many-${at},Many ${at},,1,kg,${at + 1},0,recent,rice`);
  await check(one.page, 'many.csv', `${HEADER}${rows.join('\n')}\n`);
  await expect(latest(other.page).getByRole('heading')).toHaveText('Checked: many.csv');
  await expect(latest(one.page).getByText('Would be added: 2,000')).toBeVisible();
  // Any console may start what another one has checked.
  await other.page.getByRole('button', { name: 'Import' }).click();
  const bar = latest(one.page).getByRole('progressbar', { name: /^Import(?:ing|ed)$/ });
  await expect(bar).toHaveAttribute('aria-valuetext', /^[\d,]+ of 2,000 rows$/);
  await one.page.goto('about:blank');
  await one.show('/import');
  await expect(latest(one.page).getByRole('heading')).toHaveText(/^Import(?:ing|ed): many\.csv$/);
  await expect(latest(one.page).getByRole('heading')).toHaveText('Imported: many.csv');
  await expect(latest(one.page).getByRole('status')).toHaveText('2,000 added, 0 changed, 0 removed, 0 unchanged.');
  await expect(latest(one.page).getByText(other.email)).toBeVisible();
  expect((await exported(one.page)).match(/^many-/gm)).toHaveLength(2_000);
});

test('a file that is lost on the way stays chosen and is sent again', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/import');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByLabel('Catalogue file')).toHaveAccessibleDescription('Choose a catalogue file.');
  await page.route('**/operator/import/file?*', (route) => route.abort());
  await check(page, 'again.csv', `${HEADER}again,Again,,1,kg,10,0,top,rice\n`);
  await expect(page.getByLabel('Catalogue file')).toHaveAccessibleDescription(
    /could not be sent: the connection was lost/,
  );
  await page.unroute('**/operator/import/file?*');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(latest(page).getByRole('heading')).toHaveText('Checked: again.csv');
});

test('nobody else imports', async ({ browser }) => {
  const { page, show } = await shop.openConsole(browser);
  await show('/import');
  await check(page, 'mine.csv', `${HEADER}mine,Mine,,1,kg,10,0,top,rice\n`);
  await expect(latest(page).getByRole('heading')).toHaveText('Checked: mine.csv');
  await expectRefusedToStrangers(page, [
    { path: '/operator/import/file?name=theirs.csv', body: { data: `${HEADER}theirs,Theirs,,1,kg,1,0,top,rice\n` } },
    { path: '/operator/import', body: { form: { id: 'any' } } },
  ]);
  await page.reload();
  await expect(latest(page).getByRole('heading')).toHaveText('Checked: mine.csv');
  const stranger = await browser.newPage();
  await stranger.goto('/operator/products/export');
  await expect(stranger).toHaveURL(/\/operator\/login/);
  await stranger.close();
});
