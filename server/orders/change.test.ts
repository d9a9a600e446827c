import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderChange } from '../../domain/orders/changes.ts';
import type { OperatorOrder } from '../../domain/orders/order.ts';
import { refused } from '../../domain/outcome.ts';
import { CANCEL_REASONS } from '../../domain/orders/reasons.ts';
import { ORDER_STAGES } from '../../domain/orders/stages.ts';
import { toPoisha } from '../../domain/money.ts';
import { formatAmount } from '../../domain/orders/pricing.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { catalogueRow, exampleProduct, exampleShipping, SHIPPING } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { USUAL_FEE } from '../../test/support/usual-fee.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { countedOverview, countedStatuses } from '../../test/support/stored-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { createFigures } from '../figures/figures.ts';
import { dayInDhaka, shortDay } from '../../base/dates.ts';
import { dayAfter, deliveryDays } from '../../domain/orders/delivery.ts';
import { entryWords } from '../../domain/orders/history.ts';
import { deliveryRulesOf, settingsWith } from '../../domain/shop/settings.ts';
import { expectedText } from '../../messages/change-text.ts';
import { TEXTS } from '../../messages/texts.ts';
import type { Orders } from './orders.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';

const BY = 'nusrat@example.com';
const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const PRODUCTS = ['rui', 'alu', 'dim'].map((id, at) =>
  exampleProduct({ id, name: `Name of ${id}`, price: 100 + at * 45.5, discount: at === 1 ? '10' : '0' }),
);

const BOTH = { rui: 2, alu: 1 };

/** The lines of an order, by product. */
const lines = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(([id, quantity]) => ({ id, quantity }));

/** What a customer sends, by product. */
const request = (quantities: Record<string, number>) =>
  placeRequest(
    ...lines(quantities).map(
      ({ id, quantity }) => [PRODUCTS.find((product) => product.id === id) ?? exampleProduct(), quantity] as const,
    ),
  );

