/** The operator's orders: what their list and screens say and find, and what is answered to a press and an edit. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayText } from '../../app/console/kit/values.tsx';
import type { ReadMessage } from '../../app/console/orders/order-finds.ts';
import { SHIPPING } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorSends } from '../support/operator-client.ts';
import { addRider, api, type Given, giveOrder, orderOf, tk } from '../support/operator-orders.ts';
import { placeNewOrder } from '../support/placed-order.ts';
import type { Page } from '../support/visitor.ts';

let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  owner = await door.operator();
});
afterAll(() => door.close());

/** The name of a customer that nobody else has; the list is searched for it, because all tests share one shop. */
const newName = (): string => `Buyer ${randomUUID().slice(0, 8)}`;
const listOf = (name: string): string => `/operator/orders?q=${encodeURIComponent(name)}`;
const names = ({ screen }: Page) => screen.queryAllByRole('article').map((row) => row.getAttribute('aria-label'));
const textOf = ({ screen }: Page, role = 'main', name = ''): string =>
  screen.getByRole(role, name === '' ? {} : { name }).textContent ?? '';
const link = ({ screen }: Page, name: string | RegExp) => screen.getByRole('link', { name });
const buttons = (page: Page, { name }: Given) =>
  page
    .part('article', name)
    .queryAllByRole('button')
    .map(({ textContent }) => textContent);
const historyOf = ({ screen }: Page) =>
  [...screen.getByRole('region', { name: 'History' }).querySelectorAll('ol > li')].map((entry) => entry.textContent);

async function giveOrders(name: string): Promise<[Given, Given, Given]> {
  const give = () => giveOrder(door.url, null, { name });
  return [await give(), await give(), await give()];
}

/** The days that a form offers, each with its text; first the one that it has. */
const daysOf = ({ screen }: Page): (readonly [string, string])[] =>
  [...screen.getByRole<HTMLSelectElement>('combobox', { name: 'Day' }).options].map(({ value, text }) => [value, text]);

/** When it is to be delivered, as the list and its screen say it. */
const DUE = /(Today|Tomorrow|[A-Z][a-z]{2} \d+ [A-Z][a-z]+) ·|Delivery \d/;

/** Sends what scripts send when a button is pressed. */
function send(path: string, fields: Record<string, string | readonly string[]>): Promise<Page> {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return owner.open(path, { method: 'POST', body: new URLSearchParams(pairs) });
}

const press = (fields: Record<string, string | readonly string[]>) => send('/operator/orders?index', fields);

async function expectRefusal(refused: Promise<Page>, status: number, told: string): Promise<void> {
  const page = await refused;
  expect(page.html).toContain(told);
  expect(page.status).toBe(status);
}

test('an order shows who has ordered, what to pack, where to, and who has done what', async () => {
  const name = newName();
  const order = await placeNewOrder(door.url, { name, phone: '01798765432', city: 'Savar' });
  const list = await owner.open(listOf(name));
  for (const part of [name, '12 Lake Road, Savar 1207, Dhaka', '5 pieces', tk(order.total)])
    expect(textOf(list, 'article', order.name)).toContain(part);
  const page = await owner.follow(link(list, order.name), list);
  page.screen.getByRole('heading', { level: 1, name: new RegExp(`^Order ${order.name} ?pending$`) });
  expect(textOf(page, 'listitem', 'Katla Fish')).toMatch(/কাতলা মাছ.*3 × Tk 414= Tk 1242/);
  expect(textOf(page, 'region', 'Ships to')).toContain('12 Lake Road');
  page.screen.getByText(tk(order.total));
  for (const { screen } of [list, page])
    expect(screen.getByRole('link', { name: '01798765432' }).getAttribute('href')).toBe('tel:01798765432');
  expect(link(page, name).getAttribute('href')).toMatch(/^\/operator\/customers\/./);
  expect(historyOf(page)).toEqual([expect.stringMatching(/^Placed.*by the customer$/)]);
  for (const pending of [textOf(list, 'article', order.name), textOf(page)]) expect(pending).toMatch(DUE);
  const done = await send(page.path, { id: order.id, intent: 'deliver' });
  expect(historyOf(done)).toHaveLength(2);
  expect(historyOf(done).join()).toContain(`by ${owner.email}`);
  expect(done.screen.queryByRole('button', { name: /Deliver|Cancel/ })).toBeNull();
  const delivered = await owner.follow(link(list, /^Delivered ?\d/), list);
  expect(textOf(delivered, 'article', order.name)).toContain('delivered');
  expect(delivered.part('article', order.name).queryAllByRole('button')).toEqual([]);
  for (const over of [textOf(delivered, 'article', order.name), textOf(done)]) expect(over).not.toMatch(DUE);
});

