import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHIPPING } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import { giveOrder } from '../support/operator-orders.ts';
import { type Page, PASSWORD, type Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  owner = await door.operator();
});
afterAll(() => door.close());

/** A customer with one order. */
async function newShopper() {
  const visitor = door.visitor();
  const { name, email } = await visitor.register();
  return { visitor, name, email, order: (await visitor.order('oil')).id };
}

const searchFor = (text: string) => owner.open(`/operator/customers?q=${encodeURIComponent(text)}`);

async function customerOf(email: string): Promise<Page> {
  const found = await searchFor(email);
  return owner.follow(found.part('list', 'Customers').getByRole('link', { name: 'Ayesha Rahman' }), found);
}

function post(path: string, form: Record<string, string>, by: Visitor = owner): Promise<Page> {
  return by.open(path, { method: 'POST', body: new URLSearchParams(form) });
}

test('a customer is found by the address, and shown with the profile and the orders', async () => {
  const { name, email, order } = await newShopper();
  const found = await searchFor(email.toUpperCase());
  const [row, ...others] = found.part('list', 'Customers').getAllByRole('listitem');
  expect(others).toEqual([]);
  expect(row?.textContent).toContain('1 order, 1 pending');
  const page = await customerOf(email);
  expect(page.screen.getByRole('heading', { level: 1 }).textContent).toBe(name);
  expect(page.document.querySelector(`main a[href="mailto:${email}"]`)?.textContent).toBe(email);
  expect(page.screen.queryByRole('button', { name: 'Purge' })).toBeNull();
  const orders = page.part('region', 'Orders').getByRole('link', { name: `#${order.slice(0, 6)}` });
  expect((await owner.follow(orders, page)).path).toBe(`/operator/orders/${order}`);
});

test('whoever ordered by phone has a page with all orders of the number, notes and a block', async () => {
  const phone = '01977001234';
  const { visitor, email } = await newShopper();
  const first = await giveOrder(door.url, null, { name: 'Rokeya', phone: '+8801977001234', street: 'House 9/C' });
  const found = await searchFor('১৯৭৭-০০১');
  const row = found.part('list', 'Customers').getByRole('listitem');
  expect(row.textContent).toMatch(/Rokeya.*01977001234.*1 order, 1 pending/);
  let page = await owner.follow(found.screen.getByRole('link', { name: 'Rokeya' }), found);
  expect(page.path).toBe(`/operator/customers/${phone}`);
  // An order of an account with that number is there too, and the account has the number.
  const placed = await visitor.order('oil', { shippingInfo: { ...SHIPPING, phone } });
  page = await owner.open(page.path);
  for (const id of [first.id, placed.id]) page.part('region', 'Orders').getByRole('link', { name: shortOrderId(id) });
  const account = await owner.follow(page.screen.getByRole('link', { name: /^Account of/ }), page);
  expect(account.part('region', 'Profile').getByRole('link', { name: phone })).toBeTruthy();
  await owner.press(page.screen.getByRole('button', { name: 'Add note' }), page, { text: 'Rings twice' });
  for (const path of [page.path, account.path])
    expect((await owner.open(path)).part('list', 'Notes').getByText('Rings twice')).toBeTruthy();
  await post('/operator/blocks', { intent: 'block', phone, reason: 'Refuses' });
  expect((await owner.open(page.path)).part('region', 'At the door').getByText('Refuses')).toBeTruthy();
  expect((await searchFor(email)).html).toContain(account.path);
});

test('an unknown customer, and a search that finds nobody', async () => {
  const unknown = await owner.open('/operator/customers/nobody');
  expect(unknown.status).toBe(404);
  expect(unknown.screen.getByRole('heading', { name: 'No such customer' })).toBeTruthy();
  expect((await searchFor('zzzz-nobody')).screen.getByText(/No customer is found with “zzzz-nobody”/)).toBeTruthy();
});

test('who asked for it is purged, nobody else: the log says so, and the order has no address', async () => {
  const { visitor, email, order } = await newShopper();
  const { path } = await customerOf(email);
  expect((await post(path, { intent: 'purge' })).status).toBe(409);
  expect((await post('/user/delete-account', { confirmation: 'delete-my-account' }, visitor)).status).toBe(200);
  expect((await searchFor(email)).screen.getByText('deletion asked')).toBeTruthy();
  const dialogs = (await owner.open(path)).document.querySelectorAll('dialog');
  const question = [...dialogs].map(({ textContent }) => textContent).join('\n');
  expect(question).toContain('its sessions, its picture and the personal data in its 1 order');
  expect(question).toContain('1 pending order loses the address');

  const purged = await post(path, { intent: 'purge' });
  expect(purged.screen.getByRole('heading', { name: 'No such customer' })).toBeTruthy();
  const login = await visitor.send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD });
  expect(login.ok).toBe(false);
  expect((await owner.open(`/operator/orders/${order}`)).html).not.toContain(SHIPPING.phone);
  const log = await owner.open(`/operator/log?who=${encodeURIComponent(owner.email)}`);
  expect(log.part('list', 'Changes').getByText(/Purged an account with 1 order/)).toBeTruthy();
});

test('notes about an order and a customer say who wrote them, and are the shop’s own', async () => {
  const { visitor, email, order } = await newShopper();
  const secret = `Asks for the gate ${randomUUID()}`;
  for (const of of [await owner.open(`/operator/orders/${order}`), await customerOf(email)]) {
    expect(of.screen.queryByRole('list', { name: 'Notes' })).toBeNull();
    await owner.press(of.screen.getByRole('button', { name: 'Add note' }), of, { text: `${secret}\nsecond line` });
    const notes = (await owner.open(of.path)).part('list', 'Notes').getAllByRole('listitem');
    expect(notes.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(`${secret}\nsecond line`)]);
    expect(notes[0]?.textContent).toContain(owner.email);
  }
  for (const path of [`/user/orders/${order}`, `/api/orders/${order}`, '/api/orders', '/api/profile'])
    expect(await (await visitor.fetch(path)).text()).not.toContain(secret);
});
