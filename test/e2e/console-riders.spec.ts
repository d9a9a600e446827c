/** Riders in the operator's console: let in and removed, and the cash that they bring. */
import { randomUUID } from 'node:crypto';
import { dayInDhaka } from '../../base/dates.ts';
import { addRider, api, giveOrder, orderOf, tk } from '../support/operator-orders.ts';
import { expect, expectGoodLooks, newOperatorEmail, test } from './console.ts';
import { mailPart } from '../support/mail-server.ts';
import { open, PASSWORD } from './shop.ts';

test('a rider is added and invited; removed, the round closes at once', async ({
  page,
  openBrowser,
  shop,
  baseURL: url = '',
}) => {
  const name = `Karim ${randomUUID().slice(0, 8)}`;
  await open(page, '/operator/riders');
  const added = page.getByRole('region', { name: 'New rider' });
  await added.getByRole('textbox', { name: 'Name' }).fill(name);
  await added.getByRole('textbox', { name: 'Phone' }).fill('12345');
  await added.getByRole('button', { name: 'Add rider' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(added.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await added.getByRole('textbox', { name: 'Phone' }).fill('01712345678');
  await added.getByRole('button', { name: 'Add rider' }).click();
  // It lies over the top of the screen: before it is there, a click below it can be lost.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  const panel = page.getByRole('region', { name, exact: true });
  const email = newOperatorEmail();
  await panel.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await panel.getByRole('button', { name: 'Invite' }).click();
  await expect(panel.getByText(`${email} is invited by mail.`)).toBeVisible();
  const [link = ''] =
    /http\S+\/operator\/invitation\/[\w-]{43}/.exec(mailPart((await shop.mails.nextTo(email)).raw, 'text/plain')) ?? [];
  await expectGoodLooks(page);

  const phone = await openBrowser();
  await phone.request.post(link, { form: { name: 'Karim', password: PASSWORD } });
  await open(phone, '/operator/round');
  await expect(panel).toContainText(`Logs in as ${email}.`);
  const { riders } = await api<{ riders: { id: string; name: string }[] }>(url, 'GET', '/riders');
  const order = await giveOrder(url, riders.find((rider) => rider.name === name)?.id ?? '');
  await expect(phone.getByRole('article', { name: order.name })).toBeVisible();
  await panel.getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${name}?` });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(panel).toHaveCount(0);
  await expect(phone).toHaveURL(/\/operator\/login/);
});

test('a rider is let in by phone: the link is there after the password, and goes out by WhatsApp', async ({
  page,
  operator,
  openBrowser,
  baseURL: url = '',
}) => {
  const { name } = await addRider(url);
  await open(page, '/operator/riders');
  const panel = page.getByRole('region', { name, exact: true });
  await panel.getByRole('button', { name: 'Let in by phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let in by phone' });
  await expect(dialog.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  // Of no other test.
  const phone = `0191${String(Date.now()).slice(-7)}`;
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(phone);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(operator.password);
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const link = panel.getByRole('textbox', { name: `Link for +88${phone}` });
  await expect(link).toHaveValue(/\/operator\/invitation\/[\w-]{43}\?language=en$/);
  await expect(panel.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/8801\d{9}\?text=.*invitation/,
  );
  await expectGoodLooks(page);

  const rider = await openBrowser();
  await open(rider, new URL(await link.inputValue()).pathname);
  await rider.getByRole('textbox', { name: 'Name' }).fill('Karim');
  await rider.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await rider.getByRole('button', { name: 'Begin' }).click();
  await expect(rider).toHaveURL('/operator/round');
});

test('what a rider brings is handed over when it is confirmed', async ({ page, baseURL: url = '' }) => {
  const rider = await addRider(url);
  const order = await giveOrder(url, rider.id);
  await api(url, 'POST', `/orders/${order.id}/deliver`);
  const { history } = await orderOf(url, order);
  await open(page, `/operator/cash?day=${dayInDhaka(new Date(history.at(-1)?.at ?? ''))}`);
  const row = page.getByRole('article', { name: rider.name });
  const total = tk(order.total);
  await expectGoodLooks(page);
  await expect(row.getByRole('spinbutton', { name: 'Amount' })).toHaveValue(String(order.total));
  await row.getByRole('button', { name: 'Handed over' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${rider.name} hands over ${total}?`);
  await dialog.getByRole('button', { name: 'Yes, handed over' }).click();
  await expect(row).toContainText(`Handed over${total}`);
  await expect(row).toContainText('Handed over, differenceTk 0');
  await expectGoodLooks(page);
});