test.each(['zzzzzzzzzzzzzzzzzzzzzzzz', 'abc123', "x'"])('there is no order %s', async (id) => {
  for (const path of ['', '/edit']) {
    const page = await owner.open(`/operator/orders/${encodeURIComponent(id)}${path}`);
    expect(page.status).toBe(404);
    page.screen.getByRole('heading', { name: 'Not found' });
  }
});

test('a search finds the beginning of id, name, phone and e-mail, and keeps the status', async () => {
  const [name, email, phone] = [newName(), `${randomUUID()}@example.com`, `0191${String(Math.random()).slice(2, 9)}`];
  const order = await giveOrder(door.url, null, { name, email, phone });
  let page = await owner.open('/operator/orders?status=all');
  for (const q of [order.name, order.id.slice(0, 9), name, name.slice(6), phone, email.slice(0, 20)]) {
    page = await owner.press(page.screen.getByRole('button', { name: 'Search' }), page, { q });
    const asked = new URLSearchParams(page.path.split('?')[1]);
    expect([asked.get('q'), asked.get('status')]).toEqual([q, 'all']);
    expect(names(page), q).toContain(order.name);
  }
  page = await owner.follow(link(page, /^Delivered ?\d/), page);
  expect(textOf(page)).toContain(`No order that is delivered begins with “${email.slice(0, 20)}”.`);
  page = await owner.follow(link(page, 'Search all orders'), page);
  expect(names(page)).toEqual([order.name]);
});

test('filters are in the address and in the export, and end with a link', async () => {
  const name = newName();
  const [first, second, third] = await giveOrders(name);
  const rider = await addRider(door.url);
  await operatorSends(door.url, 'POST', `/orders/${second.id}/stage`, { stage: 'packed' });
  await operatorSends(door.url, 'POST', `/orders/${third.id}/rider`, { rider: rider.id });
  const list = await owner.open(listOf(name));
  expect(names(list)).toEqual([first.name, second.name, third.name]);
  const found = (typed: Record<string, string>) =>
    owner.press(list.screen.getByRole('button', { name: 'Search' }), list, typed);
  const ofRider = await found({ rider: rider.id });
  expect(names(ofRider)).toEqual([third.name]);
  expect(textOf(ofRider, 'article')).toContain(rider.name);
  const packed = await found({ stage: 'packed', product: 'alu-potato' });
  expect(packed.path).toMatch(/stage=packed&.*product=alu-potato/);
  expect(names(packed)).toEqual([second.name]);
  packed.screen.getByRole('button', { name: 'Filters (2)' });
  // The other views have no stages.
  const all = await owner.follow(link(packed, /^All ?\d/), packed);
  expect(names(all)).toEqual([third.name, second.name, first.name]);
  const none = await found({ stage: 'to confirm' });
  expect(textOf(none)).toContain('No order is found with this filter.');
  expect(names(await owner.follow(link(none, 'Clear filters'), none))).toHaveLength(3);

  const answer = await owner.fetch(link(packed, 'Export').getAttribute('href') ?? '');
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d{2}-\d{2}\.csv"$/);
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toEqual([expect.stringMatching(/id,/), expect.stringMatching(`^${second.id},.*2 × Potato`)]);
  const file = await owner.fetch(link(packed, 'Export lines').getAttribute('href') ?? '');
  expect(file.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="order-lines-\d{4}-\d{2}-\d{2}\.csv"$/,
  );
  expect((await file.text()).trim().split('\r\n')).toEqual([
    expect.stringMatching(/^\W?id,.*,product,.*,quantity,/),
    expect.stringMatching(`^${second.id},.*,pending,alu-potato,.*,2,`),
  ]);
  for (const path of ['', '/export', '/lines.csv'])
    expect((await owner.open(`/operator/orders${path}?day=2026-02-31`)).status).toBe(400);
  const listed = await api(door.url, 'GET', '/orders?status=pending&stage=packed&sort=oldest&product=alu-potato');
  expect(JSON.stringify(listed)).toContain(second.id);
  const refused = api(door.url, 'GET', '/orders?product=katla-fish');
  await expect(refused).rejects.toThrow(/400.*product is only for status=pending\./);
});

