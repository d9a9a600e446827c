/** Orders without an account, by plain requests: also those of whoever has no business with them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pino } from 'pino';
import { textFields } from '../../base/record.ts';
import { SHIPPING_FIELDS } from '../../domain/orders/checkout-state.ts';
import { newOrder, SHIPPING } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';

let door: FrontDoor;
const log: string[] = [];
beforeAll(async () => {
  const lines = { write: (line: string) => void log.push(line) };
  door = await openFrontDoor({}, pino({ level: 'debug' }, lines));
  await operatorSends(door.url, 'PATCH', '/settings', { guestOrders: true });
});
afterAll(() => door.close());

const PHONE = '01711222333';
const BRIEF = {
  ...textFields({ name: 'Amina', phone: PHONE, street: '12 Lake Road', city: 'Dhaka' }, SHIPPING_FIELDS),
};

async function ordered() {
  const placed = await door.visitor().order('rice', { shippingInfo: BRIEF });
  return placed as { id: string; link: string; shippingInfo: Record<string, string> };
}

test('a shop that has not asked for them sends visitors to the login, and refuses their orders', async () => {
  await operatorSends(door.url, 'PATCH', '/settings', { guestOrders: false });
  const visitor = door.visitor();
  for (const path of ['/cart', '/checkout', '/payment', '/user/orders'])
    expect((await visitor.open(path)).path).toBe(`/user/login?next=${encodeURIComponent(path)}`);
  for (const [method, path] of [
    ['POST', '/api/orders'],
    ['DELETE', `/api/orders/attempts/${randomUUID()}?customer=guest`],
  ] as const)
    expect(
      (await visitor.send(method, path, newOrder({ items: [{ id: 'x', quantity: 1 }], expectedTotal: 1 }))).status,
    ).toBe(401);
  expect((await visitor.open('/')).html).not.toContain('guests');
  await operatorSends(door.url, 'PATCH', '/settings', { guestOrders: true });
});

test('name, phone, street and city are enough; the rest is behind a press', async () => {
  const visitor = door.visitor();
  const { id, shippingInfo } = await ordered();
  expect(id).not.toBe('');
  expect(shippingInfo).toMatchObject({ ...BRIEF, division: 'dhaka', country: 'Bangladesh', email: '', postcode: '' });
  for (const field of ['name', 'phone', 'street', 'city'] as const) {
    const body = newOrder({
      items: [{ id: 'x', quantity: 1 }],
      expectedTotal: 1,
      shippingInfo: { ...BRIEF, [field]: '' },
    });
    expect((await visitor.send('POST', '/api/orders', body)).status).toBe(422);
  }
  // Whoever has an account gives all of it, as ever.
  const customer = door.visitor();
  await customer.register();
  await expect(customer.order('rice', { shippingInfo: BRIEF })).rejects.toThrow('422');
});

test('its page opens by the link alone, and nothing keeps it or learns its address', async () => {
  const { id, link } = await ordered();
  const page = await door.visitor().open(link);
  expect(page.status).toBe(200);
  expect(page.headers.get('Cache-Control')).toBe('no-store');
  expect(page.headers.get('Referrer-Policy')).toBe('strict-origin');
  expect(page.headers.get('X-Robots-Tag')).toBe('noindex');
  expect(page.part('region', 'Shipping').getByText('12 Lake Road')).toBeTruthy();
  for (const name of ['Order again', 'Cancel order']) expect(page.screen.getByRole('button', { name })).toBeTruthy();
  expect((await door.visitor().open(`/bn${link}`)).screen.getByRole('heading', { level: 1 }).textContent).toMatch(
    /অর্ডার/,
  );
  const data = await door.visitor().fetch(`${link}.data`);
  expect([data.status, data.headers.get('Cache-Control')]).toEqual([200, 'no-store']);

  const stranger = door.visitor();
  await stranger.register();
  for (const other of ['/o/', `/o/${id}`, `${link}x`, link.slice(0, -1), '/o/%25', `/o/${'A'.repeat(32)}`])
    expect((await stranger.open(other)).status).toBe(404);
  for (const path of [`/user/orders/${id}`, `/api/orders/${id}`]) expect((await stranger.fetch(path)).status).toBe(404);
  expect((await stranger.send('POST', `/api/orders/${id}/cancel`, { link: `/o/${'A'.repeat(32)}` })).status).toBe(404);
  expect((await door.visitor().send('POST', `/api/orders/${id}/cancel`, {})).status).toBe(401);
  expect(await (await fetch(`${door.url}/robots.txt`)).text()).toContain('Disallow: /o/');
  expect(log.join('')).not.toContain(link.slice('/o/'.length));
});

test('a phone number opens nothing, and takes nothing over', async () => {
  const { link } = await ordered();
  const stranger = door.visitor();
  await stranger.register();
  // The profile of the stranger has the phone, and so has an order.
  await stranger.order('rice', { shippingInfo: { ...SHIPPING, phone: PHONE } });
  expect((await (await stranger.fetch('/api/orders')).json()).orders).toHaveLength(1);
  for (const links of [[PHONE], [`/o/${PHONE}`], ['%'], [`/o/${PHONE.padEnd(32, '0')}`]]) {
    const answer = await stranger.send('POST', '/api/orders/links', { links, add: true });
    expect(await answer.json()).toEqual({ orders: [] });
  }
  expect((await (await stranger.fetch('/api/orders')).json()).orders).toHaveLength(1);
  // Not without a session, and of a link once.
  expect((await door.visitor().send('POST', '/api/orders/links', { links: [link], add: true })).status).toBe(401);
  expect((await stranger.send('POST', '/api/orders/links', { links: [link], add: true })).status).toBe(200);
  expect((await (await stranger.fetch('/api/orders')).json()).orders).toHaveLength(2);
  expect((await door.visitor().open(link)).status).toBe(404);
  expect((await stranger.send('POST', '/api/orders/links', { links: Array(21).fill(link) })).status).toBe(422);
});

test('whoever has the link cancels it, also from a session of their own; the shop sees an order without an account', async () => {
  const { id, link } = await ordered();
  const customer = door.visitor();
  await customer.register();
  const canceled = await customer.send('POST', `/api/orders/${id}/cancel`, { link });
  expect(await canceled.json()).toMatchObject({ id, status: 'canceled' });
  const { order } = await (await operatorRequest(door.url, `/orders/${id}`)).json();
  expect(order ?? {}).toMatchObject({ source: 'guest', status: 'canceled' });
});
