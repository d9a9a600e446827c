import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorSends } from '../support/operator-client.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

test('an order shows its history in words and in the time of Dhaka, its day, lines and pieces', async () => {
  const customer = door.visitor();
  await customer.register();
  const { id } = await customer.order();
  const history = async () => {
    const { part } = await customer.open(`/user/orders/${id}`);
    expect(part('main').getByText('1 Item, 3 pieces')).toBeTruthy();
    const events = part('region', 'History')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    return { events, isExpected: part('region', 'Where it is').queryByText(/^Expected delivery: /) !== null };
  };
  const placed = expect.stringMatching(/^Placed\d+ \w{3} \d{4}, \d+:\d\d [AP]M$/);
  expect(await history()).toEqual({ events: [placed], isExpected: true });
  await customer.send('POST', `/api/orders/${id}/cancel`, {});
  const canceled = expect.stringMatching(/^Canceled by you/);
  expect(await history()).toEqual({ events: [placed, canceled], isExpected: false });

  const { part } = await customer.open('/user/orders');
  const entry = part('main').getByRole('link', { name: /^#/ }).textContent;
  expect(entry).toMatch(
    /^#\w{6} · \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT, \d+ \w{3} \d{4}, \d+:\d\d [AP]M in Dhaka01 Item/,
  );
});

test('My Orders and an order show how far it has come; what is on its way stands first', async () => {
  const customer = door.visitor();
  await customer.register();
  const first = await customer.order();
  const second = await customer.order();
  const rows = async (path = '/user/orders') =>
    (await customer.open(path))
      .part('main')
      .getAllByRole('link', { name: /^#/ })
      .map(({ textContent }) => textContent ?? '');
  const of = ({ id }: { id: string }, word: string) =>
    expect.stringMatching(new RegExp(`^#${id.slice(0, 6)} .*${word}$`));
  expect(await rows()).toEqual([of(second, 'pending'), of(first, 'pending')]);
  const change = (id: string, verb: string, body: unknown) =>
    operatorSends(door.url, 'POST', `/orders/${id}/${verb}`, body);
  await change(first.id, 'stage', { stage: 'packed' });
  await change(second.id, 'deliver', {});
  expect(await rows()).toEqual([of(first, 'Packed'), of(second, 'delivered')]);
  expect(await rows('/bn/user/orders')).toEqual([of(first, 'প্যাক করা হয়েছে'), of(second, 'ডেলিভারি হয়েছে')]);
  const state = async (id: string) => (await customer.open(`/user/orders/${id}`)).part('region', 'Where it is');
  expect((await state(first.id)).getByText('Packed')).toBeTruthy();
  expect((await state(first.id)).getByRole('button', { name: 'Cancel order' })).toBeTruthy();
  expect((await state(second.id)).queryByText(/^Expected delivery: /)).toBeNull();
  await change(first.id, 'cancel', { reason: 'Out of stock' });
  expect(await rows()).toEqual([of(second, 'delivered'), of(first, 'canceled')]);
});

test('an order has the sum of each line, and its address as on an envelope', async () => {
  const customer = door.visitor();
  await customer.register();
  const { id } = await customer.order();
  const { orderItems, shippingInfo } = await (await customer.fetch(`/api/orders/${id}`)).json();
  const { part } = await customer.open(`/user/orders/${id}`);
  const [{ price }] = orderItems;
  expect(part('list', 'Items').getByText(`3 × Tk ${price}`)).toBeTruthy();
  expect(part('list', 'Items').getByText(`Tk ${(3 * price).toFixed(1)}`)).toBeTruthy();
  const { name, street, phone } = shippingInfo;
  const lines = [name, street, `Dhaka ${shippingInfo.postcode}`, phone];
  const address = part('region', 'Shipping').getByRole('group').textContent;
  expect(address).toContain(lines.join(''));
});
