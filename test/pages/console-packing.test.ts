/** Where the final lines of a packed order stand: its screens, its slip, the round, the customer's page, the files. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPING } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { addRider, api, giveOrder, orderOf } from '../support/operator-orders.ts';
import { placeNewOrder } from '../support/placed-order.ts';

let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  owner = await door.operator();
  await operatorSends(door.url, 'PATCH', '/products/katla-fish', { by_weight: 'yes' });
});
afterAll(() => door.close());

const textOf = async (path: string): Promise<string> =>
  (await owner.open(path)).screen.getByRole('main').textContent ?? '';

test('the final lines and their sum stand wherever the order does', async () => {
  // Two of potatoes for Tk 35, three kilograms of katla for Tk 414.
  const order = await placeNewOrder(door.url);
  const items = [
    { id: 'alu-potato', quantity: 1 },
    { id: 'deshi-peyaj-onion', quantity: 1, instead: 'alu-potato', agreed: true },
    { id: 'katla-fish', quantity: 3, weighed: 3.2 },
  ];
  await operatorSends(door.url, 'POST', `/orders/${order.id}/pack`, { items });
  const { order: stored } = await orderOf(door.url, order);
  const onion = stored.orderItems.find(({ id }) => id === 'deshi-peyaj-onion');
  const sum = 35 + 1324.8 + Number(onion?.price) * (1 - Number(onion?.discount) / 100);
  expect(stored.subTotal).toBeCloseTo(sum, 1);

  const told = ['3 kg ordered, 3.2 kg weighed', 'Instead of Potato', `Tk ${stored.totalCost}`];
  const screen = await textOf(`/operator/orders/${order.id}`);
  for (const text of ['3 kg ordered, 3.2 kg weighed', 'Instead of Potato', 'If something is missing: call me'])
    expect(screen).toContain(text);
  const slip = await textOf(`/operator/orders/slips?id=${order.id}`);
  for (const text of [...told.slice(0, 2), 'If something is missing: Call me', `Collect Tk ${stored.totalCost}`])
    expect(slip).toContain(text);
  const own = await order.customer.get(`/user/orders/${order.id}`);
  for (const text of told) expect(String(own.body)).toContain(text);
  const csv = (await owner.open('/operator/orders/lines.csv')).html;
  expect(csv).toMatch(new RegExp(`${order.id},.*katla-fish.*,1324\\.8\\r`));

  const { id: rider } = await addRider(door.url);
  await operatorSends(door.url, 'POST', `/orders/${order.id}/rider`, { rider });
  const round = await (await door.operator({ role: 'rider', rider })).open('/operator/round');
  for (const text of told) expect(round.screen.getByRole('article').textContent).toContain(text);
});

test('the screen has what the customer has said, and a field for the weight only where it is sold by weight', async () => {
  const { id } = await api<{ id: string }>(door.url, 'POST', '/orders', {
    idempotencyKey: randomUUID(),
    items: [
      { id: 'alu-potato', quantity: 2 },
      { id: 'katla-fish', quantity: 1 },
    ],
    shippingInfo: SHIPPING,
    missing: 'similar',
    note: 'Ring twice',
  });
  const { screen } = await owner.open(`/operator/orders/${id}/pack`);
  const said = screen.getByRole('region', { name: 'If something is missing' });
  expect(said.textContent).toMatch(/Send something similar.*Ring twice/);
  expect(screen.getByRole('link', { name: `Call ${SHIPPING.phone}` }).getAttribute('href')).toBe(
    `tel:${SHIPPING.phone}`,
  );
  expect(screen.getAllByRole('spinbutton').map((field) => field.getAttribute('aria-label'))).toEqual([
    'Short of Potato',
    'Short of Katla Fish',
    'Weight of Katla Fish',
  ]);
  expect((await owner.open('/operator/orders/none/pack')).status).toBe(404);
});

test('a new order has a link to it, a packed one none', async () => {
  const order = await giveOrder(door.url, null);
  const page = await owner.open(`/operator/orders/${order.id}`);
  expect(page.screen.getByRole('link', { name: 'Pack' }).getAttribute('href')).toBe(
    `/operator/orders/${order.id}/pack`,
  );
  const packed = await owner.open('/operator/orders/packed', {
    method: 'POST',
    body: new URLSearchParams({
      key: randomUUID(),
      order: order.id,
      change: 'pack',
      revision: '0',
      items: JSON.stringify([{ id: 'alu-potato', quantity: 2 }]),
    }),
  });
  expect(packed.status).toBe(200);
  const after = await owner.open(`/operator/orders/${order.id}`);
  expect(after.screen.queryByRole('link', { name: 'Pack' })).toBeNull();
});

test('a bad answer about what is missing is refused, also by the shop’s own endpoint', async () => {
  const body = {
    idempotencyKey: randomUUID(),
    items: [{ id: 'alu-potato', quantity: 1 }],
    shippingInfo: SHIPPING,
    missing: 'sing',
  };
  const headers = { 'Content-Type': 'application/json' };
  const answer = await operatorRequest(door.url, '/orders', { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ detail: 'missing is one of call, leave, similar.' });
});
