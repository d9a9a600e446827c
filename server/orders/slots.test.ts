import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { dayAfter } from '../../domain/orders/delivery.ts';
import { entryWords } from '../../domain/orders/history.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import type { OperatorOrder } from '../../domain/orders/order.ts';
import type { Slot, SlotRule } from '../../domain/shop/slots.ts';
import { deliveryRulesOf, settingsWith, WEEKDAYS } from '../../domain/shop/settings.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { catalogueRow, exampleProduct, exampleShipping } from '../../test/support/factories.ts';
import { orderMails } from '../../test/support/order-mails.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { usualOrders } from '../../test/support/usual-orders.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import type { Orders } from './orders.ts';

const BY = 'nusrat@example.com';
const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const RUI = exampleProduct({ id: 'rui', price: 380 });

const TODAY = dayInDhaka(new Date());
const [DAY, LATER, THIRD] = [1, 2, 3].map((days) => dayAfter(TODAY, days)) as [string, string, string];
/** Of each day one for two orders, which closes at the midnight before. */
const EVENING: SlotRule = { days: WEEKDAYS, from: '17:00', to: '20:00', orders: 2, closes: 17 * 60 };
const at = (day: string, from = '17:00', to = '20:00'): Slot => ({ day, from, to });
const full = (...slots: unknown[]) => ({ ok: false, status: 409, reason: { code: 'slot-full' }, now: { slots } });