test('the newest first is remembered by the browser, for the pending orders', async () => {
  const name = newName();
  const oldest = (await giveOrders(name)).map((order) => order.name);
  const browser = await door.operator();
  let page = await browser.open(listOf(name));
  for (const [turn, order] of [
    ['Newest first', oldest.toReversed()],
    ['Oldest first', oldest],
  ] as const) {
    page = await browser.follow(link(page, turn), page);
    expect(names(page)).toEqual(order);
    page = await browser.open(listOf(name));
    expect(names(page)).toEqual(order);
  }
});

test('an order that waits for a call is confirmed by it, and not packed before', async () => {
  const name = newName();
  const order = await giveOrder(door.url, null, { name });
  await operatorSends(door.url, 'POST', `/orders/${order.id}/stage`, { stage: 'to confirm' });
  const page = await owner.open(listOf(name));
  expect(textOf(page, 'article')).toContain('To confirm');
  expect(buttons(page, order)).toEqual(['Deliver', 'Cancel', 'Reached', 'No answer', 'Wrong number']);
  const rider = await addRider(door.url);
  const told = `${order.name}: It is still to be confirmed: call first.`;
  await expectRefusal(press({ id: [order.id], intent: 'rider', rider: rider.id }), 409, told);
  const slip = await owner.open(`/operator/orders/slips?ids=${order.id}`);
  expect(textOf(slip, 'region', `Packing slip ${order.name}`)).toContain('(To confirm)');
  const call = (outcome: string) => press({ id: order.id, intent: 'call', outcome });
  for (const outcome of ['no-answer', 'no-answer'])
    expect((await call(outcome)).html).toContain(`${order.name} is changed.`);
  for (const shown of [await owner.open(listOf(name)), await owner.open(`/operator/orders/${order.id}`)])
    expect(textOf(shown)).toMatch(/No answer, tried 2 times, .* by .*@/);
  await call('reached');
  expect(buttons(await owner.open(listOf(name)), order)).toEqual(['Deliver', 'Cancel', 'Packed']);
});

test('what changed meanwhile is not changed again, alone or among several', async () => {
  const [first, second, third] = await giveOrders(newName());
  await operatorSends(door.url, 'POST', `/orders/${second.id}/cancel`, {});
  const told = `${second.name} has been canceled meanwhile. It was not delivered.`;
  await expectRefusal(press({ id: second.id, intent: 'deliver' }), 409, told);
  const undone = press({ id: second.id, intent: 'undo', revision: '0' });
  await expectRefusal(undone, 409, `${second.name} was changed meanwhile.`);
  const id = [first.id, second.id, third.id];
  const some = await press({ id, revision: ['0', '0', '0'], intent: 'stage', stage: 'packed' });
  expect(some.status).toBe(200);
  expect(some.html).toContain(`2 orders are packed.`);
  expect(some.html).toContain(`${second.name} was changed meanwhile.`);
  const stages = await Promise.all([first, second, third].map(async (one) => (await orderOf(door.url, one)).order));
  expect(stages).toMatchObject([{ stage: 'packed' }, { status: 'canceled', stage: 'new' }, { stage: 'packed' }]);
  const many = press({ id: Array.from({ length: 201 }, () => first.id), intent: 'deliver' });
  await expectRefusal(many, 400, 'Change at most 200 orders at once.');
});

