/** Who may have messages shown about which orders. */
import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { addRider } from '../support/operator-orders.ts';
import type { Visitor } from '../support/visitor.ts';

let door: FrontDoor;
beforeAll(async () => {
  door = await openFrontDoor();
});
afterAll(() => door.close());

const keys = createECDH('prime256v1');
keys.generateKeys();
const BROWSER = {
  want: 'on',
  endpoint: 'https://nowhere.push.apple.com/a-browser',
  p256dh: keys.getPublicKey('base64url'),
  auth: 'a'.repeat(22),
  language: 'en',
};

/** How many are told something. */
async function browsers(): Promise<number> {
  const all = door.services.database.kysely.selectFrom('push_subscriptions').select('id');
  return (await all.execute()).length;
}

const CONSOLE = '/operator/account/notifications';
const asForm = (wish: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(wish) });

test('a shopper follows orders of their own alone', async () => {
  const [ayesha, karim, stranger] = [door.visitor(), door.visitor(), door.visitor()];
  for (const one of [ayesha, karim]) await one.register();
  const { id } = await ayesha.order();
  const address = `/api/orders/${id}/notifications`;
  const wish = (by: Visitor, body: object = BROWSER) => by.send('POST', address, body);
  expect([(await wish(stranger)).status, (await wish(karim)).status]).toEqual([401, 404]);
  const [on, state] = [await wish(ayesha), await wish(ayesha, { want: 'state', endpoint: BROWSER.endpoint })];
  expect(await on.json()).toEqual({ key: expect.stringMatching(/^B[\w-]{86}$/), on: true });
  expect(await state.json()).toMatchObject({ on: true });
  const inside = { ...BROWSER, endpoint: 'https://127.0.0.1/' };
  for (const bad of [inside, { want: 'all' }, {}]) expect((await wish(ayesha, bad)).status).toBe(422);
  expect(await browsers()).toBe(1);
  await ayesha.send('POST', '/api/auth/sign-out', {});
  expect(await browsers()).toBe(0);
});

test('new orders are told to whoever may see orders, until the logout', async () => {
  const [owner, packer, rider] = await Promise.all([
    door.operator(),
    door.operator({ role: 'packer' }),
    door.operator({ role: 'rider', rider: (await addRider(door.url)).id }),
  ]);
  for (const one of [owner, packer]) {
    const answer = await one.fetch(CONSOLE, asForm(BROWSER));
    expect([answer.status, await answer.json()]).toEqual([200, { key: expect.any(String), on: true }]);
  }
  expect((await rider.fetch(CONSOLE, asForm(BROWSER))).status).toBe(403);
  // The same browser is the packer's now.
  expect(await browsers()).toBe(1);
  await owner.fetch('/operator/logout', asForm({}));
  expect(await browsers()).toBe(1);
  await packer.fetch('/operator/logout', asForm({}));
  expect(await browsers()).toBe(0);
});

test('the console is an app with the shop’s name', async () => {
  const answer = await door.visitor().fetch('/operator/manifest.webmanifest');
  expect(answer.headers.get('Content-Type')).toBe('application/manifest+json');
  expect(await answer.json()).toMatchObject({ name: 'Sodai console', start_url: '/operator', scope: '/operator' });
});
