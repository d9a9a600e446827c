/** Who is let in by a link that an owner sees: by phone, as a second owner, for a lost key. It asks again who they are. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../support/factories.ts';
import { type FrontDoor, openFrontDoor } from '../support/front-door.ts';
import { operatorRequest } from '../support/operator-client.ts';
import { addRider } from '../support/operator-orders.ts';
import { type Page, PASSWORD, type Visitor } from '../support/visitor.ts';

const NEW_PASSWORD = 'four ripe jackfruits';

let door: FrontDoor;
let owner: Awaited<ReturnType<FrontDoor['operator']>>;
beforeAll(async () => {
  door = await openFrontDoor();
  owner = await door.operator();
});
afterAll(() => door.close());

let phones = 0;
const newPhone = (): string => `0191${String((phones += 1)).padStart(7, '0')}`;

/** What the dialogs of the screen send. */
const send = (by: Visitor, fields: Record<string, string>) =>
  by.open('/operator/riders', { method: 'POST', body: new URLSearchParams(fields) });
const letIn = (fields: Record<string, string>, by: Visitor = owner) =>
  send(by, { intent: 'let-in', password: PASSWORD, ...fields });
const linkIn = ({ html }: Page): string => /\/operator\/invitation\/[\w-]{43}/.exec(html)?.[0] ?? '';
const accept = (by: Visitor, link: string, fields: Record<string, string>) =>
  by.open(link, { method: 'POST', body: new URLSearchParams(fields) });
const logIn = async (email: string, password: string): Promise<string> => {
  const body = new URLSearchParams({ email, password });
  return (await door.visitor().open('/operator/login', { method: 'POST', body })).path;
};

test('a rider is let in by phone, without a mail, and logs in with it', async () => {
  const { id } = await addRider(door.url);
  const phone = newPhone();
  const given = await letIn({ role: 'rider', rider: id, email: phone });
  expect(given.status).toBe(200);
  const link = linkIn(given);
  const rider = door.visitor();
  const page = await rider.open(link);
  page.screen.getByText(`You are invited as +88${phone}.`);
  const entered = await rider.press(page.screen.getByRole('button', { name: 'Begin' }), page, {
    name: 'Karim',
    password: NEW_PASSWORD,
  });
  expect(entered.path).toBe('/operator/round');
  expect(await logIn(`+88 ${phone.slice(0, 5)}-${phone.slice(5)}`, NEW_PASSWORD)).toBe('/operator/round');
  expect(await logIn(phone, PASSWORD)).toBe('/operator/login');
  // Mails cannot be switched on without an address.
  const account = await rider.open('/operator/account');
  account.screen.getByText(`+88${phone}`);
  const list = await owner.open('/operator/riders');
  const person = list.part('region', 'Who may use the console').getByRole('listitem', { name: `+88${phone}` });
  expect(person.textContent).toContain(`Rider · +88${phone}`);
  const log = await owner.open('/operator/log?what=operators');
  expect(log.html).not.toContain(link.slice(-43));
});

test('nothing that shows a key is done without the password of whoever asks', async () => {
  const packer = await door.operator({ role: 'packer' });
  for (const fields of [
    { intent: 'let-in', role: 'packer', email: newPhone() },
    { intent: 'let-in', role: 'operator', email: newPerson().email },
    { intent: 'link', email: packer.email },
    { intent: 'factor', email: packer.email },
  ]) {
    for (const typed of [
      {},
      { password: '' },
      { password: 'not the password' },
      { credential: '{}' },
      { code: '123456' },
    ]) {
      const refused = await send(owner, { ...fields, ...typed });
      expect([refused.status, linkIn(refused)], JSON.stringify([fields, typed])).toEqual([400, '']);
    }
    // Nor by the form that asks for nothing, whatever it sends.
    const { intent: _, ...unasked } = { role: 'packer', ...fields, email: newPhone(), password: PASSWORD };
    const refused = await send(owner, { intent: 'invite', ...unasked });
    expect([refused.status, linkIn(refused)]).toEqual([422, '']);
  }
  const confirmed = await send(owner, { intent: 'invite', role: 'packer', email: newPhone(), confirmed: 'true' });
  expect([confirmed.status, linkIn(confirmed)]).toEqual([422, '']);
  const unconfirmed = await send(owner, { intent: 'invite', role: 'packer', email: newPhone() });
  expect([unconfirmed.status, linkIn(unconfirmed)]).toEqual([403, '']);
  expect((await packer.open('/operator/orders')).path).toBe('/operator/orders');
});

