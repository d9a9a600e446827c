/** Riders and packers: who is let in, what a round shows and takes, and the cash of a day. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { newPerson, SHIPPING } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { addRider, api, giveOrder, orderOf, tk } from '../support/operator-orders.ts';
import { type Page, PASSWORD, type Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  owner = await door.operator();
});
afterAll(() => door.close());

const post = (person: Visitor, path: string, fields: Record<string, string>) =>
  person.open(path, { method: 'POST', body: new URLSearchParams(fields) });
const menuOf = (page: Page) =>
  page
    .part('navigation', 'Console')
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const hrefOf = ({ getByRole }: Pick<Page['screen'], 'getByRole'>, name: string) =>
  getByRole('link', { name }).getAttribute('href') ?? '';

/** Accepts the invitation that a page tells. */
async function accept({ html }: Page, name: string): Promise<Visitor> {
  const [path = ''] = /\/operator\/invitation\/[\w-]{43}/.exec(html) ?? [];
  const person = door.visitor();
  expect((await post(person, path, { name, password: PASSWORD })).status).toBe(200);
  return person;
}

async function openRider() {
  const { id } = await addRider(door.url);
  return { id, browser: await door.operator({ role: 'rider', rider: id }) };
}

const cashOf = async (rider: string) =>
  (await api<{ rows: { rider: string }[] }>(door.url, 'GET', '/cash')).rows.find((row) => row.rider === rider);

test('a rider is added, changed, invited, and logs in to the round', async () => {
  const settings = await owner.open('/operator/settings');
  const link = settings.part('navigation', 'Settings').getByRole('link', { name: 'Riders' });
  let page = await owner.follow(link, settings);
  const name = `Karim ${randomUUID().slice(0, 8)}`;
  const press = async (region: string, button: string, typed: Record<string, string>): Promise<Page> => {
    page = await owner.press(page.part('region', region).getByRole('button', { name: button }), page, typed);
    return page;
  };
  const phone = () => page.part('region', name).getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value;
  expect((await press('New rider', 'Add rider', { name, phone: '12345' })).status).toBe(422);
  await press('New rider', 'Add rider', { name, phone: '০১৭১২৩৪৫৬৭৮' });
  expect(phone()).toBe('01712345678');
  await press(name, 'Save', { phone: '01898765432' });
  expect(phone()).toBe('01898765432');
  const { email } = newPerson();
  const rider = await accept(await press(name, 'Invite', { email }), 'Karim');
  expect((await rider.open('/operator')).path).toBe('/operator/round');
  page = await owner.open('/operator/riders');
  page.part('region', name).getByText(`Logs in as ${email}.`);
});

test('a packer is invited and removed; owners are not let in without being asked again, or out', async () => {
  let page = await owner.open('/operator/riders');
  const staff = () => page.part('region', 'Who may use the console');
  const person = (email: string) => staff().getByRole('listitem', { name: email });
  const invite = (email: string) =>
    owner.press(staff().getByRole('button', { name: 'Invite packer' }), page, { email });
  const close = (email: string) => post(owner, '/operator/riders', { intent: 'close', email });
  const refused = await invite(owner.email);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('This is the address of an owner.');
  const { email } = newPerson();
  page = await invite(email);
  expect(person(email).textContent).toContain('Packer, invited');
  // No mail is sent here, so the page has the link.
  (await owner.open('/operator/log')).screen.getByText(/to the console as packer, and got the link$/);

  const packer = await accept(page, 'Jamal');
  const home = await packer.open('/operator');
  expect(home.path).toBe('/operator/orders');
  expect(menuOf(home)).toEqual([expect.stringMatching(/^Orders/), 'Products', 'Bazaar', 'Account']);
  const { screen } = await packer.open('/operator/products');
  expect(screen.getAllByRole('checkbox', { name: 'Available' }).length).toBeGreaterThan(0);
  expect(screen.queryAllByRole('spinbutton')).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Add product' })).toBeNull();

  page = await owner.open('/operator/riders');
  expect(person(email).textContent).toContain('Jamal');
  page = await close(email);
  expect(staff().queryByRole('listitem', { name: email })).toBeNull();
  expect((await packer.open('/operator/orders')).path).toMatch(/^\/operator\/login/);
  // One’s own keys are not here, and no owner is let out.
  expect(person(owner.email).textContent).toContain('Owner');
  expect(person(owner.email).querySelector('button')).toBeNull();
  const asOwner = { intent: 'invite', email: newPerson().email, role: 'operator' };
  expect((await post(owner, '/operator/riders', asOwner)).status).toBe(403);
  const second = await door.operator();
  const kept = await close(second.email);
  expect(kept.status).toBe(403);
  expect(kept.html).toContain('Owners are let out with the command line.');
  expect((await second.open('/operator/settings')).path).toBe('/operator/settings');
});