test('slips are of all that wait or of those that were chosen, the oldest first, each until it is printed', async () => {
  const name = newName();
  const [first, second, third] = await giveOrders(name);
  const slipOf = (order: Given): string => `Packing slip ${order.name}`;
  const slips = (page: Page) =>
    page.screen.queryAllByRole('region', { name: /^Packing slip #/ }).map((slip) => slip.getAttribute('aria-label'));
  const list = await owner.open('/operator/orders');
  const waiting = slips(await owner.follow(link(list, 'Packing slips'), list));
  expect(waiting.slice(-3)).toEqual([first, second, third].map(slipOf));
  const chosen = `/operator/orders/slips?ids=${third.id},${first.id}`;
  const page = await owner.open(chosen);
  expect(slips(page)).toEqual([slipOf(first), slipOf(third)]);
  expect(textOf(page, 'region', slipOf(first))).toMatch(
    new RegExp(`Deliver on .*${name}12 Lake Road.*01712345678.*2 × Potatoআলু.*Collect Tk ${first.total}`),
  );
  // The head of its table is printed again on each further page.
  expect(page.screen.getByRole('region', { name: slipOf(first) }).querySelector('thead')?.textContent).toContain(
    first.name,
  );
  // Prices are a choice of the browser.
  expect(textOf(page)).not.toContain('Subtotal');
  await send('/operator/orders/slips', { ids: first.id });
  expect(slips(await owner.open(chosen))).toEqual([slipOf(third)]);
  expect(slips(await owner.open(`${chosen}&printed=yes`))).toHaveLength(2);
  const marked = await owner.open(listOf(name));
  const isMarked = (order: Given) => marked.part('article', order.name).queryByText('Printed') !== null;
  expect([first, second, third].map(isMarked)).toEqual([true, false, false]);
});

test('an order is taken back from its rider', async () => {
  const rider = await addRider(door.url);
  const { id } = await giveOrder(door.url, rider.id);
  const chosen = (page: Page) => page.screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rider' }).value;
  const page = await owner.open(`/operator/orders/${id}`);
  expect(chosen(page)).toBe(rider.id);
  const free = await send(page.path, { id, intent: 'rider', rider: '', revision: '1' });
  expect(chosen(free)).toBe('');
  expect(historyOf(free)).toHaveLength(3);
});

test('what is collected has its limit, and what is given back or set back its reason', async () => {
  const { id, total } = await giveOrder(door.url, null);
  await operatorSends(door.url, 'POST', `/orders/${id}/deliver`, {});
  const page = await owner.open(`/operator/orders/${id}`);
  const amount = page.part('region', 'Money').getByRole<HTMLInputElement>('textbox', { name: 'Amount collected' });
  expect(amount.value).toBe(String(total));
  const tooMuch = send(page.path, { id, intent: 'collect', amount: '9999999' });
  await expectRefusal(tooMuch, 409, 'The amount is above 0, and at most what is left.');
  for (const fields of [
    { intent: 'give-back', amount: '50', reason: ' ' },
    { intent: 'set-back', reason: '' },
  ])
    await expectRefusal(send(page.path, { id, ...fields }), 422, 'Give a reason.');
});

test.each([
  [400, { edit: 'no' }, ''],
  [422, { edit: '{"items": []}' }, 'Nothing would be left of'],
  [422, { product: 'alu-potato', quantity: '-1' }, ''],
  [422, { product: 'none', quantity: 'x' }, ''],
  [409, { product: 'none', quantity: '1' }, 'A product that was added is not available any more.'],
  [409, { edit: '{"items": [{"id": "alu-potato", "quantity": 9}], "revision": 7}' }, 'Nothing is saved yet.'],
])('a bad edit is answered with %i: %j', async (status, fields, told) => {
  const order = await giveOrder(door.url, null);
  await expectRefusal(send(`/operator/orders/${order.id}/edit`, fields), status, told);
  expect((await orderOf(door.url, order)).order.revision).toBe(0);
});

test('an order is taken for a day with deliveries, and moved to another one', async () => {
  const name = newName();
  const form = await owner.open('/operator/orders/new');
  const [next, ...days] = daysOf(form);
  expect(next).toEqual(['', 'The next delivery']);
  expect(days).toEqual(days.map(([day]) => [day, dayText(day)]));
  expect(days.map(([day]) => new Date(day).getUTCDay()).filter((weekday) => weekday > 4)).toEqual([]);
  expect(new Set(days.map(([day]) => day)).size).toBe(14);
  const [first = '', last = ''] = [days.at(0)?.[0], days.at(-1)?.[0]];
  const place = (deliveryDay: string) => {
    const shippingInfo = { ...SHIPPING, name };
    const order = {
      idempotencyKey: randomUUID(),
      items: [{ id: 'alu-potato', quantity: 2 }],
      shippingInfo,
      deliveryDay,
    };
    return send('/operator/orders/new', { order: JSON.stringify(order) });
  };
  const told = 'Nothing is delivered on this day. Choose another one.';
  // A Friday.
  await expectRefusal(place('2099-01-02'), 422, told);
  await place(last);
  const list = await owner.open(listOf(name));
  const page = await owner.follow(link(list, /^#/), list);
  expect(textOf(page)).toContain(`Delivery ${Number(last.slice(8))} `);
  const edit = await owner.follow(link(page, 'Edit'), page);
  expect(daysOf(edit)).toEqual([['', dayText(last)], ...days.slice(0, -1)]);
  const move = (deliveryDay: string) => send(edit.path, { edit: JSON.stringify({ deliveryDay }) });
  await expectRefusal(move('2099-01-02'), 422, told);
  expect((await move(first)).html).toContain('is changed.');
  const [, id = ''] = /orders\/(\w+)/.exec(page.path) ?? [];
  expect((await orderOf(door.url, { id })).order).toMatchObject({ deliveryDay: first, revision: 1 });
  expect(daysOf(await owner.open(edit.path))).toEqual([['', dayText(first)], ...days.slice(1)]);
});

test('its customer reads an edit in the language of the page', async () => {
  const customer = door.visitor();
  await customer.register();
  const { id } = await customer.order();
  const { orderItems } = (await orderOf(door.url, { id })).order;
  const items = orderItems.map((item) => ({ id: item.id, quantity: 1 }));
  await operatorSends(door.url, 'PATCH', `/orders/${id}`, { items, reason: 'As you asked on the phone' });
  const english = textOf(await customer.open(`/user/orders/${id}`));
  expect(english).toMatch(/1 × .* instead of 3/);
  expect(english).toContain('As you asked on the phone');
  const bangla = textOf(await customer.open(`/bn/user/orders/${id}`));
  expect(bangla).toMatch(/৩.*১/);
  expect(bangla).not.toContain('Tk');
});

test('an order by phone that cannot be read is refused', async () => {
  expect((await send('/operator/orders/new', { order: 'no' })).status).toBe(422);
});

test('a message is read: each wish with what the shop has of it and how many, whose phone it is, and what is left over', async () => {
  const phone = `0191${String(Date.now()).slice(-7)}`;
  const name = newName();
  await placeNewOrder(door.url, { name, phone }, [
    { id: 'alu-potato', quantity: 2 },
    { id: 'katla-fish', quantity: 1 },
  ]);
  const message = `Salam vai, kal sokale taratari diben\n২ কেজি আলু, 1 dozen egg, piaj 500g\nalu lagbe ৩ কেজি\nfluxcapacitor 2\n${phone}`;
  const ask = async (by: typeof owner, text: string) =>
    by.fetch('/operator/orders/finds', { method: 'POST', body: new URLSearchParams({ message: text }) });
  const read: ReadMessage = await (await ask(owner, message)).json();
  expect(read).toMatchObject({ phone, customers: [{ name, phone }] });
  expect(read.wishes.map(({ text, found: [first] }) => [text, first?.product.id, first?.pieces])).toEqual([
    ['Salam vai', undefined, undefined],
    ['kal sokale taratari diben', undefined, undefined],
    ['২ কেজি আলু', 'alu-potato', 2],
    ['1 dozen egg', expect.stringMatching(/^farm-eggs-/), 1],
    ['piaj 500 g', 'deshi-peyaj-onion', 1],
    ['alu lagbe ৩ কেজি', 'alu-potato', 3],
    ['fluxcapacitor 2', undefined, undefined],
  ]);
  expect(await (await ask(owner, '')).json()).toEqual({ phone: null, customers: [], wishes: [] });
  expect((await (await ask(owner, 'x,'.repeat(5_000))).json()).wishes).toHaveLength(2_000);
  const packer = await door.operator({ role: 'packer' });
  expect((await ask(packer, 'alu')).status).toBe(200);

  // The same as last time: at today's prices, without what was canceled.
  const last = async () => (await owner.fetch(`/operator/orders/finds?kind=last&q=${phone}`)).json();
  const { id } = await giveOrder(door.url, null, { name, phone });
  expect((await last()).ordered).toMatchObject([{ id: 'alu-potato', quantity: 2 }]);
  await press({ id, intent: 'cancel', reason: 'customer-asked' });
  const known = await last();
  expect(known.ordered.map((line: { id: string }) => line.id)).toEqual(['alu-potato', 'katla-fish']);
  expect(known.products).toMatchObject([{ id: 'alu-potato', available: true }, { id: 'katla-fish' }]);
  const never = await (await owner.fetch('/operator/orders/finds?kind=last&q=01999999999')).json();
  expect(never).toMatchObject({ ordered: [], products: [] });
});
