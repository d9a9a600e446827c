import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { type MailServer, mailPart, startMailServer } from '../support/mail-server.ts';
import { changeProduct, operatorRequest } from '../support/operator-client.ts';
import type { Page } from '../support/visitor.ts';

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

const INVITATION = /\/operator\/invitation\/[\w-]{43}/;

const entriesOf = (page: Page): (string | null)[] =>
  page
    .part('list', 'Changes')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('whoever invites sees the link only where no mail brings it, and the log says who saw it', async () => {
  const { email } = newPerson();
  const inviting = await door.operator();
  const page = await inviting.open('/operator/riders');
  const invited = await inviting.press(page.screen.getByRole('button', { name: 'Invite packer' }), page, { email });
  expect(invited.html).toContain(email);
  expect(invited.html).not.toMatch(INVITATION);
  expect(mailPart((await mails.nextTo(email)).raw, 'text/plain')).toMatch(INVITATION);
  const other = newPerson().email;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ email: other });
  const answer = await operatorRequest(door.url, '/operators/invite', { method: 'POST', headers, body });
  expect((await answer.json()).link).toMatch(INVITATION);
  const [seen, unseen] = entriesOf(await owner.open('/operator/log'));
  expect(seen).toMatch(`Invited ${other} to the console as owner, and got the link`);
  expect(unseen).toMatch(new RegExp(`^Invited ${email} to the console as packer${inviting.email}`));
});

test('an entry says what was changed and by whom, and leads to it', async () => {
  await changeProduct(door.url, 'katla-fish', { price: 251 });
  const page = await owner.open('/operator/log?what=products');
  expect(entriesOf(page)[0]).toMatch(/^Changed product .*: price .* → 251API or command line/);
  const [thing] = page.part('list', 'Changes').getAllByRole('link');
  if (!thing) throw new Error('the entry has no link');
  expect((await owner.follow(thing, page)).path).toBe('/operator/products/katla-fish');
});

test('the log is filtered by person, part and day', async () => {
  await changeProduct(door.url, 'katla-fish', { price: 252 });
  const page = await owner.open('/operator/log');
  const show = (filters: Record<string, string>) =>
    owner.open(`/operator/log?${new URLSearchParams({ who: owner.email, ...filters })}`);
  expect(page.screen.queryByRole('link', { name: 'Show all' })).toBeNull();
  const nothing = /Nothing was changed that fits/;
  (await show({ what: 'products' })).screen.getByText(nothing);
  (await show({ from: '2020-01-01', to: '2020-01-02' })).screen.getByText(nothing);
  const filtered = await show({ what: '', from: '2020-01-01' });
  expect(entriesOf(filtered)).toEqual([expect.stringContaining('Accepted the invitation to the console')]);
  expect(
    entriesOf(await owner.follow(filtered.screen.getByRole('link', { name: 'Show all' }), filtered)).length,
  ).toBeGreaterThan(1);
});

test('a long log goes on page by page, with its filters', async () => {
  for (let price = 300; price < 355; price += 1) await changeProduct(door.url, 'rui-fish', { price });
  const first = await owner.open('/operator/log?what=products');
  expect(entriesOf(first)).toHaveLength(50);
  const second = await owner.follow(first.screen.getByRole('link', { name: 'Next page' }), first);
  expect(new URL(second.path, door.url).searchParams.get('what')).toBe('products');
  expect(entriesOf(second)[0]).toMatch(/price 303 → 304/);
  const again = await owner.follow(second.screen.getByRole('link', { name: 'First page' }), second);
  expect(entriesOf(again)).toEqual(entriesOf(first));
});

test('a mail that could not be sent is shown with its reason, and tried again by an operator', async () => {
  const failed = async () => (await owner.open('/operator/log')).part('region', 'Mails that could not be sent');
  expect((await failed()).getByText('None: all mails were sent.')).toBeTruthy();
  const { email } = newPerson();
  mails.refuseNext(550, email);
  const headers = { 'Content-Type': 'application/json' };
  await operatorRequest(door.url, '/operators/invite', { method: 'POST', headers, body: JSON.stringify({ email }) });
  const row = async () => (await failed()).queryByRole('listitem')?.textContent ?? '';
  await expect.poll(row).toContain(email);
  for (const said of ['You are invited to run', '550', 'given up']) expect(await row()).toContain(said);
  const page = await owner.open('/operator/log');
  const log = await owner.press(page.screen.getByRole('button', { name: 'Try again' }), page);
  expect(entriesOf(log)[0]).toContain('Tried a mail again');
  expect((await mails.nextTo(email)).to).toEqual([email]);
  await expect.poll(row).toBe('');
});
