/** What a customer sees of an order, by plain requests. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorSends } from '../support/operator-client.ts';
import type { Visitor } from '../support/visitor.ts';

let door: FrontDoor;
let shopper: Visitor;
beforeAll(async () => {
  door = await openFrontDoor();
  shopper = door.visitor();
  await shopper.register();
});
afterAll(() => door.close());

const json = async (visitor: Visitor, path: string) => (await visitor.fetch(path)).json();

test('an order keeps the day of delivery that the shopper was told, whatever is set later', async () => {
  const { id } = await shopper.order();
  const told = async () => {
    const { screen } = await shopper.open(`/user/orders/${id}`);
    return screen.getByText(/^Expected delivery: /).textContent;
  };
  const before = await told();
  const { deliveryDay } = await json(shopper, `/api/orders/${id}`);
  expect(deliveryDay).toMatch(/^\d{4}-\d\d-\d\d$/);
  await operatorSends(door.url, 'PATCH', '/settings', { holidays: [deliveryDay] });
  expect(await told()).toBe(before);
});

test('what the shop did with an order stands in its history, in both languages, without what is the shop’s business', async () => {
  const { id } = await shopper.order();
  const [{ id: product, name, name_bn }] = (await json(shopper, `/api/orders/${id}`)).orderItems;
  const change = (verb: string, body: unknown) => operatorSends(door.url, 'POST', `/orders/${id}/${verb}`, body);
  await change('stage', { stage: 'packed' });
  await operatorSends(door.url, 'PATCH', `/orders/${id}`, {
    items: [{ id: product, quantity: 2 }],
    shippingInfo: { street: '13 Lake Road' },
    reason: 'One sack was torn',
  });
  await change('cancel', { reason: 'False order' });
  await change('set-back', { reason: 'a secret of the shop' });
  await change('cancel', { reason: 'Not reachable' });

  const { part } = await shopper.open(`/user/orders/${id}`);
  const events = part('region', 'History')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '');
  const shown = [
    /^Placed/,
    /^Packed/,
    /^Changed by the shop.* less/s,
    /^Canceled by the shop/,
    /^Open again/,
    /reach you$/,
  ];
  expect(events).toEqual(shown.map((text) => expect.stringMatching(text)));
  for (const text of [`2 × ${name} instead of 3`, 'Address or contact changed', 'One sack was torn'])
    expect(events[2]).toContain(text);
  expect(events.join()).not.toMatch(/false|secret/i);
  const inBangla = await shopper.open(`/bn/user/orders/${id}`);
  const history = inBangla.screen.getByRole('region', { name: 'অর্ডারের অবস্থা' }).textContent;
  for (const text of ['প্যাক করা হয়েছে', `৩-এর বদলে ২ × ${name_bn || name}`, 'আবার চালু করা হয়েছে', 'আপনাকে ফোনে পাওয়া যায়নি'])
    expect(history).toContain(text);
});

test('another customer’s order is an invalid id', async () => {
  const { id } = await shopper.order();
  const stranger = door.visitor();
  await stranger.register();
  for (const asked of [id, 'nonsense', '%22']) {
    const page = await stranger.open(`/user/orders/${asked}`);
    expect([page.status, page.screen.getByRole('alert').textContent]).toEqual([404, 'Invalid Order Id!']);
  }
});
