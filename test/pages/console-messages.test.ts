/** How customers are told by SMS, and called on WhatsApp: what the console shows of both. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { addRider, api, giveOrder } from '../support/operator-orders.ts';
import { type SmsGateway, startSmsGateway } from '../support/sms-gateway.ts';
import { SOON } from '../support/soon.ts';
import type { Page } from '../support/visitor.ts';

let gateway: SmsGateway;
let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  gateway = await startSmsGateway();
  door = await openFrontDoor({ SMS_URL: `${gateway.url}/send?to={phone}&text={text}` });
  owner = await door.operator();
});
afterEach(() => gateway.set('accept'));
afterAll(async () => {
  await door.close();
  gateway.stop();
});

const newPhone = (): string => `018${String(Math.trunc(10_000_000 + Math.random() * 89_999_999))}`;

/** What the history of an order says of SMS, once it says this. */
async function told(id: string, text: string, by = owner): Promise<Page> {
  const page = () => by.open(`/operator/orders/${id}`);
  await vi.waitUntil(async () => (await page()).screen.queryByText(text), SOON);
  return page();
}

const smsOf = (page: Page) =>
  page
    .part('list', 'SMS')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('what is ticked is told; the history of the order has the answer of the gateway', async () => {
  const before = await giveOrder(door.url, null);
  const screen = await owner.open('/operator/settings');
  const isTicked = (page: Page) =>
    page
      .part('group', 'An SMS when an order is')
      .getAllByRole<HTMLInputElement>('checkbox')
      .map(({ value, checked }) => [value, checked]);
  const all = ['placed', 'changed', 'on-its-way', 'delivered', 'canceled', 'set-back'];
  expect(isTicked(screen)).toEqual(all.map((news) => [news, false]));
  const save = screen.screen.getByRole('button', { name: 'Save' });
  await owner.press(save, screen, { smsOn: ['placed', 'set-back'], smsPerDay: '40' });
  expect(door.services.shop.settings()).toMatchObject({ smsOn: ['placed', 'set-back'], smsPerDay: 40 });
  expect(isTicked(await owner.open('/operator/settings')).filter(([, checked]) => checked)).toHaveLength(2);

  const phone = newPhone();
  const { id, name } = await giveOrder(door.url, null, { phone });
  const [sms] = smsOf(await told(id, 'SMS sent'));
  expect(sms).toMatch(new RegExp(`^SMS sent.*সদাই: আপনার অর্ডার ${name} পেয়েছি, ৳.*${phone}200 SENT id=7$`));
  expect(gateway.sent).toEqual([expect.stringContaining(`88${phone} সদাই: `)]);
  expect((await owner.open(`/operator/orders/${before.id}`)).screen.queryByRole('list', { name: 'SMS' })).toBeNull();
  expect((await api<{ messages: object[] }>(door.url, 'GET', `/orders/${id}`)).messages).toMatchObject([
    { state: 'sent', answer: '200 SENT id=7' },
  ]);
});

test('what was perhaps sent is sent again when an owner wants it, and by nobody else', async () => {
  await door.services.shop.change({ smsOn: ['placed'] }, 'operator');
  gateway.set('lose');
  const { id, name } = await giveOrder(door.url, null, { phone: newPhone() });
  const page = await told(id, 'SMS: perhaps sent');
  expect(smsOf(page)).toEqual([expect.stringContaining('500 error')]);
  const log = await owner.open('/operator/log');
  const row = log.part('region', 'Messages that could not be sent').getByRole('listitem');
  expect(row.textContent).toMatch(new RegExp(`${name}.*perhaps it was sentSend again$`));
  const packer = await door.operator({ role: 'packer' });
  expect((await told(id, 'SMS: perhaps sent', packer)).screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  gateway.set('accept');
  await owner.press(page.screen.getByRole('button', { name: 'Send again' }), page);
  expect(smsOf(await told(id, 'SMS sent'))).toEqual([expect.stringContaining('200 SENT id=7')]);
  expect(gateway.sent.filter((sent) => sent.includes(name))).toHaveLength(2);
});

test('every phone of the console leads to a chat, about what is to be said', async () => {
  const phone = newPhone();
  const rider = await addRider(door.url);
  const [open, given, owing] = [
    await giveOrder(door.url, null, { phone }),
    await giveOrder(door.url, rider.id, { phone }),
    await giveOrder(door.url, null, { phone, name: 'Amina' }),
  ];
  await api(door.url, 'POST', `/orders/${owing.id}/deliver`, { collected: 10 });
  const chatOf = (link: HTMLElement | null | undefined): string => {
    expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual(['_blank', 'noreferrer']);
    const { pathname, host, searchParams } = new URL(link?.getAttribute('href') ?? '');
    expect([host, pathname]).toEqual(['wa.me', `/88${phone}`]);
    return searchParams.get('text') ?? '';
  };
  const chat = async (path: string, role = 'main', name = '', by = owner) =>
    chatOf(
      (await by.open(path)).screen
        .getAllByRole(role, name === '' ? {} : { name })
        .map((part) => part.querySelector<HTMLElement>('a[href^="https://wa.me/"]'))
        .find((link) => link !== null),
    );
  const about = ({ name }: { name: string }) => expect.stringMatching(new RegExp(`^সদাই: আপনার অর্ডার ${name}, ৳`));
  expect(await chat(`/operator/orders/${open.id}`, 'region', 'Ships to')).toEqual(about(open));
  expect(await chat(`/operator/orders?q=${phone}`, 'article', open.name)).toEqual(about(open));
  expect(await chat(`/operator/orders/${open.id}/pack`)).toEqual(about(open));
  expect(
    await chat('/operator/round', 'article', given.name, await door.operator({ role: 'rider', rider: rider.id })),
  ).toEqual(about(given));
  const owed = expect.stringMatching(/^সদাই: মোট বাকি: ৳/);
  expect(await chat('/operator/dues', 'listitem', 'Amina')).toEqual(owed);
  expect(await chat(`/operator/customers/${phone}`, 'region', 'Dues')).toEqual(owed);
  const hello = 'আসসালামু আলাইকুম, সদাই থেকে বলছি।';
  expect(await chat(`/operator/customers/${phone}`)).toBe(hello);
  expect(await chat(`/operator/customers?q=${phone}`)).toBe(hello);
  const last = await (await owner.fetch(`/operator/orders/finds?kind=last&q=${phone}`)).json();
  expect(new URL(last.chat).pathname).toBe(`/88${phone}`);
});

test('a phone that has no chat leads to none', async () => {
  const { id } = await giveOrder(door.url, null, { phone: '01211000101' });
  expect((await owner.open(`/operator/orders/${id}`)).screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
});