test('a packer finds customers by their orders alone, without e-mail and gender, and no account', async () => {
  const packer = await door.operator({ role: 'packer' });
  const finds = async (by: Visitor, text: string) =>
    (await (await by.fetch(`/operator/orders/finds?kind=customers&q=${encodeURIComponent(text)}`)).json()).customers;
  const shopper = door.visitor();
  const { email } = await shopper.register();
  expect(await finds(packer, email)).toEqual([]);
  expect((await owner.open(`/operator/customers?q=${encodeURIComponent(email)}`)).html).toContain(email);
  await shopper.order('rice', { shippingInfo: { ...SHIPPING, email } });
  expect(await finds(packer, email)).toMatchObject([{ email: '', gender: '', phone: expect.stringMatching(/\d{11}/) }]);
  expect(await finds(owner, email)).toMatchObject([{ email }]);
  // Why a customer is blocked is for those who may see customers.
  const [{ id }] = (await (await shopper.fetch('/api/orders')).json()).orders;
  await api(door.url, 'POST', '/accounts/block', { email, reason: 'Three false orders' });
  const page = await packer.open(`/operator/orders/${id}`);
  expect(page.part('region', 'At the door').getByText('blocked')).toBeTruthy();
  expect(page.html).not.toContain('Three false orders');
  await api(door.url, 'POST', '/accounts/unblock', { email });
});

test('what only one of two roles may is refused to the other, also without the screen', async () => {
  const packer = await door.operator({ role: 'packer' });
  const product = async () => (await (await packer.fetch('/api/products?ids=alu-potato')).json()).products[0];
  const { price } = await product();
  const base = JSON.stringify({ price: String(price), available: 'yes' });
  const fields = { id: 'alu-potato', base, price: '1', available: 'yes' };
  expect((await post(packer, '/operator/products?index', fields)).status).toBe(403);
  expect(await product()).toMatchObject({ price });
  const { browser } = await openRider();
  expect((await post(browser, '/operator/orders?index', { intent: 'deliver', id: 'x' })).status).toBe(403);
});

test('a round shows its rider what is needed at the doors, by area, and nothing else', async () => {
  const { id: rider, browser } = await openRider();
  const { email } = newPerson();
  const savar = await giveOrder(door.url, rider, { city: 'Savar', email, name: 'Salma Begum' });
  const adabor = await giveOrder(door.url, rider, { city: 'Adabor' });
  await api(door.url, 'PATCH', `/orders/${adabor.id}`, { items: [{ id: 'alu-potato', quantity: 1 }] });
  const page = await browser.open('/operator/round');
  expect(menuOf(page)).toEqual(['Round', 'Account']);
  const cards = page.screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  expect(cards).toEqual([adabor.name, savar.name]);
  const card = page.part('article', savar.name);
  card.getByText('Salma Begum');
  card.getByText('2 pieces');
  page.part('article', adabor.name).getByText('1 piece');
  card.getByText(tk(savar.total));
  expect(hrefOf(card, 'Call')).toMatch(/^tel:01/);
  expect(hrefOf(card, 'Map')).toMatch(/^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=.*Savar/);
  expect(page.html).not.toContain(email);
});

test('a round takes only what is done at a door, of the rider’s own orders', async () => {
  const { id: rider, browser } = await openRider();
  const [foreign, own] = [await giveOrder(door.url, null), await giveOrder(door.url, rider)];
  const send = async (order: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ order, key: randomUUID(), ...fields });
    return (await browser.fetch('/operator/round/change', { method: 'POST', body })).status;
  };
  expect(await send(foreign.id, { change: 'deliver' })).toBe(409);
  for (const fields of [
    { change: 'set-back', reason: 'x' },
    { change: 'cancel', reason: 'customer-asked' },
    { change: 'return', reason: 'false-order' },
    { change: 'deliver', key: 'no key' },
    { change: 'deliver', collected: '-5' },
  ])
    expect(await send(own.id, fields), JSON.stringify(fields)).toBe(422);
  expect((await orderOf(door.url, foreign)).order.revision).toBe(0);
  expect((await orderOf(door.url, own)).order).toMatchObject({ revision: 1, rider });
  // Delivered by somebody else meanwhile: what the rider has taken is noted.
  await api(door.url, 'POST', `/orders/${own.id}/deliver`);
  const press = { change: 'deliver', collected: '5', key: randomUUID() };
  for (const _ of [1, 2]) expect(await send(own.id, press)).toBe(200);
  expect(await cashOf(rider)).toMatchObject({ collected: 5 });
  // More than is due; and what the shop has done is not the rider's to take back.
  const next = await giveOrder(door.url, rider);
  expect(await send(next.id, { change: 'deliver', collected: String(next.total + 1) })).toBe(422);
  expect(await send(next.id, { ...press, key: press.key })).toBe(409);
  expect(await send(next.id, { change: 'undo' })).toBe(409);
  expect((await orderOf(door.url, next)).order).toMatchObject({ rider, status: 'pending' });
});

