import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';

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
    const { getAllByRole, queryByText } = part('region', 'History');
    const events = getAllByRole('listitem').map(({ textContent }) => textContent);
    return { events, isExpected: queryByText(/^Expected delivery: /) !== null };
  };
  const placed = expect.stringMatching(/^Placed\d+ \w{3} \d{4}, \d+:\d\d [AP]M$/);
  expect(await history()).toEqual({ events: [placed], isExpected: true });
  await customer.send('POST', `/api/orders/${id}/cancel`, {});
  const canceled = expect.stringMatching(/^Canceled by you/);
  expect(await history()).toEqual({ events: [placed, canceled], isExpected: false });

  const { part } = await customer.open('/user/orders');
  const entry = part('main').getByRole('link', { name: /^#/ }).textContent;
  expect(entry).toMatch(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\d+ \w{3} \d{4}, \d+:\d\d [AP]M in Dhaka/);
  expect(entry).toMatch(/01 Item3 pieces$/);
});
