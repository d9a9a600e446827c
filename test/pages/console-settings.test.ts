/** What an operator sets, by form and API, and where shop, manifest and mails show it. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest, operatorSends } from '../support/operator-client.ts';
import { SOON } from '../support/soon.ts';
import type { Visitor } from '../support/visitor.ts';

const BAR = {
  create: { width: 200, height: 150, channels: 4, background: { r: 225, g: 29, b: 72, alpha: 0.9 } },
} as const;

let door: FrontDoor;
let operator: Visitor;
let usual: Record<string, unknown>;
beforeAll(async () => {
  door = await openFrontDoor();
  operator = await door.operator();
  usual = { ...door.services.shop.settings() };
});
beforeEach(() => set(usual));
afterAll(() => door.close());

async function set(settings: object): Promise<void> {
  expect(await door.services.shop.change({ ...settings }, 'operator')).toMatchObject({ ok: true });
}

test('phone, promo, hours and fee that are saved stand in the shop and in the log', async () => {
  const before = await door.visitor().open('/about');
  before.screen.getByRole('link', { name: '30% off for the first order with a gift box' });
  before.screen.getByText('Sunday to Thursday, 9:00 AM to 10:00 PM');

  const screen = await operator.open('/operator/settings');
  await operator.press(screen.screen.getByRole('button', { name: 'Save' }), screen, {
    phone: '+880 1711-222333',
    promo: 'Fresh fish on Fridays',
    hours: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    'hours.friday': ['15:00', '20:00'],
    fee: '45',
    freeFrom: '1000',
  });
  const after = await door.visitor().open('/about');
  after.screen.getByRole('link', { name: 'Fresh fish on Fridays' });
  after.screen.getByText('Sunday to Thursday, 9:00 AM to 10:00 PM; Friday, 3:00 PM to 8:00 PM');
  after.screen.getByText('Tk 45 delivery · free from Tk 1000');
  const call = after.screen.getByRole('link', { name: 'Call +880 1711-222333' });
  expect(call.getAttribute('href')).toBe('tel:+8801711222333');
  (await operator.open('/operator/log')).screen.getByText(/Changed settings: .*Delivery fee 60 → 45/);
});

test('a form whose base cannot be read counts as a whole, and a bad value in it saves nothing', async () => {
  const body = new URLSearchParams({ base: '{', promo: 'Not this', name: '' });
  const refused = await operator.open('/operator/settings', { method: 'POST', body });
  expect(refused.status).toBe(422);
  refused.part('group', 'Delivery days').getByText('Please choose at least one day.');
  expect(door.services.shop.settings()).toEqual(usual);
});

test('the API takes a logo; pages and the manifest have it and the colour', async () => {
  const body = new Uint8Array(await sharp(BAR).webp().toBuffer());
  const { logo } = await (await operatorRequest(door.url, '/logo', { method: 'PUT', body })).json();
  expect(logo).toMatch(/^\/images\/l\/[0-9a-f]{16}-128-96\.webp$/);
  await set({ accent: '#e11d48' });
  const visitor = door.visitor();
  expect(Object.fromEntries((await visitor.fetch(logo)).headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const home = await visitor.open('/');
  expect(home.html).toMatch(/--leaf: ?#d80841/);
  expect(home.document.querySelector('meta[name=theme-color][media*=light]')?.getAttribute('content')).toBe('#d80841');
  const link = home.part('banner').getByRole('link', { name: 'Sodai, home' });
  expect(link.querySelector('img')?.getAttribute('src')).toBe(logo);
  const { icons, theme_color: theme } = await (await visitor.fetch('/manifest.webmanifest')).json();
  expect(theme).toBe('#d80841');
  for (const { src, sizes } of icons) {
    const { width, height } = await sharp(await (await visitor.fetch(src)).arrayBuffer()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect((await visitor.fetch('/api/operator/logo', { method: 'PUT', body })).status).toBe(401);
});

test('mails have the name of now and the colour', async () => {
  await set({ name: 'Karim, Sons & Co', accent: '#1d4ed8' });
  const email = 'rina-look@example.com';
  await operatorSends(door.url, 'POST', '/operators/invite', { email });
  const mail = await vi.waitUntil(async () => {
    const folder = path.join(door.dataDir, 'mail');
    const files = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const mails = files.filter(({ name }) => name.endsWith('.eml'));
    const texts = await Promise.all(mails.map(({ name }) => readFile(path.join(folder, name), 'utf8')));
    return texts.find((text) => text.includes(`To: ${email}`));
  }, SOON);
  expect(mail).toContain('From: "Karim, Sons & Co" <');
  expect(mail.replaceAll(/=\r?\n/g, '')).toContain('background:#1d4ed8');
});
