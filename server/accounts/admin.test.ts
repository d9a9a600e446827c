import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import type { Order } from '../../domain/orders/order.ts';
import { allPages } from '../../test/support/all-pages.ts';
import { heldUp } from '../../test/support/held-up.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { describeWithDatabase, profileChange } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { openIdentity, registerUser, sessionCount, visitor } from '../../test/support/identity.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { png } from '../../test/support/pictures.ts';
import { type Accounts, createAccounts } from './admin.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Tables } from '../db/tables.ts';
import { type Images, createImages } from '../images/images.ts';
import type { Identity, Viewer } from '../identity/identity.ts';
import type { Orders } from '../orders/orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { type Users, createUsers } from './profile.ts';
import { catalogueRow, exampleProduct, exampleShipping, SHIPPING } from '../../test/support/factories.ts';

const DAY = 86_400;

const STREET = '12 Secret Lane';

const NOT_DUE = { ok: false, status: 409, reason: { code: 'not-due' } };

describeWithDatabase('accounts', ({ open }) => {
  const newFolder = temporaryFolders();
  let database: Database;
  let identity: Identity;
  let images: Images;
  let orders: Orders;
  let users: Users;
  let accounts: Accounts;
  /** The addresses whose mail files were deleted. */
  const mailDeleted: string[] = [];
  const mail = { deleteFilesTo: async (address: string) => void mailDeleted.push(address) };

  beforeAll(async () => {
    database = await open();
    identity = openIdentity(database);
    images = createImages({ kind: 'files', directory: await newFolder() });
    orders = usualOrders(database, { mails: orderMails() });
    users = createUsers({ database, images, identity, limits: null, log: pino({ level: 'silent' }) });
    accounts = createAccounts({ database, identity, images, mail });
    await createCatalogue(database).importRows([catalogueRow(exampleProduct())], 'operator');
  });

  async function newCustomer(): Promise<Viewer & { password: string }> {
    const { cookie, password } = await registerUser(identity);
    const viewer = await identity.viewer(visitor(cookie).headers);
    if (!viewer) throw new Error('nobody is signed in');
    return { ...viewer, password };
  }

  async function placeOrder(customer: Viewer, phone = SHIPPING.phone): Promise<Order> {
    const { name, email } = customer;
    const shippingInfo = exampleShipping({ name, email, phone, street: STREET });
    return valueOf(await orders.place(customer, { ...placeRequest([exampleProduct(), 2]), shippingInfo }));
  }

  /** Changes the account as if its deletion had been requested `days` ago. */
  async function askedForDaysAgo({ id }: Viewer, days: number): Promise<void> {
    await users.scheduleDeletion({ id });
    const at = new Date(Date.now() - days * DAY * 1000);
    await database.kysely.updateTable('users').set({ deletion_requested_at: at }).where('id', '=', id).execute();
  }

  /** The complete content of the database, as text. */
  async function everything(): Promise<string> {
    const { kysely } = database;
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(kysely);
    const contents = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(kysely));
    return JSON.stringify((await Promise.all(contents)).map(({ rows }) => rows));
  }

  async function audited(subject: string) {
    const { kysely } = database;
    return kysely.selectFrom('audit').selectAll().where('subject', '=', subject).execute();
  }

  test('are listed by e-mail address, page by page', async () => {
    const buyer = await newCustomer();
    const made = [await newCustomer(), buyer, await newCustomer()];
    await placeOrder(buyer);
    const pages = await allPages((after) => accounts.list({ after, limit: 2 }));
    for (const page of pages) expect(page.accounts.length).toBeLessThanOrEqual(2);
    const listed = pages.flatMap((page) => page.accounts.map(({ email }) => email));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(made.map(({ email }) => email)));
    const { accounts: all } = await accounts.list();
    // An account can be deleted while an operator pages. Then the list starts again; it must not end early.
    expect((await accounts.list({ after: 'gone' })).accounts).toEqual(all);
    expect(all.find(({ id }) => id === buyer.id)).toEqual({
      id: buyer.id,
      email: buyer.email,
      blocked: false,
      name: buyer.name,
      role: 'user',
      joinedAt: expect.any(Date),
      deletionRequestedAt: null,
      orders: 1,
      pendingOrders: 1,
    });
  });

  test('with a scheduled deletion are listed by the time since the request', async () => {
    const recent = await newCustomer();
    const old = await newCustomer();
    await askedForDaysAgo(recent, 3);
    await askedForDaysAgo(old, 40);
    const ids = async (scheduledFor: number): Promise<string[]> =>
      (await accounts.list({ scheduledFor })).accounts.map(({ id }) => id);
    expect(await ids(30 * DAY)).toEqual([old.id]);
    expect((await ids(0)).toSorted()).toEqual([old.id, recent.id].toSorted());
    expect(await ids(50 * DAY)).toEqual([]);
    for (const id of [old.id, recent.id]) await accounts.purge(id, 0, 'operator');
  });

  test('lose their sessions when they get another role', async () => {
    const customer = await newCustomer();
    const { told } = await profileChange(database, customer.id);
    const outcome = await accounts.setRole(` ${customer.email.toUpperCase()} `, 'blocked', 'operator');
    expect(outcome).toMatchObject({
      ok: true,
      value: { changed: true, account: { id: customer.id, role: 'blocked' } },
    });
    await told();
    expect(await sessionCount(database, customer.id)).toBe(0);
    expect(await identity.signIn(customer, visitor())).toMatchObject({ ok: false, reason: { code: 'user-not-found' } });
    const set = async (email: string, role: string) => accounts.setRole(email, role, 'operator');
    expect(await set(customer.email, 'blocked')).toMatchObject({ value: { changed: false } });
    expect(await set(customer.email, 'user')).toMatchObject({ value: { account: { role: 'user' } } });
    expect(await identity.signIn(customer, visitor())).toMatchObject({ ok: true });
    expect(await audited(customer.id)).toMatchObject([
      { actor: 'operator', action: 'accounts.role', details: { from: 'user', to: 'blocked' } },
      { details: { from: 'blocked', to: 'user' } },
    ]);
    expect(await set('nobody@example.com', 'user')).toMatchObject({
      status: 404,
      reason: { code: 'no-account-with-email' },
    });
  });

  test('are purged: all personal data is deleted, the orders’ figures stay', async () => {
    const customer = await newCustomer();
    const stays = await newCustomer();
    await placeOrder(stays);
    const order = await placeOrder(customer);
    await orders.admin.change((await placeOrder(customer)).id, { change: 'deliver' }, 'operator');
    const picture = await users.setPicture(customer, () => png(20, 20));
    if (!picture.ok) throw new Error('no picture');
    await identity.requestReset({ email: customer.email }, visitor());
    await askedForDaysAgo(customer, 31);
    const { told } = await profileChange(database, customer.id);

    const outcome = await accounts.purge(customer.id, 30 * DAY, 'operator');

    const account = { email: customer.email, orders: 2, pendingOrders: 1 };
    expect(outcome).toMatchObject({ ok: true, value: { account } });
    await told();
    const left = await everything();
    expect(left).toContain(STREET);
    for (const trace of [customer.email, `"${customer.name}"`]) expect(left).not.toContain(trace);
    expect(await images.read(picture.value.imgUrl)).toBeNull();
    expect(await sessionCount(database, customer.id)).toBe(0);
    const shown = valueOf(await orders.admin.show(order.id));
    const { shippingInfo: _, ...figures } = order;
    expect(shown.order).toMatchObject(figures);
    expect(Object.values(shown.order.shippingInfo).join('')).toBe('');
    expect(shown).toMatchObject({ userId: null, history: [{ to: 'pending' }] });
    expect(mailDeleted).toContain(customer.email);
    expect(await audited(customer.id)).toMatchObject([{ action: 'accounts.purge', details: { orders: 2 } }]);
    expect((await orders.list(stays)).orders[0]?.shippingInfo.street).toBe(STREET);
    expect(await accounts.purge(customer.id, 0, 'operator')).toMatchObject({ status: 404 });
  });

  test('stay when their deletion is not due or was cancelled', async () => {
    const customer = await newCustomer();
    expect(await accounts.purge(customer.id, 0, 'operator')).toMatchObject(NOT_DUE);
    await askedForDaysAgo(customer, 29);
    expect(await accounts.purge(customer.id, 30 * DAY, 'operator')).toMatchObject(NOT_DUE);
    await askedForDaysAgo(customer, 31);
    expect(await identity.signIn(customer, visitor())).toMatchObject({ ok: true });
    expect(await accounts.purge(customer.id, 30 * DAY, 'operator')).toMatchObject(NOT_DUE);
    expect((await users.profile(customer)).email).toBe(customer.email);
  });

  test('are purged with the messages of a change of an order that ends at the same moment', async () => {
    const { kysely } = database;
    const customer = await newCustomer();
    const { id } = await placeOrder(customer);
    await askedForDaysAgo(customer, 1);
    const hold = (trx: Kysely<Tables>) => usualOrders({ kysely: trx }, { mails: orderMails() }).cancel(customer, id);
    const outcome = await heldUp(kysely, { hold }, () => accounts.purge(customer.id, 0, 'operator'));
    expect(outcome).toMatchObject({ ok: true });
    const mails = kysely.selectFrom('outbox').select('subject').where('recipient', '=', customer.email);
    expect(await mails.execute()).toEqual([]);
  });

  test('are purged, and a change of their orders that was read before is refused', async () => {
    const customer = await newCustomer();
    const { id } = await placeOrder(customer);
    await askedForDaysAgo(customer, 1);
    const { revision } = valueOf(await orders.admin.show(id)).order;
    await accounts.purge(customer.id, 0, 'operator');
    const late = await orders.admin.change(id, { change: 'cancel', reason: 'customer-asked' }, 'operator', {
      revision,
    });
    expect(late).toMatchObject({ reason: { code: 'changed-meanwhile' } });
  });

  test('are purged with the messages to their phones that are not sent yet', async () => {
    const { kysely } = database;
    const [customer, other] = [await newCustomer(), await newCustomer()];
    const { id } = await placeOrder(customer, '01711000001');
    await placeOrder(other, '01711000009');
    const items = [{ id: exampleProduct().id, quantity: 2 }];
    const edit = { items, shippingInfo: { phone: '01711000002' }, reason: '' };
    expect(await orders.admin.change(id, { change: 'edit', ...edit }, 'operator')).toMatchObject({ ok: true });
    await kysely.updateTable('users').set({ phone: '01711000003' }).where('id', '=', customer.id).execute();
    const channel = 'sms';
    const phones = ['01711000001', '01711000002', '01711000003', '01711000009'];
    const waiting = phones.map((recipient) => ({ channel, recipient, subject: '', body_text: 'Hello', body_html: '' }));
    await kysely.insertInto('outbox').values(waiting).execute();
    await askedForDaysAgo(customer, 31);
    expect(await accounts.purge(customer.id, 0, 'operator')).toMatchObject({ ok: true });
    const left = kysely.selectFrom('outbox').select('recipient').where('channel', '=', channel);
    expect(await left.execute()).toEqual([{ recipient: '01711000009' }]);
  });

  test('are purged with the mails to operators that tell of their orders and could not be sent', async () => {
    const { kysely } = database;
    const [customer, other] = [await newCustomer(), await newCustomer()];
    const [order, kept] = [await placeOrder(customer), await placeOrder(other)];
    const operator = { id: 'nusrat', email: 'nusrat@example.com', name: 'Nusrat', role: 'operator' };
    await kysely.insertInto('users').values(operator).execute();
    const mails = [[order], [kept], [order, kept]].map((orders) => ({
      recipient: operator.email,
      subject: orders.map(({ id }) => id).join(),
      body_text: orders.map(({ id }) => `Rahima: https://shop.example/operator/orders/${id}\n`).join(''),
      body_html: '',
    }));
    await kysely.insertInto('outbox').values(mails).execute();
    await askedForDaysAgo(customer, 31);
    expect(await accounts.purge(customer.id, 0, operator.email)).toMatchObject({ ok: true });
    const left = kysely.selectFrom('outbox').select('subject').where('recipient', '=', operator.email);
    expect(await left.execute()).toEqual([{ subject: kept.id }]);
    // What a deleted mail has told of others is told again.
    const queued = kysely.selectFrom('order_mail_queue').innerJoin('orders', 'number', 'order_number');
    expect(await queued.select(['order_mail_queue.user_id as to', 'orders.id']).execute()).toEqual([
      { to: operator.id, id: kept.id },
    ]);
    expect(await audited(customer.id)).toMatchObject([{ actor: operator.email, action: 'accounts.purge' }]);
    await kysely.deleteFrom('users').where('id', '=', operator.id).execute();
  });

  test('stay complete when their picture cannot be deleted', async () => {
    const customer = await newCustomer();
    const order = await placeOrder(customer);
    await users.setPicture(customer, () => png(20, 20));
    await askedForDaysAgo(customer, 31);
    const failing = { remove: () => Promise.reject(new Error('the picture store is unavailable')) };
    const stuck = createAccounts({ database, identity, images: failing, mail });
    await expect(stuck.purge(customer.id, 0, 'operator')).rejects.toThrow('unavailable');
    expect((await users.profile(customer)).email).toBe(customer.email);
    expect(valueOf(await orders.find(customer, order.id)).shippingInfo.street).toBe(STREET);
    expect(await accounts.purge(customer.id, 0, 'operator')).toMatchObject({ ok: true });
  });

  test('a phone without an account is forgotten once its orders are closed and paid', async () => {
    const taking = usualOrders(database, { guests: () => true });
    const phone = '01711555777';
    const sent = placeRequest([exampleProduct(), 1]);
    const place = async () =>
      valueOf(
        await taking.place(null, { ...sent, idempotencyKey: randomUUID(), shippingInfo: exampleShipping({ phone }) }),
      );
    const [first, second] = [await place(), await place()];
    await taking.admin.change(first.id, { change: 'deliver', collected: 100 }, 'operator');
    const refusal = { ok: false, status: 409, reason: { code: 'not-settled' } };
    expect(await accounts.forget(phone, 'operator')).toMatchObject(refusal);
    await taking.admin.change(second.id, { change: 'cancel' }, 'operator');
    // One of them still owes.
    expect(await accounts.forget(phone, 'operator')).toMatchObject(refusal);
    const { due } = (
      await sql<{ due: number }>`select total_cost_poisha - 100 as due from orders where id = ${first.id}`.execute(
        database.kysely,
      )
    ).rows[0] ?? { due: 0 };
    valueOf(await taking.admin.change(first.id, { change: 'collect', amount: due }, 'operator'));
    expect(await accounts.forget('+88 01711-555777', 'operator')).toMatchObject({ ok: true, value: { orders: 2 } });
    expect(await taking.guests.list([first.link ?? ''])).toEqual([]);
    expect(await accounts.ofPhone(phone)).toBeNull();
    expect(await accounts.forget(phone, 'operator')).toMatchObject({ status: 404 });
  });

  test('that nobody uses and that never ordered are deleted after 90 days, with their picture', async () => {
    const { kysely } = database;
    /** As if the account was used last so many days ago, and its session was over. */
    async function unusedFor(days: number, { id }: Viewer, change: { role?: string } = {}): Promise<void> {
      await identity.endSessions(id, kysely);
      const used = { updated_at: new Date(Date.now() - days * DAY * 1000), ...change };
      await kysely.updateTable('users').set(used).where('id', '=', id).execute();
    }
    const [recent, operator, buyer, leaving, back, gone] = await Promise.all(Array.from({ length: 6 }, newCustomer));
    if (!recent || !operator || !buyer || !leaving || !back || !gone) throw new Error('unreachable');
    const face = await users.setPicture(gone, () => png(8, 8));
    if (!face.ok) throw new Error('no picture');
    await placeOrder(buyer);
    await askedForDaysAgo(leaving, 91);
    await unusedFor(89, recent);
    await unusedFor(91, operator, { role: 'operator' });
    for (const customer of [buyer, leaving, back, gone]) await unusedFor(91, customer);
    expect(await identity.signIn(back, visitor())).toMatchObject({ ok: true });
    await identity.endSessions(back.id, kysely);

    expect(await accounts.sweepUnused()).toBe(false);
    expect(await accounts.show(gone.id)).toBeNull();
    expect(await images.has(face.value.imgUrl)).toBe(false);
    for (const { id } of [recent, operator, buyer, leaving, back]) expect(await accounts.show(id)).not.toBeNull();
  });
});
