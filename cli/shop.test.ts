/** The command line against a shop over HTTP; some commands as operators run them, as a process of their own. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { type CommandLine, commandLine } from '../test/support/command-line.ts';
import { valueOf } from '../test/support/outcome.ts';
import { temporaryFolders } from '../test/support/folders.ts';
import { type OperatorShop, TOKEN, openOperatorShop } from '../test/support/operator-shop.ts';
import { jpeg, png } from '../test/support/pictures.ts';
import { zipOf } from '../test/support/zip.ts';
import { exampleProduct, exampleShipping } from '../test/support/factories.ts';
import { placeRequest } from '../test/support/order-request.ts';

const HEADER = 'id,name,image,weight,unit,price,discount,status,category';

const newFolder = temporaryFolders();
let folder: string;
let shop: OperatorShop;
let spawned: CommandLine['spawned'];
let run: CommandLine['run'];

beforeAll(async () => {
  folder = await newFolder();
  shop = await openOperatorShop(path.join(folder, 'data'));
  ({ spawned, run } = commandLine(folder, { SHOP_URL: shop.url, OPERATOR_TOKEN: TOKEN }));
});
afterAll(() => shop.close());

async function file(name: string, contents: string | Uint8Array): Promise<string> {
  const target = path.join(folder, name);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, contents);
  return name;
}

async function csv(name: string, ...rows: string[]): Promise<string> {
  return file(name, [HEADER, ...rows, ''].join('\r\n'));
}

/** Makes an account with one pending order. */
async function customerWithOrder(name: string): Promise<{ id: string; email: string; order: string }> {
  const { kysely } = shop.services.database;
  const customer = { id: randomUUID(), email: `${name.toLowerCase()}@example.com`, name, language: 'bn' as const };
  await kysely.insertInto('users').values(customer).execute();
  const [rui = exampleProduct()] = await shop.services.catalogue.byIds(['rui']);
  const shippingInfo = exampleShipping({ name, email: customer.email, gender: 'male', street: '12 বাজার রোড' });
  const outcome = await shop.services.orders.place(customer, { ...placeRequest([rui, 1]), shippingInfo });
  return { id: customer.id, email: customer.email, order: valueOf(outcome).id };
}

/** Asks the operator's API, with JSON. */
async function call(method: string, address: string, json?: unknown) {
  const headers = {
    Authorization: `Bearer ${TOKEN}`,
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
  };
  const body = json === undefined ? null : JSON.stringify(json);
  const answer = await fetch(`${shop.url}/api/operator${address}`, { method, headers, body });
  return { status: answer.status, body: await answer.json() };
}

/** Expects that a command fails with this one line. */
async function expectRefusal(words: string[], why: string): Promise<void> {
  expect(await run(words), words.join(' ')).toEqual({ status: 1, out: '', err: `shop: ${why}\n` });
}