describeWithDatabase('delivery times', ({ open }) => {
  let database: Database;
  let orders: Orders;
  let slots: SlotRule[];

  beforeAll(async () => {
    database = await open();
    const settings = () => settingsWith({ deliveryDays: WEEKDAYS, slots });
    orders = usualOrders(database, {
      delivery: () => deliveryRulesOf(settings()),
      slots: () => slots,
      mails: orderMails(),
    });
    await database.kysely.insertInto('users').values(AMINA).execute();
    await createCatalogue(database).importRows([RUI].map(catalogueRow), 'operator');
  });

  beforeEach(async () => {
    slots = [EVENING];
    await sql`truncate orders, slot_orders, order_changes, order_counts, outbox restart identity cascade`.execute(
      database.kysely,
    );
  });

  const place = (slot?: Omit<Slot, 'to'>) => orders.place(AMINA, { ...placeRequest([RUI, 1]), slot });
  const placed = async (slot?: Slot): Promise<OperatorOrder> =>
    valueOf(await orders.admin.show(valueOf(await place(slot)).id)).order;
  const change = (id: string, asked: OrderChange) => orders.admin.change(id, asked, BY);
  const left = async () => (await orders.slots()).map((slot) => slot.left);

  /** What the rows of orders say. */
  async function counted(): Promise<void> {
    const { rows } = await sql<{ wrong: number }>`
      select count(*)::integer as wrong from slot_orders where orders <> (
        select count(*) from orders where delivery_day = day and orders.slot_from = slot_orders.slot_from and status <> 'canceled')`.execute(
      database.kysely,
    );
    expect(rows).toEqual([{ wrong: 0 }]);
  }

  test('an order has the chosen one, or the first that is free', async () => {
    expect(await placed(at(LATER))).toMatchObject({ deliveryDay: LATER, slot: at(LATER) });
    for (const day of [DAY, DAY, LATER, THIRD]) expect(valueOf(await place())).toMatchObject({ slot: at(day) });
    expect(await left()).toEqual([0, 0, 1, 2]);
    expect((await orders.list(AMINA)).orders[0]).toMatchObject({ slot: at(THIRD) });
    const mails = await database.kysely.selectFrom('outbox').select('body_text').execute();
    expect(mails[0]?.body_text).toContain(', 5 PM–8 PM');
    await counted();
  });

  test('one that is full, closed or unknown is refused with the free ones', async () => {
    await place(at(DAY));
    await place(at(DAY));
    const free = [LATER, THIRD, dayAfter(THIRD)].map((day) => at(day));
    expect(await place(at(DAY))).toMatchObject(full(...free));
    expect(await place(at(TODAY))).toMatchObject(full(...free));
    expect(await place({ day: LATER, from: '18:00' })).toMatchObject(full(...free));
    // Beyond what customers can choose.
    expect(await place(at(dayAfter(THIRD, 5)))).toMatchObject(full(...free));
    expect(await left()).toEqual([0, 2, 2, 2]);
  });

  test('takes exactly so many of 40 orders that come at once, and again what becomes free between them', async () => {
    slots = [{ ...EVENING, orders: 7 }];
    const answers = await Promise.all(Array.from({ length: 40 }, () => place(at(DAY))));
    const made = answers.flatMap((answer) => (answer.ok ? answer.value : []));
    expect(made).toHaveLength(7);
    const refusals = answers.filter(({ ok }) => !ok);
    expect(refusals).toHaveLength(33);
    for (const answer of refusals) expect(answer).toMatchObject(full(at(LATER), at(THIRD), at(dayAfter(THIRD))));
    await counted();

    // Two are canceled, one is moved away, and one comes back, while others want their places.
    const [first, second, third] = made;
    const more = await Promise.all([
      change(first?.id ?? '', { change: 'cancel' }),
      ...Array.from({ length: 8 }, () => place(at(DAY))),
      orders.cancel(AMINA, second?.id ?? ''),
      change(third?.id ?? '', { change: 'edit', slot: at(LATER) }),
      ...Array.from({ length: 8 }, () => place(at(DAY))),
    ]);
    expect(more.filter(({ ok }) => !ok).length).toBeGreaterThanOrEqual(13);
    await counted();
    for (let free = (await left())[0] ?? 0; free > 0; free -= 1) await placed(at(DAY));
    expect(await place(at(DAY))).toMatchObject({ status: 409 });
    expect((await left()).slice(0, 2)).toEqual([0, 6]);
  });

  test('fifty orders without a wish fill one after the other', async () => {
    slots = [{ ...EVENING, orders: 10 }];
    const answers = await Promise.all(Array.from({ length: 50 }, () => place()));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(40);
    expect(answers.find(({ ok }) => !ok)).toMatchObject(full());
    expect(await left()).toEqual([0, 0, 0, 0]);
  });

  test('moves that cross each other never wait for each other', async () => {
    slots = [{ ...EVENING, orders: 20 }];
    const [here, there] = await Promise.all(
      [DAY, LATER].map((day) => Promise.all(Array.from({ length: 6 }, () => placed(at(day))))),
    );
    const moves = [...(here ?? []).map(({ id }) => [id, LATER]), ...(there ?? []).map(({ id }) => [id, DAY])];
    const answers = await Promise.all(
      moves.map(([id = '', day = '']) => change(id, { change: 'edit', slot: at(day) })),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect((await left()).slice(0, 2)).toEqual([14, 14]);
    await counted();
  });

  test('a cancel and a move free it; an undo and a set-back take it again, or are refused', async () => {
    const [one, two] = [await placed(at(DAY)), await placed(at(DAY))];
    await change(one.id, { change: 'cancel' });
    expect(await left()).toEqual([1, 2, 2, 2]);
    expect(await change(one.id, { change: 'undo' })).toMatchObject({ ok: true, value: { slot: at(DAY) } });
    expect(await left()).toEqual([0, 2, 2, 2]);
    await change(two.id, { change: 'cancel' });
    const three = await placed(at(DAY));
    const again = { change: 'set-back', reason: 'A mistake' } as const;
    expect(await change(two.id, again)).toMatchObject(full(at(LATER), at(THIRD), at(dayAfter(THIRD))));
    expect(await change(three.id, { change: 'edit', slot: at(DAY) })).toMatchObject({ repeated: true });
    expect(await change(three.id, { change: 'edit', slot: at(LATER) })).toMatchObject({ value: { slot: at(LATER) } });
    expect(await change(two.id, again)).toMatchObject({ value: { slot: at(DAY) } });
    expect(await change(three.id, { change: 'edit', slot: at(DAY) })).toMatchObject({ status: 409 });
    // One that is delivered has had its place.
    await change(two.id, { change: 'deliver' });
    expect(await left()).toEqual([0, 1, 2, 2]);
    await counted();
  });

  test('moved to another day an order keeps its hours, where that day has them', async () => {
    const noon = { days: [weekdayOf(THIRD)], from: '11:00', to: '13:00', orders: 1, closes: 0 };
    slots = [{ ...EVENING, days: [DAY, LATER].map(weekdayOf) }, noon];
    const { id } = await placed(at(DAY));
    const edit = (asked: object) => change(id, { change: 'edit', ...asked });
    expect(await edit({ deliveryDay: LATER })).toMatchObject({ value: { deliveryDay: LATER, slot: at(LATER) } });
    await edit({ slot: at(THIRD, '11:00') });
    const [, , entry] = valueOf(await orders.admin.show(id)).history;
    expect(entry && entryWords(entry).details[0]).toMatch(/^Day: .* 17:00-20:00 → .* 11:00-13:00$/);
    expect(await place(at(THIRD, '11:00'))).toMatchObject({ status: 409 });
    const without = valueOf(await edit({ deliveryDay: LATER }));
    expect([without.deliveryDay, 'slot' in without]).toEqual([LATER, false]);
    expect(await edit({ slot: at(DAY), deliveryDay: LATER })).toMatchObject({ status: 422 });
    await counted();
  });

  test('a smaller number, and a time that is no more, harm no order that has it', async () => {
    const { id } = await placed(at(DAY));
    await placed(at(DAY));
    slots = [{ ...EVENING, orders: 1 }];
    expect((await left())[0]).toBe(0);
    const shippingInfo = { street: 'House 2' };
    expect(await change(id, { change: 'edit', shippingInfo })).toMatchObject({ value: { slot: at(DAY) } });
    slots = [];
    expect(await change(id, { change: 'cancel' })).toMatchObject({ ok: true });
    expect(await change(id, { change: 'undo' })).toMatchObject({ value: { slot: at(DAY) } });
    await counted();
  });

  test('an order on the phone is held to the places too', async () => {
    const taken = (more: object) =>
      orders.admin.place(
        {
          items: [{ id: 'rui', quantity: 1 }],
          shippingInfo: exampleShipping(),
          idempotencyKey: randomUUID(),
          ...more,
        },
        BY,
      );
    expect(await taken({})).toMatchObject({ value: { slot: at(DAY) } });
    // On a day for which none can be chosen any more it has none.
    expect('slot' in valueOf(await taken({ deliveryDay: TODAY }))).toBe(false);
    expect(await taken({ slot: at(TODAY) })).toMatchObject({ status: 409 });
    expect(await taken({ deliveryDay: DAY })).toMatchObject({ value: { slot: at(DAY) } });
    expect(await taken({ deliveryDay: DAY })).toMatchObject(full(at(LATER), at(THIRD), at(dayAfter(THIRD))));
    expect(await taken({ deliveryDay: DAY, slot: at(LATER) })).toMatchObject({ status: 422 });
    expect((await orders.admin.list({ slot: '17:00', status: 'pending' })).orders).toHaveLength(2);
    expect((await orders.admin.list({ slot: '18:00', status: 'pending' })).orders).toEqual([]);
  });

  test('in a shop without any a wish counts for nothing, and an order has none', async () => {
    slots = [];
    const order = valueOf(await place(at(DAY)));
    expect('slot' in order).toBe(false);
    expect(await orders.slots()).toEqual([]);
  });

  test('a key asks for one delivery time', async () => {
    const request = placeRequest([RUI, 1]);
    const first = valueOf(await orders.place(AMINA, { ...request, slot: at(LATER) }));
    expect(await orders.place(AMINA, { ...request, slot: at(LATER) })).toMatchObject({ repeated: true, value: first });
    const other = await orders.place(AMINA, { ...request, slot: at(THIRD) });
    expect(other).toMatchObject({ reason: { code: 'key-reused' } });
  });
});

function weekdayOf(day: string): (typeof WEEKDAYS)[number] {
  return WEEKDAYS[new Date(day).getUTCDay()] ?? 'sunday';
}
