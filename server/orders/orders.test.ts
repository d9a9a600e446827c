import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { type Language, PAGE_LANGUAGE } from '../../base/language.ts';
import type { Order } from '../../domain/orders/order.ts';
import type { PlaceOrder } from '../../domain/orders/read-order.ts';
import { refused } from '../../domain/outcome.ts';
import { type DeliveryFee, totalsOf } from '../../domain/orders/pricing.ts';
import { type Area, deliveryTo } from '../../domain/shop/areas.ts';
import { allPages } from '../../test/support/all-pages.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { describeWithDatabase, profileChange } from '../../test/support/databases.ts';
import { type Line, placeRequest } from '../../test/support/order-request.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { type Catalogue, createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Customer } from './change.ts';
import { CLIENT_ADDRESS } from '../http/client-address.ts';
import type { Orders } from './orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createRateLimits, limitKey } from '../limits/rate-limits.ts';
import { TEXTS } from '../../messages/texts.ts';
import { catalogueRow, exampleProduct, exampleShipping } from '../../test/support/factories.ts';
import { followChanges } from './follow-up.ts';
import { USUAL_FEE } from '../../test/support/usual-fee.ts';

const RAHIM: Customer = { id: 'rahim', email: 'rahim@example.com', name: 'Rahim', language: 'en' };
const KARIMA: Customer = { id: 'karima', email: 'karima@example.com', name: 'করিমা', language: 'en' };

const BY = 'nusrat@example.com';
const UNKNOWN = refused(404, { code: 'unknown-order' });
/** The answer for products that are not as the shopper saw them. */
const changed = (...products: object[]) => refused(409, { code: 'price-changed' }, { now: { products } });
const unavailable = (...products: object[]) => refused(409, { code: 'product-unavailable' }, { now: { products } });

const NO_FEE = { fee: null, freeFrom: null, minimum: null };
const AREA: Area = { id: '', name: 'X', nameBn: '', aliases: '', ...NO_FEE, delivers: true };

/** The mail about an order of Rahim, as `mailed` has it. */
const PLACED = `en ${RAHIM.email} ${TEXTS.en.MAIL_PLACED_SUBJECT}`;

const SHIPPING_INFO = exampleShipping({
  name: 'Rahim',
  email: 'rahim@example.com',
  gender: 'male',
  street: '12 বাজার রোড "A"',
});

const RICE = exampleProduct({ id: 'rice', name: 'চিনিগুড়া', price: 145.55, discount: '7.25', category: 'rice' });
const RUI = exampleProduct({ id: 'rui', price: 380 });
const TEA = exampleProduct({ id: 'tea', price: 0.01, discount: '99.99', category: 'tea-coffe', type: 'beverages' });

const itemsOf = (lines: readonly Line[]) => lines.map(([product, quantity]) => ({ ...product, quantity }));

/** Of one Rui, or of these lines. */
const request = (...lines: Line[]): PlaceOrder => ({
  ...placeRequest(...(lines.length > 0 ? lines : [[RUI, 1] as const])),
  shippingInfo: SHIPPING_INFO,
});

