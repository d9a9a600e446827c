/** Cash by day and rider in the operator's console. */
import { dayInDhaka } from '../../base/dates.ts';
import { expect, expectGoodLooks, expectRefusedToStrangers, test } from './console.ts';
import { addRider, api, giveOrder, orderOf } from './rounds.ts';
import { open } from './shop.ts';

test('what a rider brings is handed over once, and the orders are paid', async ({
  page,
  operator,
  baseURL: url = '',
}) => {
  const rider = await addRider(url);
  const [first, second] = [await giveOrder(url, rider.id), await giveOrder(url, rider.id)];
  await api(url, 'POST', `/orders/${first.id}/deliver`);
  await api(url, 'POST', `/orders/${second.id}/deliver`, { collected: second.total });
  await open(page, '/operator/cash');
  const row = page.getByRole('article', { name: rider.name });
  const all = first.total + second.total;
  const tk = (amount: number): string => `Tk ${amount.toFixed(2)}`;
  await expect(row).toContainText(`To collect${tk(all)}`);
  await expect(row).toContainText(`Collected${tk(second.total)}`);
  await expect(row).toContainText(`Difference${tk(second.total - all).replace('Tk -', 'Tk -')}`);
  await expectGoodLooks(page);
  await expect(row.getByRole('spinbutton', { name: 'Amount' })).toHaveValue(String(all));
  await row.getByRole('button', { name: 'Handed over' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${rider.name} hands over ${tk(all)}?`);
  await dialog.getByRole('button', { name: 'Yes, handed over' }).click();
  await expect(row).toContainText(`Handed over${tk(all)}`);
  await expect(row).toContainText(`to ${operator.email}`);
  await expect(row).toContainText('Handed over, differenceTk 0.00');
  await expectGoodLooks(page);
  expect((await orderOf(url, first)).order.paymentStatus).toBe('paid');
  // The same press again, as of a screen that has not seen it.
  const day = dayInDhaka(new Date());
  const again = { day, rider: rider.id, amount: String(all), handovers: '0' };
  expect((await page.request.post('/operator/cash?index', { form: again })).status()).toBe(409);
  await expect(row).toContainText(`Handed over${tk(all)}`);

  const link = row.getByRole('link', { name: 'Orders' });
  await expect(link).toHaveAttribute('href', `/operator/orders?status=all&day=${day}&rider=${rider.id}`);
  const csv = await page.request.get(`/operator/cash/csv?day=${day}`);
  expect(csv.headers()['content-disposition']).toBe(`attachment; filename="cash-${day}.csv"`);
  expect(await csv.text()).toContain(`${day},${rider.name},2,${all.toFixed(2)},`);
  await page.getByRole('link', { name: 'Previous day' }).click();
  await expect(page.getByText('Nothing was delivered on this day.')).toBeVisible();
  await page.getByRole('link', { name: 'Next day' }).click();
  await expect(row).toBeVisible();
  await open(page, '/operator/log?what=cash');
  await expect(page.getByText(`from ${rider.name} for`)).toBeVisible();
});

test('a bad amount is refused and changes nothing; strangers hand over nothing', async ({
  page,
  baseURL: url = '',
}) => {
  const rider = await addRider(url);
  await open(page, '/operator/cash');
  const day = dayInDhaka(new Date());
  for (const form of [
    { day, rider: rider.id, amount: '0' },
    { day, rider: rider.id, amount: '1.005' },
    { day, rider: rider.id, amount: 'many' },
    { day: '2026-02-30', rider: rider.id, amount: '5' },
    { day, rider: 'nobody', amount: '5' },
  ])
    expect((await page.request.post('/operator/cash?index', { form })).status()).toBe(422);
  await expectRefusedToStrangers(page, [
    { path: '/operator/cash?index', body: { form: { day, rider: rider.id, amount: '5' } } },
  ]);
  const { rows } = await api<{ rows: { rider: string }[] }>(url, 'GET', '/cash');
  expect(rows.some((row) => row.rider === rider.id)).toBe(false);
});
