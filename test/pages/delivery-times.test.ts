/** Delivery times: set by form, refused when they are full, and said wherever an order's day is said. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { dayAfter } from '../../domain/orders/delivery.ts';
import { shortOrderId } from '../../domain/orders/order.ts';
import { WEEKDAYS } from '../../domain/shop/settings.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { addRider, api, giveOrder } from '../support/operator-orders.ts';

let door: FrontDoor;
let operator: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
});
afterAll(() => door.close());

const DAY = dayAfter(dayInDhaka(new Date()));
const NEXT = dayAfter(DAY);
/** Of each day; it closes at the midnight before. */
const EVENING = { to: '20:00', days: [...WEEKDAYS], from: '17:00', closes: 1_020, orders: 2 };
const FIELDS = {
  'slots.0.days': EVENING.days,
  'slots.0.from': '১৭:০০',
  'slots.0.to': '20:00',
  'slots.0.orders': '২',
  'slots.0.closes': '1,020',
};

async function csv(): Promise<string[][]> {
  const text = await (await operator.fetch('/operator/orders/export')).text();
  return text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

test('they are set in a form, which sends them only when they were changed', async () => {
  expect((await csv())[0]).not.toContain('time');
  const days = { deliveryDays: EVENING.days };
  let page = await operator.open('/operator/settings');
  const save = (fields: object) =>
    operator.press(page.screen.getByRole('button', { name: 'Save' }), page, { ...fields });
  const refused = await save({ ...days, ...FIELDS, slots: '0', 'slots.0.to': '17:00' });
  expect(refused.status).toBe(422);
  refused.part('group', 'Delivery times').getByText('A delivery time must begin before it ends.');
  await save({ ...days, ...FIELDS, slots: '0' });
  expect(door.services.shop.settings().slots).toEqual([EVENING]);

  page = await operator.open('/operator/settings');
  const rows = page.part('group', 'Delivery times 17:00');
  for (const name of ['Sunday', 'Saturday'])
    expect(rows.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(true);
  // Somebody else has set others: a form in which they were not touched leaves them.
  await api(door.url, 'PATCH', '/settings', { slots: JSON.stringify([{ ...EVENING, orders: 3 }]) });
  await save({ fee: '50' });
  expect(door.services.shop.settings()).toMatchObject({ fee: 50, slots: [{ orders: 3 }] });
  await api(door.url, 'PATCH', '/settings', { slots: [EVENING], fee: 60 });
  const log = await operator.open('/operator/log');
  expect(log.html).toContain('Delivery times');
  await expect(api(door.url, 'PATCH', '/settings', { slots: 'evening' })).rejects.toThrow('slots: Please give rows');
});

test('an order says its time to its customer, in both languages, and to whoever packs and brings it', async () => {
  const shopper = door.visitor();
  await shopper.register();
  const slot = { day: DAY, from: '17:00' };
  const order = await shopper.order('rice', { slot });
  expect(order).toMatchObject({ deliveryDay: DAY, slot: { ...slot, to: '20:00' } });
  const page = await shopper.open(`/user/orders/${order.id}`);
  page.screen.getByText(/^Expected delivery: tomorrow, \w+ \d+ \w+, 5 PM–8 PM$/);
  const bangla = await shopper.open(`/bn/user/orders/${order.id}`);
  bangla.screen.getByText(/^ডেলিভারি পাবেন: আগামীকাল .*, বিকেল ৫টা থেকে রাত ৮টা$/);

  const rider = await addRider(door.url);
  await api(door.url, 'POST', `/orders/${order.id}/rider`, { rider: rider.id });
  const name = shortOrderId(order.id);
  const card = (path: string) =>
    operator.open(path).then(({ screen }) => screen.queryByRole('article', { name })?.textContent);
  expect(await card('/operator/orders?slot=17:00')).toContain('Tomorrow, 5 PM–8 PM');
  expect(await card('/operator/orders?slot=18:00')).toBeUndefined();
  const [option] = (await operator.open('/operator/orders'))
    .part('combobox', 'Delivery time')
    .getAllByRole('option')
    .slice(1);
  expect(option?.textContent).toBe('5 PM–8 PM');
  const shown = await operator.open(`/operator/orders/${order.id}`);
  expect(shown.screen.getByRole('main').textContent).toMatch(/Delivery \d+ \w+ \d+, 5 PM–8 PM/);
  const slips = await operator.open(`/operator/orders/slips?ids=${order.id}`);
  expect(slips.part('region', `Packing slip ${name}`).getByText(/5 PM–8 PM/).tagName).toBe('B');
  const [head = [], ...rows] = await csv();
  expect(rows.map((row) => row[head.indexOf('time')])).toContain('17:00-20:00');
  const round = await door.services.riders.round(rider.id);
  expect(round.orders).toMatchObject([{ slot: { from: '17:00' } }]);
});

test('one that is full is refused with the free ones, on the phone too, and an edit moves it', async () => {
  const shopper = door.visitor();
  await shopper.register();
  const { id } = await giveOrder(door.url, null);
  const slot = { day: DAY, from: '17:00' };
  const refused = await shopper.order('rice', { slot }).catch(String);
  expect(refused).toMatch(/answers 409: .*"type":"slot-full"/);
  expect(JSON.parse(String(refused).replace(/^.*?: .*?: /, ''))).toMatchObject({
    detail: 'This delivery time is full by now. Please choose another one, or call the shop!',
    slots: [{ day: NEXT, from: '17:00', to: '20:00' }, {}, {}],
  });
  const checkout = await shopper.fetch('/checkout.data');
  expect(await checkout.text()).toContain(`${NEXT} 17:00 5 PM–8 PM`);
  expect(checkout.headers.get('cache-control')).toBe('no-store');

  const form = await operator.open('/operator/orders/new');
  const offered = [...form.screen.getByRole<HTMLSelectElement>('combobox', { name: 'Day' }).options];
  expect(offered.map(({ value }) => value).slice(0, 3)).toEqual([
    '',
    `${dayInDhaka(new Date())}`,
    `${NEXT} 17:00-20:00`,
  ]);
  const edit = JSON.stringify({ deliveryDay: NEXT, slot: { day: NEXT, from: '17:00' }, reason: '', revision: 0 });
  await operator.open(`/operator/orders/${id}/edit`, { method: 'POST', body: new URLSearchParams({ edit }) });
  const moved = await api<{ order: object }>(door.url, 'GET', `/orders/${id}`);
  expect(moved.order).toMatchObject({ deliveryDay: NEXT, slot: { day: NEXT, from: '17:00' } });
  expect(await shopper.order('rice', { slot })).toMatchObject({ slot });
});