describeWithDatabase('changing an order', ({ open }) => {
  let database: Database;
  let orders: Orders;

  beforeAll(async () => {
    database = await open();
    orders = usualOrders(database, { mails: orderMails() });
    const { kysely } = database;
    await kysely.insertInto('users').values(AMINA).execute();
    await kysely.insertInto('riders').values({ id: 'karim', name: 'Karim', phone: '' }).execute();
  });

  beforeEach(async () => {
    await createCatalogue(database).importRows(PRODUCTS.map(catalogueRow), 'operator');
    await empty();
  });

  async function empty(): Promise<void> {
    await sql`truncate orders, order_sums, product_sums, order_counts, outbox, order_changes, blocks
      restart identity cascade`.execute(database.kysely);
  }

  const place = async (quantities: Record<string, number> = BOTH): Promise<OperatorOrder> =>
    (await shown(valueOf(await orders.place(AMINA, request(quantities))).id)).order;

  const shown = async (id: string) => valueOf(await orders.admin.show(id));

  const change = (id: string, asked: OrderChange, options = {}) => orders.admin.change(id, asked, BY, options);
  const mails = async () => {
    const rows = await database.kysely
      .selectFrom('outbox')
      .select(['subject', 'body_text', sql<boolean>`next_attempt_at > now()`.as('waits')])
      .orderBy('id')
      .execute();
    return rows.slice(1);
  };

  test('an undo puts back what was, and the mail that waited is not sent', async () => {
    const { id } = await place();
    await change(id, { change: 'stage', stage: 'packed' });
    const became = (status: string) => ({ ok: true, value: { status, stage: 'packed' } });
    expect(await change(id, { change: 'deliver' })).toMatchObject(became('delivered'));
    expect(await mails()).toMatchObject([{ waits: true }]);
    expect(await change(id, { change: 'undo' })).toMatchObject(became('pending'));
    expect(await mails()).toEqual([]);
    expect(await change(id, { change: 'undo' })).toMatchObject({ value: { stage: 'new' } });
    expect(await change(id, { change: 'undo' })).toEqual(refused(409, { code: 'too-late' }));
    // Nothing of it is in what the customer sees.
    expect(valueOf(await orders.history(AMINA, id))).toMatchObject([{ kind: 'status', to: 'pending' }]);
  });

  test('an undo after its time is refused; set back, the customer is told', async () => {
    const { id } = await place();
    await change(id, { change: 'cancel', reason: 'out-of-stock' });
    const { kysely } = database;
    await sql`update order_history set at = at - interval '20 seconds' where change = 'cancel'`.execute(kysely);
    expect(await change(id, { change: 'undo' })).toEqual(refused(409, { code: 'too-late' }));
    const back = await change(id, { change: 'set-back', reason: 'Wrong order' });
    expect(back).toMatchObject({ value: { status: 'pending', reason: null } });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Your order #${id.slice(0, 6)} is canceled`,
      `Your order #${id.slice(0, 6)} is open again`,
    ]);
    expect(valueOf(await orders.history(AMINA, id))).toMatchObject([
      {},
      { kind: 'status', to: 'canceled', reason: 'out-of-stock' },
      { kind: 'set-back' },
    ]);
  });

  test('an edit keeps the prices of what was ordered, and tells what changed and what is to be paid', async () => {
    const { id } = await place();
    await createCatalogue(database).change('rui', { price: 200 }, { by: 'operator' });
    await createCatalogue(database).change('dim', { price: 50 }, { by: 'operator' });
    const reason = 'She rang';
    const edited = await change(id, { change: 'edit', items: lines({ rui: 1, dim: 3 }), reason });
    const totals = { subTotal: 250, shippingCost: 60, totalCost: 310 };
    expect(edited).toMatchObject({
      ok: true,
      value: { ...totals, orderItems: [{ price: 100 }, { price: 50 }] },
    });
    const [, event] = valueOf(await orders.history(AMINA, id));
    expect(event).toMatchObject({ kind: 'edit', difference: -81, reason });
    expect(event?.kind === 'edit' && event.lines.map(({ id, from, to }) => `${id} ${from} ${to}`)).toEqual([
      'rui 2 1',
      'alu 1 0',
      'dim 0 3',
    ]);
    const [mail] = await mails();
    for (const text of ['1 × Name of rui instead of 2', 'Tk 81 less', reason, 'Total: Tk 310.0'])
      expect(mail?.body_text).toContain(text);
  });

  test('an order is moved to another day with deliveries, and its customer is told', async () => {
    const { id, deliveryDay: first } = await place();
    const rules = deliveryRulesOf(settingsWith({}));
    const [day = '', later = ''] = deliveryDays(dayAfter(first ?? ''), rules);
    expect(await change(id, { change: 'edit', deliveryDay: day, reason: '' })).toMatchObject({
      value: { deliveryDay: day, totalCost: 391 },
    });
    await change(id, { change: 'edit', deliveryDay: later, reason: '' });
    expect(valueOf(await orders.admin.show(id)).order.deliveryDay).toBe(later);
    const [, event] = valueOf(await orders.history(AMINA, id));
    expect(event).toMatchObject({ kind: 'edit', day, difference: 0, otherAddress: false });
    const [, entry] = valueOf(await orders.admin.show(id)).history;
    expect(entry && entryWords(entry).details).toEqual([`Day: ${shortDay(first ?? '')} → ${shortDay(day)}`]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.body_text).toContain(expectedText('en', TEXTS.en, later));
    expect(mail?.body_text).not.toContain(expectedText('en', TEXTS.en, day));
    // Not in the past, and not on a Friday.
    const bad = refused(422, { code: 'no-delivery-day' });
    for (const none of ['2026-11-01', '2099-01-02'])
      expect(await change(id, { change: 'edit', deliveryDay: none, reason: '' })).toMatchObject(bad);

    const taken = { items: lines({ rui: 1 }), shippingInfo: exampleShipping(), idempotencyKey: randomUUID() };
    expect(await orders.admin.place({ ...taken, deliveryDay: '2099-01-02' }, BY)).toMatchObject(bad);
    expect(await orders.admin.place({ ...taken, deliveryDay: later }, BY)).toMatchObject({
      value: { deliveryDay: later },
    });
    const again = await orders.admin.place({ ...taken, deliveryDay: day }, BY);
    expect(again).toMatchObject({ reason: { code: 'key-reused' } });
  });

  test('an open order says what was tried: how often, when, by whom, and why it came back', async () => {
    const { id } = await place();
    const tried = async () => (await orders.admin.list({ ids: [id] })).orders[0]?.tried;
    await change(id, { change: 'stage', stage: 'to confirm' });
    expect(await tried()).toBeUndefined();
    for (const outcome of ['no-answer', 'wrong-number'] as const) await change(id, { change: 'call', outcome });
    const called = { change: 'call', reason: 'wrong-number', times: 2, by: BY, at: expect.any(Date) };
    expect(await tried()).toEqual(called);
    expect(valueOf(await orders.admin.show(id)).tried).toEqual(called);
    await change(id, { change: 'call', outcome: 'reached' });
    expect(await tried()).toBeUndefined();

    await change(id, { change: 'rider', rider: 'karim' });
    await change(id, { change: 'return', reason: 'refused-at-door' });
    expect(await tried()).toMatchObject({ change: 'return', reason: 'refused-at-door', times: 1 });
    expect(await orders.admin.latestReturn()).toMatchObject({ id, reason: 'refused-at-door' });
    await change(id, { change: 'undo' });
    expect(await tried()).toBeUndefined();
  });

  test('edits within the time that their mail waits lead to one mail, which tells all of them', async () => {
    const { id } = await place();
    await createCatalogue(database).change('rui', { price: 200 }, { by: 'operator' });
    const edit = (quantities: Record<string, number>, street = SHIPPING.street) =>
      change(id, { change: 'edit', items: lines(quantities), shippingInfo: { street }, reason: '' });
    await edit({ rui: 2 });
    await edit({ alu: 1 });
    await edit({ rui: 1, alu: 1 }, '9 Mill Road');
    const [mail, ...others] = await mails();
    expect([others, mail?.waits]).toEqual([[], true]);
    for (const text of ['1 × Name of rui instead of 2', 'Address or contact changed', 'Tk 100 less'])
      expect(mail?.body_text).toContain(text);
    expect(mail?.body_text).not.toContain('Name of alu');

    // As it was when its customer was last told, at the price it was ordered at: there is nothing to tell.
    expect(await edit(BOTH)).toMatchObject({ value: { totalCost: 391, orderItems: [{ id: 'rui', price: 100 }, {}] } });
    expect(await mails()).toEqual([]);
    await edit({ rui: 3, alu: 1 });
    expect((await mails())[0]?.body_text).toContain('3 × Name of rui instead of 2');

    // What was sent stays said.
    await sql`update outbox set sent_at = now()`.execute(database.kysely);
    await edit({ rui: 1, alu: 1 });
    expect((await mails()).map(({ body_text }) => /\d × Name of rui instead of \d/.exec(body_text)?.[0])).toEqual([
      '3 × Name of rui instead of 2',
      '1 × Name of rui instead of 3',
    ]);
  });

  test('an edit is told where another mail has told meanwhile what the order costs', async () => {
    const { id, totalCost } = await place();
    await change(id, { change: 'edit', items: lines({ rui: 1, alu: 1 }), reason: '' });
    await change(id, { change: 'cancel', reason: 'customer-asked' });
    await change(id, { change: 'set-back', reason: 'by mistake' });
    expect((await mails()).at(-1)?.body_text).not.toContain(`Tk ${formatAmount(totalCost)}`);
    await change(id, { change: 'edit', items: lines(BOTH), reason: '' });
    expect((await mails()).at(-1)?.body_text).toContain(`Tk ${formatAmount(totalCost)}`);
  });

  test('an edit that is taken back, and has made the delivery cheaper, is told', async () => {
    const { id } = await place();
    const fee = { ...USUAL_FEE, fee: 40 };
    const cheaper = usualOrders(database, { mails: orderMails(), deliveryTo: () => ({ area: null, fee }) });
    for (const rui of [3, 2])
      await cheaper.admin.change(id, { change: 'edit', items: lines({ rui, alu: 1 }), reason: '' }, BY);
    expect(await mails()).toMatchObject([{ body_text: expect.stringContaining('Tk 20 less') }]);
  });

  test('an edit of the address alone keeps the lines and the totals, and a bad one changes nothing', async () => {
    const { id, orderItems, totalCost } = await place();
    const bad = { change: 'edit', shippingInfo: { phone: '12' }, reason: '' } as const;
    expect(await change(id, bad)).toMatchObject({ status: 422, reason: { code: 'invalid-phone' } });
    const nowhere = { ...bad, shippingInfo: { division: 'atlantis' } };
    expect(await change(id, nowhere)).toMatchObject({
      status: 422,
      reason: { code: 'not-a-choice', field: 'division' },
    });
    const good = { ...bad, shippingInfo: { phone: '০১৯১২-৩৪৫৬৭৮' } };
    const shippingInfo = { ...SHIPPING, phone: '01912345678' };
    expect(await change(id, good)).toMatchObject({ value: { orderItems, totalCost, shippingInfo, revision: 1 } });
    expect(await change(id, good)).toMatchObject({ ok: true, repeated: true, value: { revision: 1 } });
  });

  test('an edit without an address does not look at the one that is stored', async () => {
    const { id } = await place();
    await sql`update orders set shipping_info = shipping_info || '{"phone": "12", "street": ""}'`.execute(
      database.kysely,
    );
    const edit = { change: 'edit', items: lines({ rui: 1, alu: 1 }), reason: '' } as const;
    expect(await change(id, edit)).toMatchObject({ value: { shippingInfo: { phone: '12', street: '' }, revision: 1 } });
    const { deliveryDay } = (await shown(id)).order;
    const [day = ''] = deliveryDays(dayAfter(deliveryDay ?? ''), deliveryRulesOf(settingsWith({})));
    expect(await change(id, { change: 'edit', deliveryDay: day, reason: '' })).toMatchObject({
      value: { revision: 2 },
    });
    const addressed = { ...edit, shippingInfo: { phone: '01912345678' } };
    expect(await change(id, addressed)).toMatchObject({ status: 422, fields: [{ field: 'street' }] });
  });

  test('an edit against an order that changed meanwhile, or that is canceled, is refused and changes nothing', async () => {
    const { id, revision } = await place();
    const edit = (rui: number) => ({ change: 'edit', items: lines({ rui }), reason: '' }) as const;
    expect(await change(id, edit(5), { revision })).toMatchObject({ ok: true });
    const late = edit(6);
    expect(await change(id, late, { revision })).toEqual(
      refused(409, { code: 'changed-meanwhile', what: 'order' }, { now: { revision: 1 } }),
    );
    expect(await orders.cancel(AMINA, id)).toMatchObject({ ok: true, value: { status: 'canceled' } });
    expect(await change(id, late)).toEqual(refused(409, { code: 'order-status', status: 'canceled', change: 'edit' }));
    expect(valueOf(await orders.find(AMINA, id)).orderItems).toMatchObject([{ id: 'rui', quantity: 5 }]);
  });

  test('of a cancel and an edit at once, the database lets one be the first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await place();
      const edit = { change: 'edit', items: lines({ rui: 9 }), reason: '' } as const;
      const [canceled, edited] = await Promise.all([orders.cancel(AMINA, id), change(id, edit)]);
      expect(canceled).toMatchObject({ ok: true });
      const orderItems = edited.ok ? [{ quantity: 9 }] : [{ quantity: 2 }, {}];
      expect(valueOf(await orders.find(AMINA, id))).toMatchObject({ status: 'canceled', orderItems });
    }
  });

  test('a key changes an order once', async () => {
    const { id } = await place();
    const key = randomUUID();
    const deliver = { change: 'deliver', collected: 39_100 } as const;
    const answers = await Promise.all([1, 2, 3].map(() => change(id, deliver, { key })));
    expect(answers.filter((answer) => answer.ok && !answer.repeated)).toHaveLength(1);
    const value = { paymentStatus: 'paid' };
    expect(await change(id, deliver, { key })).toMatchObject({ ok: true, repeated: true, value });
    expect(await database.kysely.selectFrom('order_money').select('kind').execute()).toHaveLength(2);
  });

  test('a key is of one order and one change, whoever comes first', async () => {
    const [first, second] = [await place(), await place()];
    for (const { id } of [first, second]) await change(id, { change: 'deliver' });
    const used = refused(409, { code: 'change-key-used' });
    const key = randomUUID();
    const collect = (id: string, amount = 3_000, options = {}) =>
      change(id, { change: 'collect', amount }, { key, ...options });
    const answers = await Promise.all([collect(first.id), collect(second.id)]);
    const at = answers.findIndex(({ ok }) => ok);
    expect(answers[1 - at]).toEqual(used);
    const [mine, others] = at === 0 ? [first, second] : [second, first];
    expect(await collect(mine.id)).toMatchObject({ ok: true, repeated: true });
    expect(await collect(others.id)).toEqual(used);
    expect(await collect(mine.id, 4_000)).toEqual(used);
    expect(await collect(mine.id, 3_000, { rider: 'karim' })).toEqual(used);
    expect(await change(mine.id, { change: 'set-back', reason: 'Mistake' }, { key })).toEqual(used);
    expect((await shown(others.id)).money.collected).toBe(0);
    expect((await shown(mine.id)).money.collected).toBe(30);
  });

  test('whoever may undo only their own changes does not undo those of others', async () => {
    const { id } = await place();
    const undo = (undoesOf?: string) => change(id, { change: 'undo' }, { undoesOf });
    await change(id, { change: 'stage', stage: 'packed' });
    expect(await undo('packer@example.com')).toEqual(refused(409, { code: 'not-your-change' }));
    expect(await undo(BY)).toMatchObject({ value: { stage: 'new' } });
    await orders.admin.change(id, { change: 'stage', stage: 'packed' }, 'operator');
    expect(await undo(BY)).toMatchObject({ reason: { code: 'not-your-change' } });
    expect(await undo()).toMatchObject({ value: { stage: 'new' } });
  });

  test('a rider changes what was given to them alone', async () => {
    const { id } = await place();
    const karim = (asked: OrderChange) => change(id, asked, { rider: 'karim' });
    expect(await karim({ change: 'deliver' })).toEqual(refused(409, { code: 'not-yours', status: 'pending' }));
    expect(await change(id, { change: 'rider', rider: 'nobody' })).toEqual(
      refused(422, { code: 'unknown', what: 'rider' }),
    );
    await change(id, { change: 'rider', rider: 'karim' });
    const back = await karim({ change: 'return', reason: 'not-reachable' });
    expect(back).toMatchObject({ value: { rider: null, stage: 'packed' } });
    expect(await karim({ change: 'undo' })).toMatchObject({ value: { rider: 'karim', stage: 'with rider' } });
  });

  test('a new number’s large order waits for a call; one that has taken an order before does not', async () => {
    const careful = usualOrders(database, { confirmFrom: () => 300 });
    const placeLarge = async () => (await shown(valueOf(await careful.place(AMINA, request({ rui: 3 }))).id)).order;
    const { id, stage } = await placeLarge();
    expect(stage).toBe('to confirm');
    for (const [outcome, next] of [
      ['no-answer', 'to confirm'],
      ['reached', 'new'],
    ] as const)
      expect(await change(id, { change: 'call', outcome })).toMatchObject({ value: { stage: next } });
    await change(id, { change: 'deliver' });
    expect(await placeLarge()).toMatchObject({ stage: 'new' });
    expect(await shown(id)).toMatchObject({ phone: { taken: 1, refused: 0 } });
  });

  test('an operator places an order by phone once, also for who is blocked', async () => {
    const block = { reason: 'False orders', author: BY, user_id: null, phone: SHIPPING.phone };
    await database.kysely.insertInto('blocks').values(block).execute();
    expect(await orders.place(AMINA, request({ rui: 1 }))).toEqual(refused(403, { code: 'blocked' }));
    const items = lines({ rui: 1 });
    const byPhone = { idempotencyKey: randomUUID(), items, shippingInfo: SHIPPING, note: 'Ring twice' };
    const value = { source: 'phone', stage: 'new', shippingInfo: { name: SHIPPING.name } };
    for (const repeated of [false, true])
      expect(await orders.admin.place(byPhone, BY)).toMatchObject({ ok: true, repeated, value });
    expect(await orders.admin.place({ ...byPhone, note: '' }, BY)).toEqual(refused(409, { code: 'key-reused' }));
  });

  const amount = fc.integer({ min: 0, max: 50_000 });
  const asked: fc.Arbitrary<OrderChange> = fc.oneof(
    fc.record({ change: fc.constant('deliver' as const), collected: fc.option(amount, { nil: undefined }) }),
    fc.record({ change: fc.constant('cancel' as const), reason: fc.constantFrom(...CANCEL_REASONS, undefined) }),
    fc.record({ change: fc.constant('stage' as const), stage: fc.constantFrom(...ORDER_STAGES) }),
    fc.record({ change: fc.constant('rider' as const), rider: fc.constantFrom('karim', null) }),
    fc.record({ change: fc.constant('return' as const), reason: fc.constantFrom(...CANCEL_REASONS) }),
    fc.record({ change: fc.constant('set-back' as const), reason: fc.constant('Mistake') }),
    fc.record({ change: fc.constant('undo' as const) }),
    fc.record({ change: fc.constant('collect' as const), amount }),
    fc.record({ change: fc.constant('give-back' as const), amount, reason: fc.constant('Broken') }),
    fc.record({
      change: fc.constant('edit' as const),
      items: fc.uniqueArray(
        fc.record({ id: fc.constantFrom('rui', 'alu', 'dim'), quantity: fc.integer({ min: 1, max: 9 }) }),
        { selector: ({ id }) => id, minLength: 1 },
      ),
      shippingInfo: fc.option(fc.record({ division: fc.constantFrom('dhaka', 'khulna') }), { nil: undefined }),
      reason: fc.constant(''),
    }),
  );

  test('after any changes money, figures, counts, history and mails agree', async () => {
    const figures = createFigures(database);
    const today = dayInDhaka(new Date());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), asked, fc.boolean()), { maxLength: 14 }), async (steps) => {
        await empty();
        const placed = [await place(), await place({ dim: 4 }), await place()];
        for (const [at, one, isFollowed] of steps) {
          await change(placed[at]?.id ?? '', one);
          if (isFollowed) await figures.statusCounts();
        }
        expect(await figures.statusCounts()).toEqual(await countedStatuses(database));
        expect(await figures.overview(7, today)).toMatchObject(await countedOverview(database, 7, today));
        expect(await orders.counts(AMINA)).toEqual(await countedStatuses(database));
        for (const { id } of placed) await explained(id);
      }),
      { numRuns: 12 },
    );
  });

  /** Its history, read back from what the order is, begins with a pending order; so do its entries of money. */
  async function explained(id: string): Promise<void> {
    const { order, history } = await shown(id);
    const lines = new Map(order.orderItems.map(({ id: product, quantity }) => [product, quantity]));
    let { status, totalCost: total }: { status: string | null; totalCost: number } = order;
    for (const { from, to, details } of history.toReversed()) {
      expect(to).toBe(status);
      status = from;
      for (const line of details.lines ?? []) {
        expect(lines.get(line.id) ?? 0).toBe(line.to);
        if (line.from === 0) lines.delete(line.id);
        else lines.set(line.id, line.from);
      }
      const [before, after] = details.total ?? [total, total];
      expect(after).toBe(total);
      total = before;
    }
    expect(status).toBeNull();
    expect([...lines.values()].every((quantity) => quantity > 0)).toBe(true);

    const { rows } = await sql<Record<'due' | 'collected' | 'back' | 'mails', number>>`
      select coalesce(sum(amount_poisha) filter (where kind = 'to collect'), 0)::bigint as due,
        coalesce(sum(amount_poisha) filter (where kind = 'collected'), 0)::bigint as collected,
        coalesce(sum(amount_poisha) filter (where kind = 'given back'), 0)::bigint as back,
        (select count(*) from outbox join order_history on order_history.id = history_id
          where order_history.order_number = orders.number
            and exists (select from order_history as later where later.undoes = order_history.id)) as mails
      from orders left join order_money on order_number = number where orders.id = ${id} group by orders.number`.execute(
      database.kysely,
    );
    const { due = 0, collected = 0, back = 0, mails: undone = 0 } = rows[0] ?? {};
    const isDelivered = order.status === 'delivered';
    expect(due).toBe(isDelivered ? toPoisha(order.totalCost) : 0);
    expect(isDelivered || (collected === 0 && back === 0)).toBe(true);
    expect(back).toBeLessThanOrEqual(collected);
    expect(order.paymentStatus).toBe(isDelivered && collected >= due ? 'paid' : 'unpaid');
    expect(undone).toBe(0);
  }
});