test('whoever is no owner takes back only what they have done themselves', async () => {
  const { id: rider, browser } = await openRider();
  const other = await addRider(door.url);
  const state = async (order: { id: string; name: string; total: number }) => (await orderOf(door.url, order)).order;
  for (const [path, body] of [
    ['rider', { rider: other.id }],
    ['rider', { rider: null }],
    ['cancel', { reason: 'customer-asked' }],
    ['deliver', { collected: 70 }],
  ] as const) {
    const order = await giveOrder(door.url, rider);
    await api(door.url, 'POST', `/orders/${order.id}/${path}`, body);
    const before = await state(order);
    const undo = new URLSearchParams({ order: order.id, key: randomUUID(), change: 'undo' });
    expect((await browser.fetch('/operator/round/change', { method: 'POST', body: undo })).status, path).toBe(409);
    expect(await state(order)).toEqual(before);
  }
  const packer = await door.operator({ role: 'packer' });
  const order = await giveOrder(door.url, null);
  const press = async (person: Visitor, fields: Record<string, string>) =>
    (await post(person, '/operator/orders?index', { id: order.id, ...fields })).status;
  expect(await press(owner, { intent: 'stage', stage: 'packed', revision: '0' })).toBe(200);
  expect(await press(packer, { intent: 'undo', revision: '1' })).toBe(409);
  expect(await press(owner, { intent: 'undo', revision: '1' })).toBe(200);
  expect(await press(packer, { intent: 'stage', stage: 'packed', revision: '2' })).toBe(200);
  expect(await press(owner, { intent: 'undo', revision: '3' })).toBe(200);
});

test('the cash of a day is told for each rider, and handed over once', async () => {
  const rider = await addRider(door.url);
  const [first, second] = [await giveOrder(door.url, rider.id), await giveOrder(door.url, rider.id)];
  await api(door.url, 'POST', `/orders/${first.id}/deliver`);
  await api(door.url, 'POST', `/orders/${second.id}/deliver`, { collected: second.total });
  const day = dayInDhaka(new Date((await orderOf(door.url, second)).history.at(-1)?.at ?? ''));
  const all = first.total + second.total;
  const open = () => owner.open(`/operator/cash?day=${day}`);
  const rowOf = ({ screen }: Page) => screen.getByRole('article', { name: rider.name }).textContent;
  const before = rowOf(await open());
  for (const sum of [`To collect${tk(all)}`, `Collected${tk(second.total)}`, `Difference${tk(-first.total)}`])
    expect(before).toContain(sum);
  const handover = { day, rider: rider.id, amount: String(all), handovers: '0' };
  expect((await post(owner, '/operator/cash?index', handover)).html).toContain('Handed over.');
  // The same press again, as of a screen that has not seen it.
  const again = await post(owner, '/operator/cash?index', handover);
  expect(again.status).toBe(409);
  expect(again.html).toContain('Nothing more is stored');
  const page = await open();
  for (const sum of [`Handed over${tk(all)}`, `to ${owner.email}`, 'Handed over, differenceTk 0'])
    expect(rowOf(page)).toContain(sum);
  expect((await orderOf(door.url, first)).order.paymentStatus).toBe('paid');

  // Promised for another day, or not: the list has those that the row counts, and no others.
  const list = await owner.open(hrefOf(page.part('article', rider.name), 'Orders'));
  const names = list.screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'));
  expect(names.toSorted()).toEqual([first.name, second.name].toSorted());
  list.screen.getByRole('link', { name: /^Cash of / });
  const none = await owner.open(`/operator/orders?status=all&cash=${day}&rider=none&q=${first.name.slice(1)}`);
  expect(none.screen.queryAllByRole('article')).toEqual([]);
  const csv = await owner.fetch(hrefOf(page.screen, 'Export'));
  expect(csv.headers.get('Content-Disposition')).toBe(`attachment; filename="cash-${day}.csv"`);
  expect(await csv.text()).toContain(`${day},${rider.name},2,${all.toFixed(2)},`);
  const yesterday = await owner.open(hrefOf(page.screen, 'Previous day'));
  yesterday.screen.getByText('No money moved on this day.');
  expect(hrefOf(yesterday.screen, 'Next day')).toBe(`/operator/cash?day=${day}`);
  const log = await owner.open('/operator/log?what=cash');
  expect(log.screen.getByRole('main').textContent).toContain(`from ${rider.name} for`);
});

test('a handover of a bad amount, day or rider is not taken', async () => {
  const { id: rider } = await addRider(door.url);
  const day = dayInDhaka(new Date());
  for (const bad of [
    { amount: '0' },
    { amount: '1.005' },
    { amount: 'many' },
    { day: '2026-02-30' },
    { rider: 'nobody' },
  ]) {
    const fields = { day, rider, amount: '5', ...bad };
    expect((await post(owner, '/operator/cash?index', fields)).status, JSON.stringify(bad)).toBe(422);
  }
  expect(await cashOf(rider)).toBeUndefined();
});