describeWithDatabase('orders', ({ open }) => {
  let database: Database;
  let catalogue: Catalogue;
  let orders: Orders;

  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    orders = usualOrders(database, { mails: orderMails() });
  });

  /** The mails in the outbox: language, recipient, subject. */
  async function mailed(): Promise<string[]> {
    const mails = await database.kysely.selectFrom('outbox').selectAll().orderBy('id').execute();
    return mails.map(({ recipient, subject, body_html }) => {
      const [, language] = /<html lang="(\w+)">/.exec(body_html) ?? [];
      return `${language} ${recipient} ${subject.replace(/#\w+/, '{id}')}`;
    });
  }

  beforeEach(async () => {
    const { kysely } = database;
    for (const table of ['orders', 'users', 'outbox', 'audit'] as const) await kysely.deleteFrom(table).execute();
    await kysely.insertInto('users').values([RAHIM, KARIMA]).execute();
    await catalogue.importRows([RICE, RUI, TEA].map(catalogueRow), 'operator', { replace: true });
  });

  const place = async (lines: readonly Line[] = [], customer = RAHIM): Promise<Order> =>
    valueOf(await orders.place(customer, request(...lines)));

  const reprice = (id: string, price: number) => catalogue.change(id, { price }, { by: 'operator' });

  test('are placed with the shop’s prices and read back the same', async () => {
    const lines: Line[] = [
      [RICE, 3],
      [TEA, 9_999],
      [RUI, 1],
    ];
    const order = await place(lines);
    expect(order).toMatchObject({
      status: 'pending',
      paymentMethod: 'cashon',
      paymentStatus: 'unpaid',
      shippingInfo: SHIPPING_INFO,
      orderItems: itemsOf(lines),
      ...totalsOf(itemsOf(lines), USUAL_FEE),
    });
    expect(order.id).toMatch(/^[a-z0-9]{24}$/);
    expect(Math.abs(Date.parse(order.time) - Date.now())).toBeLessThan(60_000);
    const again = valueOf(await orders.find(RAHIM, order.id));
    expect(JSON.stringify(again)).toBe(JSON.stringify(order));
    expect(await orders.counts(RAHIM)).toEqual({ pending: 1, canceled: 0, delivered: 0 });
    expect(await mailed()).toEqual([PLACED]);
  });

  test('do not change when the catalogue changes', async () => {
    const order = valueOf(await orders.place(RAHIM, request([RUI, 2], [RICE, 1])));
    await reprice('rui', 999);
    await catalogue.remove('rice', 'operator');
    expect(valueOf(await orders.find(RAHIM, order.id))).toEqual(order);
  });

  test('accept the largest possible order, exact to the poisha', async () => {
    const dear = Array.from({ length: 200 }, (_, index) =>
      exampleProduct({ id: `dear-${index}`, price: 999_999.99, discount: index ? '0' : '0.01' }),
    );
    await catalogue.importRows(dear.map(catalogueRow), 'operator');
    const order = await place(dear.map((product) => [product, 9_999]));
    expect(order.totalCost).toBe(totalsOf(order.orderItems, USUAL_FEE).totalCost);
    expect(valueOf(await orders.find(RAHIM, order.id))).toEqual(order);
  });

  test('are made once for a key that is sent 50 times in parallel', async () => {
    const sent = request([RUI, 1], [RICE, 2]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => orders.place(RAHIM, sent)));
    expect(new Set(answers.map((answer) => JSON.stringify(valueOf(answer)))).size).toBe(1);
    expect(answers.filter((answer) => answer.ok && !answer.repeated)).toHaveLength(1);
    expect((await orders.list(RAHIM)).orders).toHaveLength(1);
    expect(await mailed()).toEqual([PLACED]);
  });

  test('of one key are one, and newest first, however the clock jumps', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const body = request();
      const first = await orders.place(RAHIM, body);
      expect(first).toMatchObject({ ok: true, repeated: false });
      const made: Order[] = [];
      for (const days of [40, -400]) {
        vi.setSystemTime(Date.now() + days * 86_400_000);
        expect(await orders.place(RAHIM, body)).toEqual({ ...first, repeated: true });
        made.unshift(await place());
      }
      const { orders: listed } = await orders.list(RAHIM);
      expect(listed.slice(0, 2)).toEqual(made);
    } finally {
      vi.useRealTimers();
    }
  });

  test('show at home which comes next, the newest, and what is usually bought and still sold', async () => {
    expect(await orders.latest(RAHIM)).toEqual({ next: null, orders: [], products: [] });
    await place([[TEA, 1]]);
    const first = await place([
      [RICE, 2],
      [RUI, 1],
    ]);
    const canceled = await place([[TEA, 5]]);
    valueOf(await orders.cancel(RAHIM, canceled.id));
    const older = [await place([[RUI, 1]]), await place([[RUI, 3]])];
    const delivered = await place([[RICE, 1]]);
    const newest = await place([[RUI, 1]]);
    await place([[TEA, 1]], KARIMA);
    for (const { id } of [first, delivered, newest]) await orders.admin.change(id, { change: 'deliver' }, BY);
    await orders.admin.change(older[0]?.id ?? '', { change: 'stage', stage: 'packed' }, BY);
    await reprice('rice', 99);
    const latest = await orders.latest(RAHIM);
    expect(latest.next).toMatchObject({ id: older[0]?.id, stage: 'packed' });
    expect(latest.orders.map(({ id }) => id)).toEqual([newest, delivered, older[1]].map((order) => order?.id));
    expect(latest.products).toMatchObject([{ id: 'rui' }, { id: 'rice', price: 99 }]);

    await catalogue.change('rui', { available: 'no' }, { by: 'operator' });
    for (const { id } of older) await orders.admin.change(id, { change: 'deliver' }, BY);
    const { next, products } = await orders.latest(RAHIM);
    expect(next).toMatchObject({ id: newest.id, status: 'delivered' });
    expect(products.map(({ id }) => id)).toEqual(['rice']);
  });

  test('answer a repeated key with the same order, whatever changed since', async () => {
    const sent = request();
    const first = await orders.place(RAHIM, sent);
    await reprice('rui', 1);
    expect(await orders.place(RAHIM, sent)).toEqual({ ...first, repeated: true });
    await catalogue.remove('rui', 'operator');
    expect(await orders.place(RAHIM, sent)).toEqual({ ...first, repeated: true });
  });

  test('give all copies the same answer while a price changes', async () => {
    for (let round = 0; round < 5; round += 1) {
      await reprice('rui', RUI.price);
      const sent = request();
      const many = Array.from({ length: 10 }, () => orders.place(RAHIM, sent));
      const [, ...answers] = await Promise.all([reprice('rui', 400), ...many]);
      expect(new Set(answers.map(({ ok }) => ok)).size).toBe(1);
    }
  });

  test('refuse a key with another body; keys are separate for each customer', async () => {
    const sent = request();
    await orders.place(RAHIM, sent);
    expect(await orders.place(RAHIM, { ...sent, items: [{ id: 'rui', quantity: 2 }] })).toEqual(
      refused(409, { code: 'key-reused' }),
    );
    const elsewhere = { ...SHIPPING_INFO, city: 'Sylhet' };
    expect(await orders.place(RAHIM, { ...sent, shippingInfo: elsewhere })).toEqual(
      refused(409, { code: 'key-reused' }),
    );
    expect(await orders.place(KARIMA, sent)).toMatchObject({ ok: true, repeated: false });
    expect((await orders.list(RAHIM)).orders).toHaveLength(1);
  });

  test('are neither placed nor settled for another customer than the page believes in', async () => {
    const sent = { ...request(), customer: KARIMA.id };
    const refusal = refused(401, { code: 'not-signed-in' });
    expect(await orders.place(RAHIM, sent)).toEqual(refusal);
    expect(await orders.settle(RAHIM, sent.idempotencyKey, KARIMA.id)).toEqual(refusal);
    expect(await orders.place(KARIMA, sent)).toMatchObject({ ok: true, repeated: false });
  });

  test('are not placed at a price that the shopper did not see', async () => {
    const sent = request([RUI, 1], [RICE, 1]);
    for (const expectedTotal of [0, sent.expectedTotal - 0.1, sent.expectedTotal + 0.1, Number.MAX_VALUE]) {
      const answer = await orders.place(RAHIM, { ...sent, expectedTotal });
      expect(answer).toEqual(changed(RUI, RICE));
    }
    expect((await orders.list(RAHIM)).orders).toEqual([]);
    expect(await mailed()).toEqual([]);
    expect(await orders.place(RAHIM, sent)).toMatchObject({ ok: true, repeated: false });
  });

  test('cost what the delivery costs now: an older fee is told like a changed price', async () => {
    const sent = request([RUI, 2]);
    const asking = (fee: Partial<DeliveryFee>) =>
      usualOrders(database, { deliveryTo: () => ({ area: null, fee: { ...USUAL_FEE, ...fee } }) });
    expect(await asking({ fee: 80 }).place(RAHIM, sent)).toEqual(changed(RUI));
    expect(await asking({ freeFrom: 760 }).place(RAHIM, sent)).toEqual(changed(RUI));
    const free = await asking({ freeFrom: 760 }).place(RAHIM, { ...sent, expectedTotal: 760 });
    expect(free).toMatchObject({ ok: true, value: { shippingCost: 0, totalCost: 760 } });
    // The same request again, at yet another fee, is that order.
    const again = await asking({ fee: 10, minimum: 5_000 }).place(RAHIM, { ...sent, expectedTotal: 760 });
    expect(again).toEqual({ ...free, repeated: true });
  });

  test('are not placed below the smallest order', async () => {
    const asking = usualOrders(database, { deliveryTo: () => ({ area: null, fee: { ...USUAL_FEE, minimum: 760 } }) });
    expect(await asking.place(RAHIM, request())).toEqual(refused(422, { code: 'order-too-small', limit: 760 }));
    expect(await asking.place(RAHIM, request([RUI, 2]))).toMatchObject({ ok: true });
  });

  test('go to one of the areas of the shop, for its fee, and keep its names', async () => {
    const mirpur = { ...AREA, id: 'mirpur', name: 'Mirpur', nameBn: 'মিরপুর', fee: 40 };
    const areas = [mirpur, { ...AREA, id: 'savar', name: 'Savar', delivers: false }];
    const inAreas = (known: readonly Area[]) =>
      usualOrders(database, { deliveryTo: (id) => deliveryTo(id, known, USUAL_FEE) });
    const sent = (area: string, expectedTotal: number) => ({
      ...request(),
      shippingInfo: { ...SHIPPING_INFO, area },
      expectedTotal,
    });
    const place = (one: PlaceOrder) => inAreas(areas).place(RAHIM, one);
    expect(await place(request())).toEqual(refused(422, { code: 'no-area' }));
    expect(await place(sent('savar', 440))).toEqual(refused(422, { code: 'area-not-served' }));
    expect(await place(sent('nowhere', 440))).toEqual(refused(422, { code: 'area-not-served' }));
    expect(await place(sent('mirpur', 440))).toEqual(changed(RUI));
    const first = sent('mirpur', 420);
    const made = await place(first);
    const shippingInfo = { ...SHIPPING_INFO, area: 'mirpur', areaName: 'Mirpur', areaNameBn: 'মিরপুর' };
    expect(made).toMatchObject({ ok: true, value: { shippingCost: 40, totalCost: 420, shippingInfo } });
    // The area may be gone when the same request comes again, and the order keeps it.
    expect(await inAreas([{ ...AREA, id: 'x' }]).place(RAHIM, first)).toEqual({ ...made, repeated: true });
    expect((await orders.list(RAHIM)).orders[0]?.shippingInfo).toEqual(shippingInfo);
    const found = async (area: string) => (await orders.admin.list({ area })).orders.length;
    expect([await found('mirpur'), await found('savar')]).toEqual([1, 0]);
  });

  test('of a shop without areas ignore one', async () => {
    valueOf(await orders.place(RAHIM, { ...request(), shippingInfo: { ...SHIPPING_INFO, area: 'mirpur' } }));
    expect((await orders.list(RAHIM)).orders[0]?.shippingInfo).toEqual(SHIPPING_INFO);
  });

  test('are not placed with a removed product', async () => {
    const gone = exampleProduct({ id: 'gone' });
    const answer = await orders.place(RAHIM, request([RICE, 1], [gone, 1], [RUI, 1]));
    expect(answer).toEqual(unavailable(RICE, RUI));
    await catalogue.change('rui', { available: 'no' }, { by: 'operator' });
    expect(await orders.place(RAHIM, request())).toEqual(unavailable({ ...RUI, available: false }));
    expect(await orders.place(RAHIM, request([exampleProduct({ id: '~"\'' }), 1]))).toEqual(unavailable());
  });

  test('are rolled back when their mail cannot be stored', async () => {
    const mails = {
      ...orderMails(),
      compose: () => [{ channel: 'mail' as const, to: RAHIM.email, subject: '\0', text: '', html: '', limit: null }],
    };
    const failing = usualOrders(database, { mails });
    const sent = request();
    await expect(failing.place(RAHIM, sent)).rejects.toThrow('unsupported Unicode');
    expect((await orders.list(RAHIM)).orders).toEqual([]);
    expect(await orders.counts(RAHIM)).toEqual({ pending: 0, canceled: 0, delivered: 0 });
    expect(await orders.place(RAHIM, sent)).toMatchObject({ ok: true, repeated: false });
  });

  test('are limited in an hour, for an account and for a network; repeats and refusals do not count', async () => {
    const limits = createRateLimits(database.kysely);
    const limited = usualOrders(database, { limits });
    const from = (address: string) => ({ headers: new Headers({ [CLIENT_ADDRESS]: address }) });
    const made = request();
    expect(await limited.place(RAHIM, made, from('10.4.0.1'))).toMatchObject({ ok: true });
    for (let n = 0; n < 40; n += 1) {
      expect(await limited.place(RAHIM, made, from('10.4.0.1'))).toMatchObject({ ok: true, repeated: true });
    }
    const dear = { ...request(), expectedTotal: 1 };
    expect(await limited.place(RAHIM, dear, from('10.4.0.1'))).toMatchObject({ reason: { code: 'price-changed' } });
    for (let n = 1; n < 30; n += 1) {
      expect(await limited.place(RAHIM, request(), from(`10.4.1.${n}`))).toMatchObject({ ok: true });
    }
    const full = refused(429, { code: 'too-many-orders' });
    const late = await limited.place(RAHIM, request(), from('10.4.2.1'));
    expect(late).toMatchObject({ ...full, retryAfter: expect.any(Number) });
    expect(await limited.place(RAHIM, made, from('10.4.0.1'))).toMatchObject({ ok: true, repeated: true });
    expect((await limited.counts(RAHIM)).pending).toBe(30);
    // Other networks can continue, but not one that has placed three hundred.
    const network = { key: limitKey('order-network', '10.4.3.1'), limit: { max: 300, seconds: 3600 } };
    for (let n = 1; n < 300; n += 1) await limits.count([network]);
    expect(await limited.place(KARIMA, request(), from('10.4.3.1'))).toMatchObject({ ok: true });
    // What a full network refuses does not count for the account.
    for (let n = 0; n < 40; n += 1) {
      expect(await limited.place(KARIMA, request(), from('10.4.3.1'))).toMatchObject(full);
    }
    expect(await limited.place(KARIMA, request(), from('10.4.3.2'))).toMatchObject({ ok: true });
  });

  test('send a recipient at most twenty mails in a day', async () => {
    const limits = createRateLimits(database.kysely);
    const left: object[] = [];
    const bombing = usualOrders(database, { mails: orderMails(limits, (facts) => void left.push(facts)) });
    for (let n = 0; n < 12; n += 1) {
      await bombing.cancel(RAHIM, valueOf(await bombing.place(RAHIM, request())).id);
    }
    await bombing.place(KARIMA, request());
    const recipients = (await mailed()).map((mail) => mail.split(' ')[1]);
    expect(recipients).toEqual([...Array.from({ length: 20 }, () => RAHIM.email), KARIMA.email]);
    expect(left).toHaveLength(4);
    expect(left[0]).toEqual({ user: RAHIM.id, order: expect.any(String), kind: 'placed' });
    expect(await database.kysely.selectFrom('orders').select('id').execute()).toHaveLength(13);
  });

  describe('mail', () => {
    /** A request of a page in a language. */
    const on = (language: string) => ({ headers: new Headers({ [PAGE_LANGUAGE]: language }) });

    const place = async (customer: Customer, caller?: Pick<Request, 'headers'>): Promise<string> =>
      valueOf(await orders.place(customer, request(), caller)).id;

    async function storeLanguage({ id }: Customer, language: Language): Promise<void> {
      await database.kysely.updateTable('users').set({ language }).where('id', '=', id).execute();
    }

    test('about a new order is in the language of the page, else in the customer’s', async () => {
      const reader: Customer = { ...RAHIM, language: 'bn' };
      for (const language of ['bn', 'bn-BD']) await place(RAHIM, on(language));
      for (const language of ['en', '', 'de']) await place(reader, on(language));
      await place(RAHIM, { headers: new Headers() });
      const bangla = `bn ${RAHIM.email} ${TEXTS.bn.MAIL_PLACED_SUBJECT}`;
      const english = `en ${RAHIM.email} ${TEXTS.en.MAIL_PLACED_SUBJECT}`;
      expect(await mailed()).toEqual([bangla, bangla, english, bangla, bangla, english]);
    });

    test('about an order that its owner cancels is in the language of the page, else in the stored one', async () => {
      await storeLanguage(KARIMA, 'bn');
      const canceled = [];
      for (const [customer, caller] of [
        [RAHIM, on('bn')],
        [RAHIM, undefined],
        [KARIMA, on('en')],
        [KARIMA, undefined],
      ] as const) {
        const id = await place(customer, caller);
        expect(await orders.cancel(customer, id, caller)).toMatchObject({ ok: true });
        canceled.push((await mailed()).at(-1));
      }
      const subjects = { en: TEXTS.en.MAIL_CHANGED.canceled.subject, bn: TEXTS.bn.MAIL_CHANGED.canceled.subject };
      expect(canceled).toEqual([
        `bn ${RAHIM.email} ${subjects.bn}`,
        `en ${RAHIM.email} ${subjects.en}`,
        `en ${KARIMA.email} ${subjects.en}`,
        `bn ${KARIMA.email} ${subjects.bn}`,
      ]);
    });

    test('that the operator causes is in the stored language, whatever page the order came from', async () => {
      const fromBangla = await place(RAHIM, on('bn'));
      const fromEnglish = await place(KARIMA, on('en'));
      await storeLanguage(KARIMA, 'bn');
      const other = await place(KARIMA, on('en'));
      await database.kysely.deleteFrom('outbox').execute();
      await orders.admin.change(fromBangla, { change: 'deliver' }, BY);
      await orders.admin.change(fromEnglish, { change: 'deliver' }, BY);
      await orders.admin.change(other, { change: 'cancel' }, BY);
      expect(await mailed()).toEqual([
        `en ${RAHIM.email} ${TEXTS.en.MAIL_CHANGED.delivered.subject}`,
        `bn ${KARIMA.email} ${TEXTS.bn.MAIL_CHANGED.delivered.subject}`,
        `bn ${KARIMA.email} ${TEXTS.bn.MAIL_CHANGED.canceled.subject}`,
      ]);
    });
  });

  test('are listed newest first, page by page, each customer’s own', async () => {
    const made: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      made.push((await place()).id);
      if (count % 3 === 0) await place([[RICE, 1]], KARIMA);
    }
    const pages = await allPages((after) => orders.list(RAHIM, { after, limit: 5 }));
    expect(pages.flatMap((page) => page.orders.map(({ id }) => id))).toEqual(made.toReversed());
    const karimas = (await orders.list(KARIMA)).orders[0]?.id ?? '';
    for (const cursor of ['', 'x', '\0', karimas, 'a'.repeat(24)]) {
      expect((await orders.list(RAHIM, { after: cursor, limit: 1 })).orders[0]?.id).toBe(made.at(-1));
    }
    expect(await orders.find(RAHIM, karimas)).toEqual(UNKNOWN);
    expect(await orders.find(RAHIM, '\0')).toEqual(UNKNOWN);
  });

  test('are canceled once by two parallel requests', async () => {
    const { id } = await place();
    const both = await Promise.all([orders.cancel(RAHIM, id), orders.cancel(RAHIM, id)]);
    for (const answer of both) expect(answer).toMatchObject({ ok: true, value: { id, status: 'canceled' } });
    const history = valueOf(await orders.history(RAHIM, id));
    expect(history).toMatchObject([
      { kind: 'status', to: 'pending' },
      { kind: 'status', to: 'canceled', actor: 'owner', reason: null },
    ]);
    expect(await orders.history(KARIMA, id)).toEqual(UNKNOWN);
    expect(await orders.history(RAHIM, 'none')).toEqual(UNKNOWN);
    expect(valueOf(await orders.admin.show(id)).history).toMatchObject([
      { actor: 'owner', from: null, to: 'pending' },
      { actor: 'owner', from: 'pending', to: 'canceled' },
    ]);
    expect(await mailed()).toEqual([PLACED, `en ${RAHIM.email} ${TEXTS.en.MAIL_CHANGED.canceled.subject}`]);
    expect(await orders.counts(RAHIM)).toEqual({ pending: 0, canceled: 1, delivered: 0 });
  });

  test('can be canceled only by their owner, and not after delivery', async () => {
    const { id } = await place();
    expect(await orders.cancel(KARIMA, id)).toEqual(UNKNOWN);
    expect(await orders.cancel(RAHIM, 'nonsense')).toEqual(UNKNOWN);
    await orders.admin.change(id, { change: 'deliver' }, BY);
    const late = refused(409, { code: 'order-status', status: 'delivered', change: 'cancel' });
    expect(await orders.cancel(RAHIM, id)).toEqual(late);
    expect(await orders.admin.change(id, { change: 'cancel' }, BY)).toEqual(late);
    expect(await orders.counts(RAHIM)).toEqual({ pending: 0, canceled: 0, delivered: 1 });
  });

  test('tell operators which of them changed one, and customers not', async () => {
    const { id } = await place();
    await orders.admin.change(id, { change: 'deliver' }, BY);
    const [, byOperator] = valueOf(await orders.admin.show(id)).history;
    expect(byOperator).toMatchObject({ actor: 'operator', to: 'delivered', operator: BY });
    expect(JSON.stringify(await orders.history(RAHIM, id))).not.toContain('nusrat');
    const entry = database.kysely.selectFrom('audit').select('actor').where('subject', '=', id);
    expect(await entry.execute()).toEqual([{ actor: BY }]);
  });

  test('are either canceled or delivered when both are requested in parallel', async () => {
    const { id } = await place();
    const answers = await Promise.all([orders.cancel(RAHIM, id), orders.admin.change(id, { change: 'deliver' }, BY)]);
    expect(answers.map(({ ok }) => ok)).toContain(false);
    expect(valueOf(await orders.admin.show(id)).history).toHaveLength(2);
  });

  test('notify their owner’s pages', async () => {
    const received: string[] = [];
    const unlisten = await database.listen('profile', (userId) => void received.push(userId));
    const { id } = await place();
    for (const change of [
      () => followChanges(database.kysely),
      () => orders.admin.change(id, { change: 'deliver' }, BY),
    ]) {
      const { told } = await profileChange(database, 'rahim');
      await change();
      await told();
    }
    expect(received).toEqual(['rahim', 'rahim']);
    await unlisten();
  });

  test('are found by stage, day of delivery, rider, product and whether they were printed', async () => {
    const [first, second, third] = [await place(), await place([[RICE, 1]], KARIMA), await place()];
    const { kysely } = database;
    await kysely.insertInto('riders').values({ id: 'jamal', name: 'Jamal', phone: '' }).execute();
    await orders.admin.change(first.id, { change: 'stage', stage: 'packed' }, BY);
    await orders.admin.change(third.id, { change: 'rider', rider: 'jamal' }, BY);
    await kysely.updateTable('orders').set({ delivery_day: '2026-12-01' }).where('id', '=', second.id).execute();
    await orders.admin.markPrinted([first.id, third.id, 'gone']);
    const listed = async (query: Parameters<Orders['admin']['list']>[0]) =>
      (await orders.admin.list({ oldestFirst: true, ...query })).orders.map(({ order }) => order.id);
    expect(await listed({ status: 'pending', stage: 'packed' })).toEqual([first.id]);
    expect(await listed({ day: '2026-12-01' })).toEqual([second.id]);
    expect(await listed({ rider: 'jamal' })).toEqual([third.id]);
    expect(await listed({ rider: '' })).toEqual([first.id, second.id]);
    expect(await listed({ product: RICE.id })).toContain(second.id);
    expect(await listed({ product: 'gone' })).toEqual([]);
    expect(await listed({ printed: false })).toEqual([second.id]);
    expect(await listed({ printed: true, ids: [third.id, second.id] })).toEqual([third.id]);
    const choices = await orders.admin.pendingChoices();
    expect(choices.days).toContain('2026-12-01');
    expect(choices.products).toContainEqual({ id: RICE.id, name: RICE.name });
    const all = await Array.fromAsync(orders.admin.all({ oldestFirst: true }));
    expect(all.flat().map(({ order }) => order.printed)).toEqual([true, false, true]);
    for (const { id } of [first, second, third])
      await orders.admin.change(id, { change: 'deliver', ...(id === first.id && { collected: 500 }) }, BY);
    const [[booked] = []] = await Array.fromAsync(orders.admin.all({ ids: [first.id] }));
    expect(booked).toMatchObject({ deliveredAt: expect.any(Date), money: { collected: 500, 'given back': 0 } });
    const today = dayInDhaka(new Date());
    expect(await listed({ cash: today, rider: 'jamal' })).toEqual([third.id]);
    expect(await listed({ cash: today, rider: '' })).toEqual([first.id, second.id]);
    expect(await listed({ cash: '2026-01-01' })).toEqual([]);
    expect(await orders.admin.pendingChoices()).toEqual({ days: [], products: [] });
  });

  test('are in the operator’s list, by status and time', async () => {
    const [first, second, third] = [await place(), await place([[RICE, 1]], KARIMA), await place()];
    await orders.admin.change(second.id, { change: 'deliver' }, BY);
    const listed = async (query?: Parameters<Orders['admin']['list']>[0]) =>
      (await orders.admin.list(query)).orders.map(({ order }) => order.id);
    expect(await listed()).toEqual([third.id, second.id, first.id]);
    expect(await listed({ status: 'pending' })).toEqual([third.id, first.id]);
    const { orders: found, next } = await orders.admin.list({ limit: 1 });
    const [newest] = found;
    expect(newest).toMatchObject({ order: { id: third.id }, userId: 'rahim' });
    expect(await listed({ userId: 'karima' })).toEqual([second.id]);
    expect(await listed({ status: 'pending', oldestFirst: true })).toEqual([first.id, third.id]);
    expect(await listed({ oldestFirst: true, after: first.id, limit: 1 })).toEqual([second.id]);
    expect(await listed({ oldestFirst: true, after: 'a'.repeat(24), limit: 1 })).toEqual([first.id]);
    expect(await listed({ after: next })).toEqual([second.id, first.id]);
    expect(await listed({ since: newest?.placedAt ?? new Date(0) })).toEqual([third.id]);
    expect(await listed({ since: new Date(0), status: 'delivered' })).toEqual([second.id]);
    expect(await listed({ since: new Date(Date.now() + 60_000) })).toEqual([]);
    const unknown = refused(404, { code: 'unknown', what: 'order' });
    expect(await orders.admin.show('nonsense')).toEqual(unknown);
    for (const given of [third.id, third.id.slice(0, 6), `#${third.id.slice(0, 21).toUpperCase()}`]) {
      expect(await orders.admin.idOf(given)).toMatchObject({ value: third.id });
    }
    for (const given of [third.id.slice(0, 5), `${third.id}a`, '', 'zzzzzz', "rui' or 1", '%%%%%%']) {
      expect(await orders.admin.idOf(given)).toEqual(unknown);
    }
    const audited = database.kysely.selectFrom('audit').select(['action', 'subject']);
    const delivered = { action: 'orders.delivered', subject: second.id };
    expect(await audited.where('action', 'like', 'orders.%').execute()).toEqual([delivered]);
  });

  test('keep their figures when their account is deleted', async () => {
    const { id } = await place();
    await database.kysely.deleteFrom('users').where('id', '=', 'rahim').execute();
    expect(await orders.admin.show(id)).toMatchObject({ value: { userId: null, order: { id } } });
    const counts = database.kysely.selectFrom('order_counts').selectAll().where('user_id', '=', 'rahim');
    expect(await counts.execute()).toEqual([]);
    expect(await orders.admin.change(id, { change: 'cancel' }, BY)).toMatchObject({ ok: true });
    expect(await mailed()).toEqual([PLACED]);
  });
});