test('a catalogue is imported with its pictures, exported and read back equal', async () => {
  await file('pictures/রুই.png', await png(30, 20));
  await file('pictures/ilish.jpg', await jpeg(30, 20));
  const name = await csv(
    'catalogue.csv',
    'rui,"রুই মাছ, ""দেশি""",pictures/রুই.png,1,kg,380.50,12.5,top,fish',
    'ilish,Ilish,pictures/ilish.jpg,1,kg,1400,0,popular,fish',
    'rui-2,Rui again,pictures/রুই.png,2,kg,0.01,99.99,recent,fish',
    'cha,Cha,https://example.com/cha.webp,500,g,1000000,0,recent,tea-coffe',
    'dal,Dal,,,,85,0,recent,rice',
  );
  const dry = await run(['products', 'import', name, '--dry-run']);
  const would = 'Would import 5 products: 5 added, 0 changed, 0 unchanged, 0 removed. Nothing was changed.\n';
  expect(dry).toEqual({ status: 0, out: would, err: '' });
  expect(await shop.services.catalogue.size()).toBe(0);
  await file('pictures/রুই.png', await png(31, 20));
  const imported = await spawned(['products', 'import', name, '--json']);
  // The other picture was sent to be checked.
  const out = { dryRun: false, added: 5, changed: 0, unchanged: 0, removed: 0, pictures: 1 };
  expect({ ...imported, out: JSON.parse(imported.out) }).toEqual({ status: 0, out, err: '' });
  const [rui, again] = await shop.services.catalogue.byIds(['rui', 'rui-2']);
  expect(rui).toMatchObject({ name: 'রুই মাছ, "দেশি"', price: 380.5, discount: '12.5' });
  expect(rui?.imgUrl).toMatch(/^\/images\/p\//);
  expect(again?.imgUrl).toBe(rui?.imgUrl);
  expect(await shop.services.images.read(rui?.imgUrl ?? '')).not.toBeNull();

  for (const format of ['csv', 'json']) {
    const exported = await run(['products', 'export', '--format', format]);
    expect(exported.status).toBe(0);
    await file(`export.${format}`, exported.out);
    const unchanged = 'Imported 5 products: 0 added, 0 changed, 5 unchanged, 0 removed.\n';
    const again = await run(['products', 'import', `export.${format}`, '--replace']);
    expect(again).toEqual({ status: 0, out: unchanged, err: '' });
  }
});

test('with any bad row nothing is imported and all bad rows are listed', async () => {
  await file('pictures/broken.jpg', (await jpeg(300, 200)).subarray(0, 4_000));
  await file('pictures/text.png', 'no picture');
  const before = await run(['products', 'export']);
  const name = await csv(
    'bad.csv',
    'good,Good,,1,kg,10,0,top,fish',
    'a,A,pictures/none.png,1,kg,10,0,top,fish',
    'b,B,pictures/text.png,1,kg,10,0,top,fish',
    'c,C,pictures/broken.jpg,1,kg,10,0,top,fish',
    'd,D,pictures,1,kg,10,0,top,fish',
    'e,E,/images/p/0000-320.webp,1,kg,10,0,top,fish',
    'f,F,,1,kg,free,100,new,cars',
    'good,Again,,1,kg,10,0,top,fish',
    'short,row',
  );
  const { status, out, err } = await run(['products', 'import', name, '--replace']);
  expect({ status, out }).toEqual({ status: 1, out: '' });
  expect(err.split('\n')).toEqual([
    'line 3: picture pictures/none.png is missing · A',
    'line 4: picture pictures/text.png is not a JPEG, PNG, WebP, AVIF or GIF picture · B',
    'line 5: picture pictures/broken.jpg: The picture is damaged. · C',
    'line 6: picture pictures is not a file · D',
    'line 7: the shop has no picture /images/p/0000-320.webp · E',
    expect.stringMatching(/^line 8: price must be a plain number.*; discount must.*; status must.*; category must/),
    'line 9: id good is already on line 2 · Again',
    'line 10: the row has 2 values for 9 columns',
    'shop: nothing was imported: 8 of 9 rows are bad',
    '',
  ]);
  expect((await run(['products', 'export'])).out).toBe(before.out);
  const json = await run(['products', 'import', name, '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ faults: [{ line: 3 }, { line: 4 }, {}, {}, {}, {}, {}, { line: 10 }] });
});

test('a file without products changes nothing, which is an error where it would remove all', async () => {
  const name = await csv('empty.csv');
  expect(await run(['products', 'import', name])).toMatchObject({
    status: 0,
    out: 'Imported 0 products: 0 added, 0 changed, 0 unchanged, 0 removed.\n',
  });
  const size = await shop.services.catalogue.size();
  const why = 'with --replace every product of the shop would be removed';
  await expectRefusal(['products', 'import', name, '--replace'], `empty.csv has no products: ${why}`);
  expect(await shop.services.catalogue.size()).toBe(size);
});

test('1,000 bad rows among 10,000 are all listed, with a summary at the end', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, at) => `p-${at},Product ${at},,1,kg,${at % 10 === 0 ? 'free' : '10'},0,top,fish`,
  );
  const { status, err } = await run(['products', 'import', await csv('many.csv', ...rows)], { watched: true });
  expect(status).toBe(1);
  // The progress bar is removed before the first line.
  const lines = err.replace('\r\u001B[Kline 2:', '\nline 2:').split('\n');
  expect(lines.filter((line) => /^line \d+: price must be a plain number/.test(line))).toHaveLength(1_000);
  expect(lines.slice(-5)).toEqual([
    '',
    'In short:',
    '  1,000 rows: price must be a plain number of Tk, such as 85 or 85.50 (line 2, 12, 22, 32, 42, …)',
    'shop: nothing was imported: 1,000 of 10,000 rows are bad',
    '',
  ]);
});

test('a ZIP with a catalogue and its pictures is imported', async () => {
  const entries = [
    { name: 'mine/catalogue.csv', bytes: `${HEADER}\nkoi,Koi,koi.png,1,kg,90,0,top,fish\n` },
    { name: 'mine/koi.png', bytes: await png(14, 12) },
  ];
  expect(await run(['products', 'import', await file('mine.zip', zipOf(entries))])).toMatchObject({
    status: 0,
    out: 'Imported 1 product: 1 added, 0 changed, 0 unchanged, 0 removed.\n',
  });
  expect(await shop.services.catalogue.row('koi')).toMatchObject({ image: expect.stringMatching(/^\/images\/p\//) });
  const bad = zipOf(entries.slice(0, 1));
  expect(await run(['products', 'import', await file('bad.zip', bad), '--replace'])).toEqual({
    status: 1,
    out: '',
    err: 'line 2: picture koi.png is missing · Koi\nshop: nothing was imported: 1 of 1 rows is bad\n',
  });
  expect(await run(['products', 'import', await file('broken.zip', 'PK\u0003\u0004')])).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^shop: nothing was imported: The ZIP is damaged: .*\n$/),
  });
});

