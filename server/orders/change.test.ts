import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlaceOrder } from '../../domain/orders/place-order.ts';
import type { AskedChange } from '../../domain/orders/read-change.ts';
import type { OperatorOrder } from '../../domain/orders/order.ts';
import { CANCEL_REASONS } from '../../domain/orders/reasons.ts';
import { ORDER_STAGES } from '../../domain/orders/stages.ts';
import { toPoisha } from '../../domain/catalogue/money.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct, SHIPPING } from '../../test/support/factories.ts';
import { totalsOf } from '../../domain/orders/pricing.ts';
import { USUAL_FEE } from '../../test/support/usual-fee.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { countedOverview, countedStatuses } from '../../test/support/stored-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { createFigures } from '../figures/figures.ts';
import { dayInDhaka } from '../../base/dates.ts';
import { createOrders, type Orders } from './orders.ts';

const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const PRODUCTS = ['rui', 'alu', 'dim'].map((id, at) =>
  exampleProduct({ id, name: `Name of ${id}`, price: 100 + at * 45.5, discount: at === 1 ? '10' : '0' }),
);

const order = (fields: Pick<PlaceOrder, 'items' | 'expectedTotal'>): PlaceOrder => ({
  idempotencyKey: randomUUID(),
  shippingInfo: SHIPPING,
  paymentMethod: 'cashon',
  ...fields,
});

const productOf = (id: string) => PRODUCTS.find((product) => product.id === id) ?? exampleProduct();

