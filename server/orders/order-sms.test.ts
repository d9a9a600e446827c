import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ORDER_NEWS, type OrderNews } from '../../domain/orders/change-order.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct, exampleShipping } from '../../test/support/factories.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { createRateLimits } from '../limits/rate-limits.ts';

const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const RUI = exampleProduct({ id: 'rui', price: 100 });

describeWithDatabase('SMS about orders', ({ open }) => {
  let database: Database;
  const leftOut: object[] = [];

  beforeAll(async () => {
    database = await open();
    const { kysely } = database;
    await createCatalogue(database).importRows([catalogueRow(RUI)], 'operator');
    await kysely.insertInto('users').values(AMINA).execute();
    await kysely.insertInto('riders').values({ id: 'karim', name: 'Karim', phone: '' }).execute();
  });
  beforeEach(async () => {
    await sql`truncate orders, outbox, rate_limits cascade`.execute(database.kysely);
    leftOut.length = 0;
  });

  const ordersThatTell = (smsOn: readonly OrderNews[]) =>
    usualOrders(database, {
      mails: orderMails(createRateLimits(database.kysely), (facts) => leftOut.push(facts), smsOn),
    });

  const ofCustomer = (phone: string) => ({ ...placeRequest([RUI, 2]), shippingInfo: exampleShipping({ phone }) });
  const onThePhone = (phone: string) => ({
    idempotencyKey: randomUUID(),
    items: [{ id: 'rui', quantity: 1 }],
    shippingInfo: exampleShipping({ phone }),
    note: '',
  });

  const told = async (channel = 'sms') =>
    database.kysely.selectFrom('outbox').selectAll().where('channel', '=', channel).orderBy('id').execute();

  test('none are written in a shop that has set nothing', async () => {
    const orders = ordersThatTell([]);
    const { id } = valueOf(await orders.place(AMINA, ofCustomer('01711000101')));
    await orders.admin.change(id, { change: 'rider', rider: 'karim' }, 'operator');
    valueOf(await orders.admin.place(onThePhone('01711000101'), 'operator'));
    expect(await told()).toEqual([]);
    expect(await told('mail')).toHaveLength(1);
  });

  test('the phone of an order is told what the shop wants it to be, in the language of its account', async () => {
    const orders = ordersThatTell(ORDER_NEWS);
    const { id } = valueOf(await orders.place(AMINA, ofCustomer('+880 1711-000101')));
    const name = `#${id.slice(0, 6)}`;
    const changes: OrderChange[] = [
      { change: 'rider', rider: 'karim' },
      { change: 'deliver' },
      { change: 'set-back', reason: 'Mistake' },
      { change: 'cancel', reason: 'out-of-stock' },
    ];
    for (const asked of changes) valueOf(await orders.admin.change(id, asked, 'operator'));
    const rows = await told();
    const shop = 'Sodai: ';
    expect(rows.map(({ body_text }) => body_text.split(',')[0])).toEqual([
      `${shop}We have your order ${name}`,
      `${shop}Your order ${name} is on its way`,
      `${shop}Your order ${name} is delivered`,
      `${shop}Your order ${name} is open again`,
      `${shop}Your order ${name} is canceled`,
    ]);
    // A purge finds them by this.
    expect(new Set(rows.map(({ recipient }) => recipient))).toEqual(new Set(['+8801711000101']));
    // There is no mail that it is on its way.
    expect(await told('mail')).toHaveLength(4);
    const { messages } = valueOf(await orders.admin.show(id));
    expect(messages.map(({ text, state }) => [text, state])).toEqual(rows.map((row) => [row.body_text, 'waiting']));
  });

  test('an order on the phone is told too, in Bangla, when its phone can take an SMS', async () => {
    const orders = ordersThatTell(['placed', 'delivered']);
    const placed = [];
    for (const phone of ['01711000101', '0255012345'])
      placed.push(valueOf(await orders.admin.place(onThePhone(phone), 'operator')));
    for (const { id } of placed) valueOf(await orders.admin.change(id, { change: 'deliver' }, 'operator'));
    const texts = (await told()).map(({ body_text }) => body_text);
    expect(texts).toEqual([expect.stringMatching(/^সদাই: .* পেয়েছি/), expect.stringMatching(/ডেলিভারি হয়েছে$/)]);
  });

  test('an undo takes one back, as it does with a mail', async () => {
    const orders = ordersThatTell(['on-its-way']);
    const { id } = valueOf(await orders.place(AMINA, ofCustomer('01711000101')));
    const change = (asked: OrderChange) => orders.admin.change(id, asked, 'operator');
    await change({ change: 'rider', rider: 'karim' });
    const [{ next_attempt_at: at, created_at: since } = { next_attempt_at: null, created_at: null }] = await told();
    expect(at?.getTime()).toBeGreaterThan(since?.getTime() ?? Infinity);
    await change({ change: 'undo' });
    expect(await told()).toEqual([]);
  });

  test('an edit back is told by mail when the mail of the first has left and its SMS waits', async () => {
    const orders = ordersThatTell(['changed']);
    const { id } = valueOf(await orders.place(AMINA, ofCustomer('01711000101')));
    const edit = (quantity: number) =>
      orders.admin.change(id, { change: 'edit', items: [{ id: 'rui', quantity }], reason: '' }, 'operator');
    await edit(3);
    // As a mail that was sent.
    await database.kysely.deleteFrom('outbox').where('channel', '=', 'mail').execute();
    await edit(2);
    const [mail, ...others] = await told('mail');
    expect([mail?.subject, others]).toEqual([expect.stringMatching(/was changed$/), []]);
    expect((await told()).at(-1)?.body_text).toContain('Tk 260');
  });

  test('a phone is told ten times in a day at most, in whatever form it is written, and the order stands', async () => {
    const orders = ordersThatTell(['placed']);
    const forms = ['01711000101', '+8801711000101'];
    for (let order = 0; order < 11; order += 1)
      valueOf(await orders.admin.place(onThePhone(forms[order % 2] ?? ''), 'operator'));
    expect(await told()).toHaveLength(10);
    expect(leftOut).toMatchObject([{ kind: 'placed' }]);
    expect((await orders.admin.list({ limit: 20 })).orders).toHaveLength(11);
  });
});