test('pictures in a folder are found as in a ZIP: in any case, with either slash, with letters that look the same', async () => {
  await file('Photos/ময\u09BCদা.PNG', await png(17, 12));
  const image = 'photos\\ম\u09DFদা.png';
  const name = await csv(
    'names.csv',
    `moyda,Moyda,${image},1,kg,60,0,top,flour`,
    'none,None,photos/x.png,,,1,0,top,rice',
  );
  expect((await run(['products', 'import', name])).err).toMatch(/^line 3: picture photos\/x\.png is missing/);
  const good = await csv('names.csv', `moyda,Moyda,${image},1,kg,60,0,top,flour`);
  expect(await run(['products', 'import', good])).toMatchObject({ status: 0, err: '' });
  expect(await shop.services.catalogue.row('moyda')).toMatchObject({ image: expect.stringMatching(/^\/images\/p\//) });
});

test('what is seldom meant is said before the rest, and a part of the columns is enough', async () => {
  const name = await file('part.csv', 'id,price,image\nmoyda,6.50,none\n');
  expect(await run(['products', 'import', name, '--dry-run'])).toEqual({
    status: 0,
    out: `Prices more than 3 times as high, or less than a third: 1. Look whether a digit is missing, or is too much.
  Moyda (moyda): Tk 60 → Tk 6.5
Products that lose their picture: 1. The file says “none” there. An empty cell would keep it.
  Moyda (moyda)
Would import 1 product: 0 added, 1 changed, 0 unchanged, 0 removed. Nothing was changed.
`,
    err: '',
  });
  const { out } = await run(['products', 'import', name, '--dry-run', '--json']);
  expect(JSON.parse(out)).toMatchObject({ dangers: { price: { count: 1 }, picture: { count: 1 } } });
  const other = await file('other.csv', 'Product Name,MRP\nMoyda,60\n');
  expect((await run(['products', 'import', other])).err).toMatch(/the console can match other columns/);
});

test('an import waits for no other one: it says that one is under way', async () => {
  const { kysely } = shop.services.database;
  const job = { id: 'other', file_name: 'a.csv', replace: false, actor: 'rina@shop.example' };
  await kysely
    .insertInto('import_jobs')
    .values({ ...job, state: 'importing', phase: null })
    .execute();
  const name = await csv('other.csv', 'koi,Koi,,1,kg,95,0,top,fish');
  const why = 'Another file is being checked or imported. Wait until that is done, then check yours again.';
  await expectRefusal(['products', 'import', name], why);
  await kysely.deleteFrom('import_jobs').where('id', '=', 'other').execute();
});

test('the progress is shown on a terminal, not to scripts', async () => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `q-${at},Product ${at},,1,kg,10,0,top,fish`);
  const name = await csv('progress.csv', ...rows);
  const watched = await run(['products', 'import', name], { watched: true });
  expect(watched.err).toMatch(/Sending █+ 1,200 of 1,200/);
  expect(watched.err).toMatch(/Importing █+ 1,200 of 1,200/);
  // The progress bar is removed at the end.
  expect(watched.err.endsWith('\r\u001B[K')).toBe(true);
  expect((await run(['products', 'import', name])).err).toBe('');
});

test('a product can be changed and removed', async () => {
  await file('new.png', await png(12, 12));
  const set = await run(['products', 'set', 'rui', 'Price=400', 'name=রুই', 'image=new.png']);
  expect(set).toMatchObject({ status: 0, err: '' });
  expect(set.out).toContain('Tk 400.0');
  const [rui] = await shop.services.catalogue.byIds(['rui']);
  expect(rui).toMatchObject({ name: 'রুই', price: 400, discount: '12.5' });
  expect(await shop.services.images.has(rui?.imgUrl ?? '')).toBe(true);
  const discount = 'discount must be a percentage from 0 to below 100 with at most 2 decimals';
  await expectRefusal(['products', 'set', 'rui', 'price=0', 'discount=100'], `price must be above 0; ${discount}`);
  await expectRefusal(['products', 'set', 'rui', 'image=none.png'], 'picture none.png is missing');
  await expectRefusal(['products', 'set', 'none', 'price=1'], 'There is no such product.');
  expect(await run(['products', 'set', 'rui', 'discount=0', '--json'])).toMatchObject({ status: 0 });
  expect(await run(['products', 'remove', 'ilish'])).toMatchObject({ status: 0, out: 'Removed ilish.\n' });
  expect(await run(['products', 'remove', 'ilish'])).toMatchObject({ status: 1 });
});

test('orders can be listed, shown, delivered and canceled', async () => {
  const { order } = await customerWithOrder('Rahim');
  const other = await customerWithOrder('Karima');
  const short = order.slice(0, 6);
  const list = await run(['orders', 'list', '--status', 'pending', '--since', '2020-01-01']);
  expect(list).toMatchObject({ status: 0, err: '' });
  expect(list.out).toMatch(new RegExp(`^${short} .* pending .*460\\.0 +Rahim +01712345678 +Dhaka$`, 'm'));
  expect(list.out).toContain('2 orders, Tk 920.0 in all.');
  expect(JSON.parse((await run(['orders', 'list', '--json'])).out)).toMatchObject([{ id: other.order }, { id: order }]);
  expect((await run(['orders', 'list', '--since', '2999-01-01'])).out).toBe('No orders.\n');
  expect((await run(['orders', 'list', '--limit', '1'])).out).toMatch(
    new RegExp(`^${other.order.slice(0, 6)} .*\n\n1 order, Tk 460.0 in all; there are older ones.\n$`, 'm'),
  );

  const delivered = { status: 0, out: `Order ${order} is delivered.\n`, err: '' };
  for (const id of [short, order]) expect(await run(['orders', 'deliver', id])).toEqual(delivered);
  await expectRefusal(
    ['orders', 'cancel', `#${short.toUpperCase()}`],
    'The order is delivered and cannot be canceled.',
  );
  const shown = await run(['orders', 'show', short]);
  expect(shown.out).toContain(`Order ${order}, delivered, cashon, unpaid`);
  for (const text of ['রুই', 'Total     Tk 460.0', '12 বাজার রোড', 'Placed by the customer', 'Delivered by the shop']) {
    expect(shown.out).toContain(text);
  }
  expect(await run(['orders', 'cancel', other.order, '--json'])).toMatchObject({ status: 0 });
  await expectRefusal(['orders', 'show', 'zzzzzz'], 'There is no such order.');
});

test('an order is changed from the command line, and its history tells of it', async () => {
  const { order } = await customerWithOrder('Nadia');
  await shop.services.database.kysely.insertInto('riders').values({ id: 'karim', name: 'Karim', phone: '' }).execute();
  const says = async (line: string, became: string) => {
    const out = `Order ${order} is ${became}.\n`;
    expect(await run(['orders', ...line.split(' ')]), line).toEqual({ status: 0, err: '', out });
  };
  await says(`stage ${order} packed`, 'pending (packed)');
  await says(`undo ${order}`, 'pending (new)');
  await says(`rider ${order} karim`, 'pending (with rider)');
  await says(`rider ${order} none`, 'pending (packed)');
  await says(`deliver ${order}`, 'delivered');
  await expectRefusal(['orders', 'collect', order, '999999'], 'The amount is more than is left.');
  await says(`collect ${order} 460`, 'delivered, paid');
  await says(`give-back ${order} 60.5 --reason Broken`, 'delivered, paid');
  expect(JSON.parse((await run(['orders', 'show', order, '--json'])).out)).toMatchObject({
    money: { 'to collect': 460, collected: 460, 'given back': 60.5 },
  });
  await says(`set-back ${order} --reason Mistake`, 'pending (new)');
  await says(`cancel ${order} --reason out-of-stock`, 'canceled');
  expect((await run(['orders', 'cancel', order, '--reason', 'no'])).status).toBe(1);
  const { out } = await run(['orders', 'show', order]);
  for (const text of ['Packed by the shop (undone)', 'Given to Karim', 'Tk 460 collected', 'Mistake', 'Out of stock'])
    expect(out).toContain(text);
});

test('the API edits orders and takes orders by phone, at the shop’s prices', async () => {
  const { order } = await customerWithOrder('Farida');
  await shop.services.catalogue.change('rui', { price: 500 }, { by: 'operator' });
  const edit = (fields: object) => call('PATCH', `/orders/${order}`, fields);
  const of = (quantity: number, id = 'rui') => ({ id, quantity });
  const items = [of(2), of(1, 'dal')];
  const edited = await edit({ items, reason: 'She rang', revision: 0 });
  expect(edited).toMatchObject({ status: 200, body: { subTotal: 885, totalCost: 945, revision: 1 } });
  const conflict = { status: 409, body: { type: 'changed-meanwhile', revision: 1 } };
  expect(await edit({ items, revision: 0 })).toMatchObject(conflict);
  for (const bad of [
    { items: [] },
    { items: [of(0)] },
    { items: [of(1), of(1)] },
    ...[{ phone: '12' }, { division: 'atlantis' }, { streat: 'x' }].map((shippingInfo) => ({ shippingInfo })),
    { shipingInfo: {} },
  ])
    expect(await edit(bad), JSON.stringify(bad)).toMatchObject({ status: 422 });
  const gone = { status: 409, body: { type: 'product-unavailable' } };
  expect(await edit({ items: [of(1, 'none')] })).toMatchObject(gone);
  await call('POST', `/orders/${order}/cancel`, {});
  expect(await edit({ items: [of(5, 'dal')] })).toMatchObject({ status: 409 });

  const phoneOrder = {
    idempotencyKey: randomUUID(),
    items: [of(1)],
    shippingInfo: { name: 'Rokeya', phone: '০১৭১২-৩৪৫৬৭৮', street: '7 Mill Road' },
    note: 'Ring twice',
  };
  const made = await call('POST', '/orders', phoneOrder);
  expect(made).toMatchObject({ status: 201, body: { totalCost: 560, shippingInfo: { phone: '01712345678' } } });
  expect(await call('POST', '/orders', phoneOrder)).toEqual({ ...made, status: 200 });
  const reused = { status: 409, body: { type: 'key-reused' } };
  expect(await call('POST', '/orders', { ...phoneOrder, note: '' })).toMatchObject(reused);
  expect((await run(['orders', 'show', made.body.id])).out).toContain('by phone');
  const again = (fields: object) => call('POST', '/orders', { ...phoneOrder, idempotencyKey: randomUUID(), ...fields });
  expect(await again({ shippingInfo: { name: 'Rokeya', phone: '01712345678' } })).toMatchObject({ status: 422 });
  expect(await again({ items: [of(1, 'none')] })).toMatchObject({ status: 409 });
  await shop.services.shop.change({ minimum: 1_000 }, 'operator');
  expect(await again({})).toMatchObject({ status: 422, body: { type: 'order-too-small' } });
  await shop.services.shop.change({ minimum: null }, 'operator');
  await shop.services.catalogue.change('rui', { price: 400 }, { by: 'operator' });
});

test('accounts can be listed, given roles and deleted', async () => {
  const { email } = await customerWithOrder('Salma');
  const gone = await customerWithOrder('Jamal');
  await sql`update users set schedule_for_deletion = true, deletion_requested_at = now() - interval '31 days'
    where id = ${gone.id}`.execute(shop.services.database.kysely);
  expect((await run(['accounts', 'list'])).out).toMatch(/^salma@example\.com +Salma +user .* 1 +1$/m);
  expect(await run(['accounts', 'role', email, 'blocked'])).toMatchObject({
    status: 0,
    out: `${email} now has the role blocked and is signed out everywhere and cannot sign in: only user may.\n`,
  });
  await expectRefusal(
    ['accounts', 'role', 'nobody@example.com', 'user'],
    'There is no account with this e-mail address.',
  );

  expect((await run(['accounts', 'list', '--scheduled', '--json'])).out).toContain(gone.email);
  const dry = await run(['accounts', 'purge', '--dry-run']);
  expect(dry.out).toContain(gone.email);
  expect(dry.out).toContain('Mind: 1 pending order of theirs loses the address.\nNothing was deleted.\n');
  expect((await run(['accounts', 'purge', '--older-than', '60d'])).out).toBe(
    'Nothing to delete: nobody asked for it 60d ago or earlier.\n',
  );
  const purged = await run(['accounts', 'purge']);
  expect(purged).toMatchObject({ status: 0, err: '' });
  expect(purged.out).toContain('Deleted 1 account.');
  expect((await run(['accounts', 'list'])).out).not.toContain(gone.email);
  const left = await run(['orders', 'show', gone.order]);
  expect(left.out).toContain('by an account that is gone');
  expect(left.out).toContain('Total     Tk 460.0');
  expect(left.out).not.toContain('01712345678');
  expect((await run(['orders', 'list'])).out).toContain('(gone)');
});

test('operators can be invited, listed and removed', async () => {
  const email = 'rahima@example.com';
  expect((await run(['operators', 'list'])).out).toBe('No operators.\n');
  const invited = await run(['operators', 'invite', email]);
  expect(invited).toMatchObject({ status: 0, err: '' });
  const [, link = ''] =
    /^Invited rahima@example\.com\. No mail is sent here: give them this link; it works once, until \d{4}-\d\d-\d\d \d\d:\d\d:\n(\S+)\n$/.exec(
      invited.out,
    ) ?? [];
  expect(link).toMatch(/^http:\/\/localhost:3000\/operator\/invitation\/[\w-]{43}$/);
  expect((await run(['operators', 'list'])).out).toMatch(/^rahima@example\.com +Owner +invited .*\n\n1 person\.\n$/m);
  const form = { token: link.split('/').at(-1) ?? '', name: 'Rahima', password: 'four ripe jackfruits' };
  expect(await shop.services.operators.acceptInvitation(form, { headers: new Headers() })).toMatchObject({ ok: true });
  const owner = { email, name: 'Rahima', role: 'operator', status: 'operator', secondFactor: false };
  const times = { since: expect.any(String), lastUsedAt: expect.any(String) };
  const listed = await run(['operators', 'list', '--json']);
  expect(JSON.parse(listed.out)).toEqual([{ ...owner, ...times }]);
  const out = `${email} can no longer use the console.\n`;
  expect(await run(['operators', 'remove', email])).toEqual({ status: 0, out, err: '' });
  await expectRefusal(
    ['operators', 'remove', email],
    'There is no operator and no invitation with this e-mail address or phone.',
  );
  expect((await run(['accounts', 'role', email, 'operator'])).out).toBe(
    `${email} now has the role operator and is signed out everywhere and cannot sign in: only user may.\n` +
      `For the console it needs a password: operators invite ${email}\n`,
  );
  expect((await run(['accounts', 'role', email, 'user'])).out).toContain(
    "It was an operator's: the console is closed to it.",
  );
  expect((await run(['operators', 'invite', email, '--json'])).out).toContain('/operator/invitation/');
});

test('a packer is invited with the role; an owner is not made one', async () => {
  const email = 'jamal-the-packer@example.com';
  expect(await run(['operators', 'invite', email, '--role', 'packer'])).toMatchObject({ status: 0 });
  expect((await run(['operators', 'list'])).out).toMatch(/^jamal-the-packer@example\.com +Packer +invited/m);
  expect(await run(['operators', 'remove', email])).toMatchObject({ status: 0 });
});

test('riders are added, and what they bring is in the cash of the day', async () => {
  const added = await call('POST', '/riders', { name: 'Karim', phone: '01712345678' });
  expect(added).toMatchObject({ status: 201, body: { name: 'Karim' } });
  const rider: string = added.body.id;
  const change = (id: string, phone: string) => call('PATCH', `/riders/${id}`, { name: 'Karim', phone });
  expect(await change(rider, '1')).toMatchObject({ status: 422 });
  const { riders } = JSON.parse((await run(['run', 'riders.list'])).out);
  expect(riders).toContainEqual({ id: rider, name: 'Karim', phone: '01712345678', login: null, invited: null });
  const day = '2026-11-20';
  const handOver = (fields: object) => call('POST', '/cash/handover', { day, rider, amount: 100.5, ...fields });
  expect(await handOver({ handovers: 0 })).toMatchObject({
    status: 200,
    body: { rows: [{ name: 'Karim', handedOver: 100.5, lastHandover: { by: 'operator' } }] },
  });
  expect(await run(['run', 'cash.handover', `day=${day}`, `rider=${rider}`, 'amount=5', 'handovers=0'])).toMatchObject({
    status: 1,
  });
  expect((await run(['run'])).out).toContain('cash.handover');
  expect(await run(['run', 'cash.burn'])).toMatchObject({ status: 2, err: expect.stringContaining('no operation') });
  expect(await handOver({ rider: 'nobody' })).toMatchObject({ status: 422 });
  expect(await call('GET', '/cash?day=yesterday')).toMatchObject({ status: 422 });
  expect((await run(['cash', '--day', day])).out).toMatch(/^Karim +0(?: +0\.0){7} +100\.5 +100\.5$/m);
  const shown = await run(['cash', '--day', day, '--json']);
  expect(JSON.parse(shown.out)).toMatchObject({ day, total: { handedOver: 100.5 } });
  const riderAlone = { email: 'k@example.com', role: 'rider' };
  expect(await call('POST', '/operators/invite', riderAlone)).toMatchObject({ status: 422 });
  expect(await call('DELETE', `/riders/${rider}`)).toMatchObject({ status: 200 });
  expect(await change('nobody', '01712345678')).toMatchObject({ status: 404 });
});

test('what a phone owes is listed, paid, written off, limited and told', async () => {
  const { order } = await customerWithOrder('Shirin');
  const shipping_info = JSON.stringify(exampleShipping({ name: 'Shirin', phone: '01911000303' }));
  const { kysely } = shop.services.database;
  await kysely.updateTable('orders').set({ shipping_info }).where('id', '=', order).execute();
  expect(await run(['orders', 'deliver', order])).toMatchObject({ status: 0 });
  const phone = 'phone=+8801911-000303';
  const owes = async (operation: string, ...fields: string[]): Promise<number> =>
    JSON.parse((await run(['run', operation, phone, ...fields])).out).sum;
  expect(await owes('dues.limit', 'limit=1,000')).toBe(460);
  expect((await run(['dues'])).out).toMatch(/^01911000303 +Shirin +1 +\d{4}-\d\d-\d\d +460\.0 +1,000\.0$/m);
  const collect = ['run', 'dues.settle', phone, 'change=collect'];
  expect(await owes('dues.settle', 'change=collect', 'amount=100', 'how=nagad', 'reference=7C6B')).toBe(360);
  await expectRefusal([...collect, 'amount=361'], 'The amount is more than is left.');
  await expectRefusal([...collect, 'amount=1', 'how=card'], 'how is one of cash, bkash, nagad, bank.');
  expect(await run(['orders', 'collect', order, '60', '--how', 'bank'])).toMatchObject({ status: 0 });
  expect(JSON.parse((await run(['run', 'dues.show', phone])).out).statement.bn).toContain('বাকি ৳৩০০');
  await expectRefusal(['run', 'dues.settle', phone, 'change=write-off', 'amount=300', 'reason='], 'Give a reason.');
  expect(await owes('dues.settle', 'change=write-off', 'amount=300', 'reason=Gone')).toBe(0);
  expect(await owes('dues.limit', 'limit=')).toBe(0);
  const { out } = await run(['orders', 'show', order]);
  for (const entry of ['Tk 100 collected by Nagad, 7C6B', 'Tk 60 collected by Bank', 'Tk 300 written off'])
    expect(out).toContain(entry);
  expect((await run(['dues', '--json'])).out).not.toContain('01911000303');
  expect(await call('GET', '/dues/12')).toMatchObject({ status: 422 });
  const lost = await call('POST', `/orders/${order}/write-off`, { amount: 1, reason: 'x' });
  expect(lost).toMatchObject({ status: 422 });
});

test('without the token nothing is done, and the error says so', async () => {
  const wrong = await spawned(['products', 'remove', 'rui'], { OPERATOR_TOKEN: 'another-token-altogether' });
  const refused = `shop: the shop at ${shop.url} does not accept the token in OPERATOR_TOKEN`;
  const err = `${refused}: set OPERATOR_TOKEN to the token of that shop\n`;
  expect(wrong).toEqual({ status: 1, out: '', err });
  const api = `${shop.url}/api/operator`;
  for (const [address, method] of [
    [`${api}/products/rui`, 'DELETE'],
    [`${api}/import?replace=true`, 'POST'],
    [`${api}/orders`, 'GET'],
    [`${api}/nothing`, 'GET'],
    [api, 'GET'],
  ] as const) {
    const answer = await fetch(address, { method });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  }
  expect(await shop.services.catalogue.byIds(['rui'])).toHaveLength(1);
});

test('an account or a phone is blocked and unblocked', async () => {
  const { id, email } = await customerWithOrder('Falak');
  const list = async () => (await run(['accounts', 'list'])).out;
  const block = (who: string, ...options: string[]) => run(['accounts', 'block', who, '--reason', ...options]);
  const { out } = await block(email, 'three false orders', '--until', '2999-12-31');
  expect(out).toBe(`${email} is blocked: its orders are refused.\n`);
  expect(await list()).toMatch(/^falak@example\.com +Falak +user +yes /m);
  expect(await shop.services.blocks.find(id, '')).toMatchObject({ reason: 'three false orders', until: '2999-12-31' });
  expect((await run(['accounts', 'unblock', email])).out).toBe(`${email} may order again.\n`);
  expect((await run(['accounts', 'unblock', email])).out).toBe(`${email} was not blocked.\n`);
  expect(await list()).not.toMatch(/^falak@example\.com +Falak +user +yes /m);

  expect(await block('01899999999', 'x', '--json')).toMatchObject({ status: 0 });
  expect(await shop.services.blocks.find(null, '01899999999')).toMatchObject({ reason: 'x', until: null });
  expect(await run(['accounts', 'unblock', '+8801899999999'])).toMatchObject({ status: 0 });
  await expectRefusal(['accounts', 'block', '01899999999'], 'Give a reason.');
  expect((await block('01899999999', 'x', '--until', 'soon')).err).toBe('shop: until is a day such as 2026-12-16.\n');
  expect((await block('falak', 'x')).status).toBe(1);
});

test('notes of an order and an account are written and read', async () => {
  const { id, order } = await customerWithOrder('Nipa');
  for (const address of [`/orders/${order}/notes`, `/orders/${order.slice(0, 8)}/notes`, `/accounts/${id}/notes`]) {
    const written = { status: 201, body: { text: `of ${address}\nsecond` } };
    expect(await call('POST', address, { text: ` of ${address}\r\nsecond ` })).toMatchObject(written);
  }
  const newest = { text: expect.stringContaining(order.slice(0, 8)), author: 'operator' };
  expect((await call('GET', `/orders/${order}/notes`)).body.notes).toMatchObject([newest, { author: 'operator' }]);
  expect((await call('GET', `/accounts/${id}/notes`)).body.notes).toHaveLength(1);
});

test.each([
  ['GET', '/orders/zzzzzzzz/notes', '', 404],
  ['GET', '/accounts/nobody/notes', '', 404],
  ['POST', '/accounts/nobody/notes', '{"text": "x"}', 404],
  ['POST', '/accounts/nobody/notes', '{"text": " "}', 422],
  ['POST', '/accounts/nobody/notes', '[]', 400],
  ['POST', '/accounts/block', '[]', 400],
  ['POST', '/accounts/block', '{"email": 1}', 422],
  ['POST', '/accounts/block', '{"reason": "x"}', 422],
  ['POST', '/accounts/block', '{"phone": "01711111111"}', 422],
  ['POST', '/accounts/block', '{"email": "nobody@example.com", "reason": "x"}', 404],
  ['POST', '/accounts/unblock', '{}', 422],
  ['GET', '/nothing', '', 404],
  ['PUT', '/orders', '{}', 405],
  ['POST', '/orders', '', 422],
  ['POST', '/orders', '{}', 422],
  ['PATCH', '/orders/abcdefgh', '{}', 404],
  ['GET', '/orders?status=shipped', '', 400],
  ['GET', '/orders?since=soon', '', 400],
  ['GET', '/orders/rui', '', 404],
  ['POST', '/orders/abcdefgh/refund', '', 422],
  ['POST', '/import?name=a.json', '[]', 415],
  ['GET', '/import', '', 405],
  ['GET', '/import/none', '', 404],
  ['POST', '/import/none', '', 404],
  ['POST', '/pictures', 'no picture', 415],
  ['POST', '/pictures/known', '{"sha256": ["../x"]}', 422],
  ['PATCH', '/products/rui', '[]', 400],
  ['PATCH', '/products/rui', '{', 400],
  ['PATCH', '/products/rui', '{"price": {}}', 422],
  ['DELETE', '/products/RUI!', '', 404],
  ['POST', '/accounts/role', '{"email": 1}', 422],
  ['POST', '/accounts/role', '{"email": "a@b.c", "role": "<b>"}', 422],
  ['POST', '/accounts/x/purge', '{"scheduledFor": -1}', 422],
  ['POST', '/accounts/x/purge', '{"scheduledFor": 0}', 404],
  ['GET', '/accounts?scheduledFor=abc', '', 422],
  ['POST', '/operators', '{}', 405],
  ['POST', '/operators/invite', '{}', 422],
  ['POST', '/operators/invite', '{"email": "rahim"}', 422],
  ['POST', '/operators/remove', '{"email": "nobody@example.com"}', 404],
])('%s %s %s is refused with %i', async (method, address, body, status) => {
  const answer = await fetch(`${shop.url}/api/operator${address}`, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
    body: body || null,
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({ status, detail: expect.any(String) });
});

test('areas are imported, exported and imported again the same; a bad file changes nothing', async () => {
  const header = 'id,name,name_bn,fee,free_from,minimum,delivers';
  const good = await file(
    'areas.csv',
    `${header}\r\nmirpur-1,Mirpur 1,মিরপুর ১,৪০,,,yes\r\n,Savar,সাভার,100,2000,500,no\r\n`,
  );
  expect(await run(['areas', 'import', good])).toMatchObject({
    status: 0,
    out: 'Imported areas: 2 added, 0 changed, 0 removed, 0 stay that the file lacks.\n',
    err: '',
  });
  const exported = await run(['areas', 'export']);
  const text = `\uFEFF${header}\r\nmirpur-1,Mirpur 1,মিরপুর ১,40,,,yes\r\nsavar,Savar,সাভার,100,2000,500,no\r\n`;
  expect(exported).toMatchObject({ status: 0, out: text });
  // As `npm run` writes it into a file.
  const again = await file('again.csv', `\n> sodai@1 shop\n> node cli/shop.ts areas export\n\n${exported.out}`);
  expect(await run(['areas', 'import', again])).toMatchObject({ status: 0 });
  expect(await run(['areas', 'export'])).toEqual(exported);
  const bad = await file('bad.csv', `${header}\n,,,x,,,yes\n,A,,,,,maybe\n`);
  const refused = await run(['areas', 'import', bad]);
  expect(refused.status).toBe(1);
  expect(refused.err).toContain('Row 2, fee: Please write an amount of Tk, such as 60 or 60.5.');
  expect(refused.err).toContain('Row 3, delivers: Please write yes or no.');
  expect((await run(['areas', 'import', 'nowhere.csv'])).err).toContain('there is no file nowhere.csv');
  expect(await run(['areas', 'export'])).toEqual(exported);
  const other = await file('other.csv', 'id,name\nmirpur-1,Mirpur One\n');
  const would = 'Would import areas: 0 added, 1 changed, 1 removed. Renamed: Mirpur 1 → Mirpur One.\n';
  expect((await run(['areas', 'import', other, '--replace', '--dry-run'])).out).toBe(would);
  expect(await run(['areas', 'export'])).toEqual(exported);
  await run(['areas', 'import', other, '--replace']);
  expect((await run(['areas', 'export'])).out).toContain('mirpur-1,Mirpur One,মিরপুর ১,40,,,yes\r\n');
  await shop.services.shop.areas.set([], 'operator');
});

test('the endpoint of the areas takes the whole list, or tells all faults', async () => {
  const put = (json: unknown) => call('PUT', '/areas', json);
  const fees = { fee: 80, freeFrom: null, minimum: null };
  const uttara = { id: 'uttara', name: 'Uttara', nameBn: 'উত্তরা', ...fees, delivers: true };
  const areas = [{ ...uttara, aliases: '' }];
  for (const given of [{ areas: [{ name: 'Uttara', nameBn: 'উত্তরা', fee: 80 }] }, [uttara]])
    expect(await put(given)).toEqual({ status: 200, body: { areas } });
  const detail = 'Row 1, fee: Please write an amount of Tk, such as 60 or 60.5. Row 2, name: Please fill this in.';
  expect(await put([{ ...uttara, fee: -1 }, { name: '' }])).toMatchObject({ status: 422, body: { detail } });
  expect(await put({ areas, names: [] })).toMatchObject({ status: 422, body: { detail: 'There is no field names.' } });
  // More than other endpoints take.
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    ...uttara,
    id: `a-${at}`,
    name: 'উত্তরা '.repeat(8) + at,
    nameBn: '',
  }));
  expect(await put(many)).toMatchObject({ status: 200 });
  expect(await put([...many, uttara])).toMatchObject({ status: 422 });
  expect((await call('GET', '/areas')).body.areas).toHaveLength(2_000);
  expect(await put([])).toEqual({ status: 200, body: { areas: [] } });
});

test('what the open orders need from the bazaar is listed', async () => {
  expect((await run(['bazaar', '--day', '2020-01-01'])).out).toBe('2020-01-01: nothing is needed.\n');
  const { order } = await customerWithOrder('Bulu');
  const { out } = await run(['bazaar']);
  expect(out).toMatch(/^রুই +\d+ kg *$/m);
  expect(JSON.parse((await run(['bazaar', '--json'])).out)).toMatchObject({
    text: expect.stringContaining('রুই'),
  });
  await run(['orders', 'cancel', order, '--reason', 'customer-asked']);
});
