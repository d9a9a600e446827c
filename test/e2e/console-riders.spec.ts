/** Riders and packers in the operator's console: added, invited, removed. */
import { randomUUID } from 'node:crypto';
import { becomeOperator, expect, expectGoodLooks, newOperatorEmail, test } from './console.ts';
import { api, becomeRider, giveOrder, orderOf } from './rounds.ts';
import { open, PASSWORD } from './shop.ts';

test('a rider is added, changed, invited, and logs in to the round; removed, the orders are free again', async ({
  page,
  openBrowser,
  baseURL: url = '',
}) => {
  const name = `Karim ${randomUUID().slice(0, 8)}`;
  await open(page, '/operator/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Riders' }).click();
  const added = page.getByRole('region', { name: 'New rider' });
  await added.getByRole('textbox', { name: 'Name' }).fill(name);
  await added.getByRole('textbox', { name: 'Phone' }).fill('12345');
  await added.getByRole('button', { name: 'Add rider' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(added.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await added.getByRole('textbox', { name: 'Phone' }).fill('০১৭১২৩৪৫৬৭৮');
  await added.getByRole('button', { name: 'Add rider' }).click();
  const panel = page.getByRole('region', { name, exact: true });
  await expect(panel.getByRole('textbox', { name: 'Phone' })).toHaveValue('01712345678');
  await panel.getByRole('textbox', { name: 'Phone' }).fill('01898765432');
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();

  const email = newOperatorEmail();
  await panel.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await panel.getByRole('button', { name: 'Invite' }).click();
  const link = panel.getByRole('textbox', { name: `${email} is invited` });
  await expect(link).toHaveValue(/\/operator\/invitation\/[\w-]{43}$/);
  await expectGoodLooks(page);
  const phone = await openBrowser();
  await open(phone, new URL(await link.inputValue()).pathname);
  await phone.getByRole('textbox', { name: 'Name' }).fill('Karim');
  await phone.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Begin' }).click();
  await expect(phone).toHaveURL('/operator/round');
  await expect(panel).toContainText(`Logs in as ${email}.`);

  const { riders } = await api<{ riders: { id: string; name: string }[] }>(url, 'GET', '/riders');
  const { id = '' } = riders.find((rider) => rider.name === name) ?? {};
  const order = await giveOrder(url, id);
  await expect(phone.getByRole('article', { name: order.name })).toBeVisible();
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: `Remove ${name}?` })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(panel).toHaveCount(0);
  await expect(phone).toHaveURL(/\/operator\/login/);
  expect((await orderOf(url, order)).order).toMatchObject({ rider: null, stage: 'packed' });
});

test('a packer is invited and removed; owners are not let in or out here', async ({
  page,
  operator,
  openBrowser,
  baseURL: url = '',
}) => {
  await open(page, '/operator/riders');
  const staff = page.getByRole('region', { name: 'Who may use the console' });
  const invite = async (email: string): Promise<void> => {
    await staff.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await staff.getByRole('button', { name: 'Invite packer' }).click();
  };
  await invite(operator.email);
  await expect(page.getByRole('alert').filter({ hasText: 'This is the address of an owner.' })).toBeVisible();
  const email = newOperatorEmail();
  await invite(email);
  const row = staff.getByRole('listitem', { name: email });
  await expect(row).toContainText('Packer, invited');
  const other = await openBrowser();
  const link = await staff.getByRole('textbox', { name: `${email} is invited` }).inputValue();
  await other.request.post(link, { form: { name: 'Jamal', password: PASSWORD } });
  await open(other, '/operator');
  await expect(other).toHaveURL('/operator/orders');
  const links = other.getByRole('navigation', { name: 'Console' }).getByRole('link');
  await expect(links).toHaveText([/^Orders/, 'Products', 'Account']);
  await open(other, '/operator/products');
  await expect(other.getByRole('checkbox', { name: 'Available' }).first()).toBeVisible();
  await expect(other.getByRole('spinbutton')).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Add product' })).toHaveCount(0);
  await expectGoodLooks(other);

  await expect(row).toContainText('Jamal');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
  await expect(other).toHaveURL(/\/operator\/login/);
  // Owners have no such button, and the shop does not take one.
  const own = staff.getByRole('listitem', { name: operator.email });
  await expect(own).toContainText('Owner');
  await expect(own.getByRole('button')).toHaveCount(0);
  const second = await openBrowser();
  const owner = await becomeOperator(second.request);
  await page.request.post('/operator/riders', { form: { intent: 'close', email: owner.email } });
  expect((await second.request.get('/operator/settings')).status()).toBe(200);
  expect(url).not.toBe('');
});

test('what only one of two roles may is refused to the other, also without the screen', async ({
  openBrowser,
  baseURL: url = '',
}) => {
  const packer = await openBrowser();
  await becomeOperator(packer.request, { role: 'packer' });
  const { price, available } = await api<{ price: number; available: string }>(
    url,
    'GET',
    '/products/alu-potato',
  ).catch(() => ({ price: 35, available: 'yes' }));
  const base = JSON.stringify({ price: String(price), available });
  const form = { id: 'alu-potato', base, price: '1', available: 'yes' };
  expect((await packer.request.post('/operator/products?index', { form })).status()).toBe(200);
  const shown = await (await packer.request.get('/api/products?ids=alu-potato')).json();
  expect(JSON.stringify(shown)).toContain(`"price":${price}`);
  const rider = await openBrowser();
  await becomeRider(rider, url);
  expect((await rider.request.post('/operator/orders?index', { form: { intent: 'deliver', id: 'x' } })).status()).toBe(
    403,
  );
});