describeWithDatabase('changing an order', ({ open }) => {
  let database: Database;
  let orders: Orders;

  beforeAll(async () => {
    database = await open();
    orders = createOrders(database, { mails: orderMails() });
    const { kysely } = database;
    await kysely.insertInto('users').values(AMINA).execute();
    await kysely.insertInto('riders').values({ id: 'karim', name: 'Karim', phone: '' }).execute();
  });

  beforeEach(async () => {
    const { kysely } = database;
    await createCatalogue(database).importRows(PRODUCTS.map(catalogueRow));
    await sql`truncate orders, order_sums, product_sums, order_counts, outbox, order_changes restart identity cascade`.execute(
      kysely,
    );
  });

  async function place(
    items = [
      { id: 'rui', quantity: 2 },
      { id: 'alu', quantity: 1 },
    ],
  ): Promise<OperatorOrder> {
    const lines = items.map(({ id, quantity }) => ({ ...productOf(id), quantity }));
    const placed = await orders.place(AMINA, order({ items, expectedTotal: totalsOf(lines, USUAL_FEE).totalCost }));
    if (placed.kind !== 'placed') throw new Error(placed.kind);
    return shown(placed.order.id).then(({ order }) => order);
  }

  async function shown(id: string) {
    const found = await orders.admin.show(id);
    if (!found) throw new Error(`there is no order ${id}`);
    return found;
  }

  const change = (id: string, asked: AskedChange, options = {}) =>
    orders.admin.change(id, asked, 'nusrat@example.com', options);
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
    expect(await change(id, { change: 'deliver' })).toMatchObject({
      kind: 'changed',
      order: { status: 'delivered', stage: 'packed' },
    });
    expect(await mails()).toMatchObject([{ waits: true }]);
    expect(await change(id, { change: 'undo' })).toMatchObject({
      kind: 'changed',
      order: { status: 'pending', stage: 'packed' },
    });
    expect(await mails()).toEqual([]);
    expect(await change(id, { change: 'undo' })).toMatchObject({ order: { stage: 'new' } });
    expect(await change(id, { change: 'undo' })).toMatchObject({ kind: 'refused', code: 'too-late' });
    // Nothing of it is in what the customer sees.
    expect(await orders.history(AMINA, id)).toMatchObject([{ kind: 'status', to: 'pending' }]);
  });

  test('an undo after its time is refused; set back, the customer is told', async () => {
    const { id } = await place();
    await change(id, { change: 'cancel', reason: 'out-of-stock' });
    await sql`update order_history set at = at - interval '20 seconds' where change = 'cancel'`.execute(
      database.kysely,
    );
    expect(await change(id, { change: 'undo' })).toMatchObject({ kind: 'refused', code: 'too-late' });
    expect(await change(id, { change: 'set-back', reason: 'Wrong order' })).toMatchObject({
      order: { status: 'pending', reason: null },
    });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      `Your order #${id.slice(0, 6)} is canceled`,
      `Your order #${id.slice(0, 6)} is open again`,
    ]);
    expect(await orders.history(AMINA, id)).toMatchObject([
      {},
      { kind: 'status', to: 'canceled', reason: 'out-of-stock' },
      { kind: 'set-back' },
    ]);
  });

  test('an edit keeps the prices of what was ordered, and tells what changed and what is to be paid', async () => {
    const { id } = await place();
    await createCatalogue(database).change('rui', { price: 200 });
    await createCatalogue(database).change('dim', { price: 50 });
    const edited = await change(id, {
      change: 'edit',
      items: [
        { id: 'rui', quantity: 1 },
        { id: 'dim', quantity: 3 },
      ],
      reason: 'She rang',
    });
    expect(edited).toMatchObject({
      kind: 'changed',
      order: {
        subTotal: 250,
        shippingCost: 60,
        totalCost: 310,
        orderItems: [
          { id: 'rui', price: 100 },
          { id: 'dim', price: 50 },
        ],
      },
    });
    const [, event] = (await orders.history(AMINA, id)) ?? [];
    expect(event).toMatchObject({
      kind: 'edit',
      difference: -81,
      reason: 'She rang',
      lines: [
        { id: 'rui', from: 2, to: 1 },
        { id: 'alu', from: 1, to: 0 },
        { id: 'dim', from: 0, to: 3 },
      ],
    });
    const [mail] = await mails();
    expect(mail?.body_text).toContain('1 × Name of rui instead of 2');
    expect(mail?.body_text).toContain('Tk 81 less');
    expect(mail?.body_text).toContain('Total: Tk 310.0');
  });

  test('edits within the time that their mail waits lead to one mail, which tells all of them', async () => {
    const { id } = await place();
    await createCatalogue(database).change('rui', { price: 200 });
    const edit = (rui: number, alu: number, street = SHIPPING.street) => {
      const items = Object.entries({ rui, alu }).flatMap(([product, quantity]) =>
        quantity === 0 ? [] : [{ id: product, quantity }],
      );
      return change(id, { change: 'edit', items, shippingInfo: { street }, reason: '' });
    };
    await edit(2, 0);
    await edit(0, 1);
    await edit(1, 1, '9 Mill Road');
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.waits).toBe(true);
    expect(mail?.body_text).toContain('1 × Name of rui instead of 2');
    expect(mail?.body_text).not.toContain('Name of alu');
    expect(mail?.body_text).toContain('Address or contact changed');
    expect(mail?.body_text).toContain('Tk 100 less');

    // As it was when its customer was last told, at the price it was ordered at: there is nothing to tell.
    expect(await edit(2, 1)).toMatchObject({ order: { totalCost: 391, orderItems: [{ id: 'rui', price: 100 }, {}] } });
    expect(await mails()).toEqual([]);
    await edit(3, 1);
    expect((await mails())[0]?.body_text).toContain('3 × Name of rui instead of 2');

    // What was sent stays said.
    await sql`update outbox set sent_at = now()`.execute(database.kysely);
    await edit(1, 1);
    expect((await mails()).map(({ body_text }) => /\d × Name of rui instead of \d/.exec(body_text)?.[0])).toEqual([
      '3 × Name of rui instead of 2',
      '1 × Name of rui instead of 3',
    ]);
  });

  test('an edit that is taken back, and has made the delivery cheaper, is told', async () => {
    const { id } = await place();
    const fee = { ...USUAL_FEE, fee: 40 };
    const cheaper = createOrders(database, { mails: orderMails(), deliveryTo: () => ({ area: null, fee }) });
    for (const quantity of [3, 2]) {
      const items = [
        { id: 'rui', quantity },
        { id: 'alu', quantity: 1 },
      ];
      await cheaper.admin.change(id, { change: 'edit', items, reason: '' });
    }
    const told = await mails();
    expect(told).toHaveLength(1);
    expect(told[0]?.body_text).toContain('Tk 20 less');
  });

  test('an edit of the address alone keeps the lines and the totals, and a bad one changes nothing', async () => {
    const { id, orderItems, totalCost } = await place();
    const bad = { change: 'edit', shippingInfo: { phone: '12' }, reason: '' } as const;
    expect(await change(id, bad)).toMatchObject({ kind: 'bad-edit', reason: { code: 'invalid-phone' } });
    const good = { ...bad, shippingInfo: { phone: '০১৯১২-৩৪৫৬৭৮' } };
    const shippingInfo = { ...SHIPPING, phone: '01912345678' };
    expect(await change(id, good)).toMatchObject({ order: { orderItems, totalCost, shippingInfo, revision: 1 } });
    expect(await change(id, good)).toMatchObject({ kind: 'changed', repeated: true, order: { revision: 1 } });
  });

  test('an edit against an order that changed meanwhile, or that is canceled, is refused and changes nothing', async () => {
    const { id, revision } = await place();
    const items = [{ id: 'rui', quantity: 5 }];
    expect(await change(id, { change: 'edit', items, reason: '' }, { revision })).toMatchObject({ kind: 'changed' });
    const late = { change: 'edit', items: [{ id: 'rui', quantity: 6 }], reason: '' } as const;
    expect(await change(id, late, { revision })).toMatchObject({ kind: 'conflict' });
    expect(await orders.cancel(AMINA, id)).toMatchObject({ kind: 'changed', order: { status: 'canceled' } });
    expect(await change(id, late)).toMatchObject({ kind: 'refused', code: 'status' });
    expect((await orders.find(AMINA, id))?.orderItems).toMatchObject([{ id: 'rui', quantity: 5 }]);
  });

  test('of a cancel and an edit at once, the database lets one be the first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await place();
      const edit = { change: 'edit', items: [{ id: 'rui', quantity: 9 }], reason: '' } as const;
      const [canceled, edited] = await Promise.all([orders.cancel(AMINA, id), change(id, edit)]);
      expect(canceled).toMatchObject({ kind: 'changed' });
      const quantity = edited.kind === 'changed' ? 9 : 2;
      expect(await orders.find(AMINA, id)).toMatchObject({
        status: 'canceled',
        orderItems: [{ quantity }, ...(quantity === 2 ? [{}] : [])],
      });
    }
  });

  test('a key changes an order once', async () => {
    const { id } = await place();
    const key = randomUUID();
    const deliver = { change: 'deliver', collected: 39_100 } as const;
    const answers = await Promise.all([
      change(id, deliver, { key }),
      change(id, deliver, { key }),
      change(id, deliver, { key }),
    ]);
    expect(answers.filter((answer) => answer.kind === 'changed' && !answer.repeated)).toHaveLength(1);
    expect(await change(id, deliver, { key })).toMatchObject({
      kind: 'changed',
      repeated: true,
      order: { paymentStatus: 'paid' },
    });
    expect(await database.kysely.selectFrom('order_money').select('kind').execute()).toHaveLength(2);
  });

  test('a rider changes what was given to them alone', async () => {
    const { id } = await place();
    expect(await change(id, { change: 'deliver' }, { rider: 'karim' })).toMatchObject({
      kind: 'refused',
      code: 'not-yours',
    });
    expect(await change(id, { change: 'rider', rider: 'nobody' })).toEqual({ kind: 'unknown-rider' });
    await change(id, { change: 'rider', rider: 'karim' });
    expect(await change(id, { change: 'return', reason: 'not-reachable' }, { rider: 'karim' })).toMatchObject({
      order: { rider: null, stage: 'packed' },
    });
    expect(await change(id, { change: 'undo' }, { rider: 'karim' })).toMatchObject({
      order: { rider: 'karim', stage: 'with rider' },
    });
  });

  test('a new number’s large order waits for a call; one that has taken an order before does not', async () => {
    const careful = createOrders(database, { confirmFrom: () => 300 });
    const placeLarge = () => careful.place(AMINA, order({ items: [{ id: 'rui', quantity: 3 }], expectedTotal: 360 }));
    const stageOf = async (placed: Awaited<ReturnType<typeof placeLarge>>) =>
      placed.kind === 'placed' ? (await orders.admin.show(placed.order.id))?.order : undefined;
    const first = await stageOf(await placeLarge());
    expect(first).toMatchObject({ stage: 'to confirm' });
    const id = first?.id ?? '';
    expect(await change(id, { change: 'call', outcome: 'no-answer' })).toMatchObject({
      order: { stage: 'to confirm' },
    });
    expect(await change(id, { change: 'call', outcome: 'reached' })).toMatchObject({ order: { stage: 'new' } });
    await change(id, { change: 'deliver' });
    expect(await stageOf(await placeLarge())).toMatchObject({ stage: 'new' });
    expect(await orders.admin.show(id)).toMatchObject({ phone: { taken: 1, refused: 0 } });
  });

  test('who is blocked, by account or phone and until a time, places no order', async () => {
    const { kysely } = database;
    const placeSmall = () => orders.place(AMINA, order({ items: [{ id: 'rui', quantity: 1 }], expectedTotal: 160 }));
    const block = { reason: 'False orders', author: 'nusrat@example.com' };
    await kysely
      .insertInto('blocks')
      .values({ ...block, phone: SHIPPING.phone.replace(/^\+88/, ''), user_id: null })
      .execute();
    expect(await placeSmall()).toEqual({ kind: 'blocked' });
    const items = [{ id: 'rui', quantity: 1 }];
    const byPhone = { idempotencyKey: randomUUID(), items, shippingInfo: SHIPPING, note: 'Ring twice' };
    const made = { source: 'phone', stage: 'new', shippingInfo: { name: SHIPPING.name } };
    expect(await orders.admin.place(byPhone)).toMatchObject({ kind: 'placed', repeated: false, order: made });
    expect(await orders.admin.place(byPhone)).toMatchObject({ kind: 'placed', repeated: true, order: made });
    expect(await orders.admin.place({ ...byPhone, note: '' })).toEqual({ kind: 'key-reused' });
    await kysely
      .updateTable('blocks')
      .set({ until: new Date(Date.now() - 1_000) })
      .execute();
    expect(await placeSmall()).toMatchObject({ kind: 'placed' });
    await kysely
      .insertInto('blocks')
      .values({ ...block, phone: null, user_id: AMINA.id })
      .execute();
    expect(await placeSmall()).toEqual({ kind: 'blocked' });
    await kysely.deleteFrom('blocks').execute();
  });

  const amount = fc.integer({ min: 0, max: 50_000 });
  const asked: fc.Arbitrary<AskedChange> = fc.oneof(
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
        await sql`truncate orders, order_sums, product_sums, order_counts, outbox, order_changes restart identity cascade`.execute(
          database.kysely,
        );
        const placed = [await place(), await place([{ id: 'dim', quantity: 4 }]), await place()];
        for (const [at, one, isFollowed] of steps) {
          await change(placed[at]?.id ?? '', one);
          if (isFollowed) await figures.statusCounts();
        }
        expect(await figures.statusCounts()).toEqual(await countedStatuses(database));
        const { perDay, topProducts, divisions } = await figures.overview(7, today);
        const counted = await countedOverview(database, 7, today);
        expect({ perDay, topProducts, divisions }).toEqual({
          perDay: counted.perDay,
          topProducts: counted.topProducts,
          divisions: counted.divisions,
        });
        const own = await orders.counts(AMINA);
        expect(own).toEqual(await countedStatuses(database));
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
