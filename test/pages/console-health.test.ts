import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { PASSWORD } from '../support/visitor.ts';

let mails: MailServer;
let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  mails = await startMailServer();
  door = await openFrontDoor({ SMTP_URL: mails.url });
  owner = await door.operator();
});
afterAll(async () => {
  await door.close();
  await mails.stop();
});

test('an owner finds what the shop lacks behind the settings, and sends a test mail', async () => {
  const settings = await owner.open('/operator/settings');
  const health = settings.part('navigation', 'Settings').getByRole('link', { name: 'Health' });
  const page = await owner.follow(health, settings);
  const linesOf = (list: string) =>
    page
      .part('list', list)
      .getAllByRole('listitem')
      .map((line) => line.textContent);
  expect(linesOf('You')).toContainEqual(expect.stringMatching(/Phone:.*is nobody's: set your own/));
  const installers = linesOf('Whoever installed it');
  expect(installers).toContainEqual(expect.stringMatching(/Address:.*is on this machine only$/));
  expect(installers).toContainEqual(expect.stringMatching(/Space:.*GB free for the shop/));
  page.screen.getByRole('button', { name: 'Send them this list' });
  await owner.press(page.screen.getByRole('button', { name: 'Send a test mail' }), page);
  expect((await mails.nextTo(owner.email)).to).toContain(owner.email);
});

test('a shop with orders says what it would lose, and takes no backup over them', async () => {
  const shopper = door.visitor();
  await shopper.register();
  await shopper.order();
  const page = await owner.open('/operator/health');
  expect(page.part('region', 'Backups').getByText(/you would lose everything: 1 order of Tk \d/)).toBeTruthy();
  const restore = page.part('region', 'Put a backup back');
  const why = /This shop has 1 customer and 1 order: a backup is never put over them/;
  expect(restore.getByText(why)).toBeTruthy();
  expect(restore.queryByRole('button')).toBeNull();
});

test('a backup is downloaded by whoever says again who they are', async () => {
  const page = await owner.open('/operator/health');
  const button = page.part('region', 'Download a backup').getByRole('button', { name: 'Download' });
  const refused = await owner.press(button, page, { password: 'not the password' });
  expect(refused.part('region', 'Download a backup').getByRole('alert').textContent).toMatch(/^Nothing was downloaded/);
  const body = new URLSearchParams({ password: PASSWORD });
  const file = await owner.fetch('/operator/health/backup', { method: 'POST', body });
  expect(file.headers.get('Content-Disposition')).toMatch(/^attachment; filename="sodai-.*\.backup"$/);
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
});
