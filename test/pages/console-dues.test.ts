/** What phones owe: the list, a phone's own screen, the customer's page, and the forms in which money is noted. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { addRider, api, giveOrder, orderOf, tk } from '../support/operator-orders.ts';
import { operatorRequest } from '../support/operator-client.ts';
import type { Page } from '../support/visitor.ts';

let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  owner = await door.operator();
});
afterAll(() => door.close());

const newPhone = (): string => `017${String(Math.trunc(10_000_000 + Math.random() * 89_999_999))}`;

async function owed(phone: string, collected: number) {
  const order = await giveOrder(door.url, null, { phone, name: `Amina ${phone}` });
  await api(door.url, 'POST', `/orders/${order.id}/deliver`, { collected });
  return order;
}

test('who owes is listed; what is paid, written off and set there is what is owed then', async () => {
  const phone = newPhone();
  const [first, second] = [await owed(phone, 10), await owed(phone, 0)];
  const sum = first.total + second.total - 10;
  const list = await owner.open('/operator/dues');
  const row = list.part('listitem', `Amina ${phone}`);
  expect(row.getByText(tk(sum)).tagName).toBe('B');
  let page = await owner.follow(row.getByRole('link', { name: `Amina ${phone}` }), list);
  const press = async (name: string, typed: Record<string, string>): Promise<Page> => {
    const answer = await owner.press(page.part('region', 'Dues').getByRole('button', { name }), page, typed);
    page = await owner.open(`/operator/customers/${phone}`);
    return answer;
  };
  const main = () => page.screen.getByRole('main').textContent;
  expect(main()).toContain(`Dues${tk(sum)}${phone}, 2 orders since`);
  for (const name of ['Statement', 'Statement in Bangla']) page.screen.getByRole('button', { name });
  expect((await press('Collected', { amount: String(sum + 1) })).status).toBe(422);
  await press('Collected', { amount: String(first.total), how: 'bkash' });
  expect(main()).toContain(`Dues${tk(second.total - 10)}${phone}, 1 order since`);
  expect((await orderOf(door.url, first)).order.paymentStatus).toBe('paid');
  await press('Set limit', { limit: '50' });
  const waiting = await giveOrder(door.url, null, { phone });
  expect((await orderOf(door.url, waiting)).order.stage).toBe('to confirm');

  page.part('region', 'Dues').getByText('Limit Tk 50');
  await press('Write off', { amount: String(second.total - 10), reason: 'Moved away' });
  expect(main()).toContain(`DuesTk 0${phone}`);
  expect((await owner.open('/operator/dues')).screen.queryByText(`Amina ${phone}`)).toBeNull();
  const history = (await owner.open(`/operator/orders/${second.id}`))
    .part('region', 'History')
    .getByRole('heading')
    .closest('section');
  expect(history?.textContent).toMatch(/Tk 10 collected by bKash.*written off.*Moved away/);
  expect((await owner.open('/operator/log')).screen.getByRole('main').textContent).toContain(
    `Set the limit of a phone number …${phone.slice(-3)} to 50`,
  );
});

test('a packer and a rider have no dues', async () => {
  const rider = await door.operator({ role: 'rider', rider: (await addRider(door.url)).id });
  for (const person of [await door.operator({ role: 'packer' }), rider]) {
    expect((await person.open('/operator/dues')).status).toBe(403);
    const body = new URLSearchParams({ intent: 'settle', change: 'collect', phone: '01711000101', amount: '1' });
    expect((await person.open('/operator/dues?index', { method: 'POST', body })).status).toBe(403);
    const order = await owed(newPhone(), 0);
    const own = new URLSearchParams({ id: order.id, intent: 'write-off', amount: '1', reason: 'x' });
    expect((await person.open(`/operator/orders/${order.id}`, { method: 'POST', body: own })).status).toBeGreaterThan(
      399,
    );
    expect(await orderOf(door.url, order)).toMatchObject({ money: { 'written off': 0 } });
  }
});

test('a rider says how a door has paid: only cash is in the pocket and handed over', async () => {
  const { id: rider, name } = await addRider(door.url);
  const browser = await door.operator({ role: 'rider', rider });
  const [cash, bkash] = [await giveOrder(door.url, rider), await giveOrder(door.url, rider)];
  const press = (order: string, fields: object) =>
    browser.open('/operator/round/change', {
      method: 'POST',
      body: new URLSearchParams({ key: randomUUID(), order, change: 'deliver', ...fields }),
    });
  expect((await press(cash.id, { collected: String(cash.total) })).status).toBe(200);
  expect((await press(bkash.id, { collected: '5', how: 'card' })).status).toBe(422);
  const moved = { collected: String(bkash.total), how: 'bkash', reference: '8N7A' };
  expect((await press(bkash.id, moved)).status).toBe(200);
  expect((await browser.open('/operator/round')).screen.getByRole('main').textContent).toContain(
    `Cash in the pocket ${tk(cash.total)}`,
  );
  const row = (await owner.open('/operator/cash')).screen.getByRole('article', { name });
  expect(row.textContent).toContain(`Collected${tk(cash.total + bkash.total)}bKash${tk(bkash.total)}`);
  expect(row.textContent).not.toContain('Nagad');
  expect(await api(door.url, 'GET', '/cash')).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ rider, toHandOver: cash.total, bkash: bkash.total })]),
  });
});

test('money that is given back is owed again only when that is ticked', async () => {
  const { id, total } = await owed(newPhone(), 0);
  const page = await owner.open(`/operator/orders/${id}`);
  const paid = await owner.press(page.part('region', 'Money').getByRole('button', { name: 'Collected' }), page, {
    amount: String(total),
    how: 'nagad',
  });
  const back = { amount: '5', reason: 'Rotten', owed: null };
  await owner.press(paid.part('region', 'Money').getByRole('button', { name: 'Give back', hidden: true }), paid, back);
  expect(await orderOf(door.url, { id })).toMatchObject({
    order: { paymentStatus: 'paid' },
    money: { 'given back': 5, 'written off': 5 },
  });
});

test('the bKash number is on the slip and, until it is paid, on the shopper’s order', async () => {
  const set = (bkashNumber: string) => api(door.url, 'PATCH', '/settings', { bkashNumber });
  const bad = { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"bkashNumber":"x"}' };
  expect((await operatorRequest(door.url, '/settings', bad)).status).toBe(422);
  await set('01799000000');
  const order = await giveOrder(door.url, null);
  expect((await owner.open(`/operator/orders/slips?ids=${order.id}`)).html).toContain('bKash 01799000000');
  await set('');
  expect((await owner.open(`/operator/orders/slips?ids=${order.id}`)).html).not.toContain('bKash');
});