test('who is no owner lets nobody in, with their own password either', async () => {
  const packer = await door.operator({ role: 'packer' });
  const rider = await door.operator({ role: 'rider', rider: (await addRider(door.url)).id });
  for (const person of [packer, rider])
    for (const fields of [
      { intent: 'let-in', role: 'operator', email: newPerson().email },
      { intent: 'let-in', role: 'packer', email: newPhone() },
      { intent: 'invite', role: 'packer', email: newPerson().email },
      { intent: 'link', email: owner.email },
      { intent: 'factor', email: owner.email },
    ])
      expect((await send(person, { password: PASSWORD, ...fields })).status, JSON.stringify(fields)).toBe(403);
});

test('a second owner is let in, and cannot be let in by phone', async () => {
  expect((await letIn({ role: 'operator', email: newPhone() })).html).toContain('An owner needs an e-mail address.');
  const { email } = newPerson();
  const second = door.visitor();
  const entered = await accept(second, linkIn(await letIn({ role: 'operator', email })), {
    name: 'Nusrat',
    password: PASSWORD,
  });
  expect(entered.status).toBe(200);
  expect((await second.open('/operator/settings')).path).toBe('/operator/settings');
  // Each of them helps the other one, and nobody helps themselves.
  const own = await send(owner, { intent: 'link', email: owner.email, password: PASSWORD });
  expect(own.status).toBe(403);
  expect(own.html).toContain('another owner can do this');
  expect(linkIn(await send(second, { intent: 'link', email: owner.email, password: PASSWORD }))).not.toBe('');
});

test('a new link sets a new password once, and logs out', async () => {
  const phone = newPhone();
  const packer = door.visitor();
  const first = linkIn(await letIn({ role: 'packer', email: phone }));
  await accept(packer, first, { name: 'Jamal', password: PASSWORD });
  const newLink = async () => linkIn(await send(owner, { intent: 'link', email: phone, password: PASSWORD }));
  const [older, link] = [await newLink(), await newLink()];
  const stranger = door.visitor();
  for (const over of [first, older]) expect((await stranger.open(over)).status).toBe(404);
  const page = await stranger.open(link);
  expect(page.screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  expect((await packer.open('/operator/orders')).path).toBe('/operator/orders');
  const set = await stranger.press(page.screen.getByRole('button', { name: 'Set new password' }), page, {
    password: NEW_PASSWORD,
  });
  expect(set.path).toBe('/operator/login?new');
  set.screen.getByText('The new password is set. Log in with it.');
  expect((await packer.open('/operator/orders')).path).toMatch(/^\/operator\/login/);
  expect((await accept(stranger, link, { password: PASSWORD })).status).toBe(400);
  expect(await logIn(phone, PASSWORD)).toBe('/operator/login');
  expect(await logIn(phone, NEW_PASSWORD)).toBe('/operator/orders');
});

test('the API lets in by phone as an owner does', async () => {
  const call = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await operatorRequest(door.url, path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  };
  const email = newPhone();
  const invited = await call('/operators/invite', { email, role: 'packer' });
  expect(invited).toMatchObject({ status: 200, body: { email: `+88${email}`, mailed: false } });
  expect(await call('/operators/link', { email })).toMatchObject({ status: 200 });
  expect(await call('/operators/link', { email: newPhone() })).toMatchObject({ status: 404 });
  expect(await call('/operators/factor/remove', { email: owner.email })).toMatchObject({ status: 409 });
});
