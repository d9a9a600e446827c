import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { fromPoisha, toPoisha } from '../../domain/money.ts';
import { cashCsv, type CashRow } from '../../domain/orders/cash.ts';
import { dayAfter } from '../../domain/orders/delivery.ts';
import { refused } from '../../domain/outcome.ts';
import { HOW_NAMES, type How } from '../../domain/orders/ledger.ts';
import type { OrderChange } from '../../domain/orders/changes.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { valueOf } from '../../test/support/outcome.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';
import { placeRequest } from '../../test/support/order-request.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/connect.ts';
import { createCash } from './cash.ts';
import type { Orders } from './orders.ts';
import { usualDues, usualOrders } from '../../test/support/usual-orders.ts';

const AMINA = { id: 'amina', email: 'amina@example.com', name: 'Amina', language: 'en' } as const;
const RUI = exampleProduct({ id: 'rui', price: 100.5, discount: '0' });
const BY = 'nusrat@example.com';
const TODAY = dayInDhaka(new Date());

describeWithDatabase('cash', ({ open }) => {
  let database: Database;
  let orders: Orders;
  let cash: ReturnType<typeof createCash>;

  beforeAll(async () => {
    database = await open();
    orders = usualOrders(database);
    cash = createCash({ database, orders });
    await database.kysely.insertInto('users').values(AMINA).execute();
    const riders = ['karim', 'sumi'].map((id) => ({ id, name: id, phone: '' }));
    await database.kysely.insertInto('riders').values(riders).execute();
    await createCatalogue(database).importRows([catalogueRow(RUI)], 'operator');
  });

  beforeEach(empty);

  async function empty(): Promise<void> {
    await sql`truncate orders, order_sums, product_sums, order_counts, outbox, order_changes, handovers, audit restart identity cascade`.execute(
      database.kysely,
    );
  }

  async function place(quantity = 1): Promise<{ id: string; total: number }> {
    const { id, totalCost } = valueOf(await orders.place(AMINA, placeRequest([RUI, quantity])));
    return { id, total: toPoisha(totalCost) };
  }

  const change = (id: string, asked: OrderChange) => orders.admin.change(id, asked, BY);
  const statusOf = async (id: string) => valueOf(await orders.admin.show(id)).order.paymentStatus;

  test('what was handed over, when, to whom; orders whose cash nobody has noted become paid', async () => {
    const [short, open, none] = [await place(1), await place(2), await place(3)];
    for (const { id } of [short, open]) await change(id, { change: 'rider', rider: 'karim' });
    await change(short.id, { change: 'deliver', collected: 10_000 });
    await change(open.id, { change: 'deliver' });
    await change(none.id, { change: 'deliver' });
    const before = await cash.day(TODAY);
    const money = (toCollect: number, collected: number) => ({ toCollect, collected });
    expect(before.rows).toMatchObject([
      { rider: 'karim', orders: 2, ...money(421.5, 100), difference: -321.5, toHandOver: 361, handovers: 0 },
      { rider: null, name: 'Shop till', orders: 1, ...money(361.5, 0), lastHandover: null },
    ]);
    expect(before.total).toMatchObject({ orders: 3, ...money(783, 100), difference: -683, handedOver: 0 });

    const handover = { day: TODAY, rider: 'karim', amount: 421.5, handovers: 0 };
    expect(valueOf(await cash.handOver(handover, BY)).rows[0]).toMatchObject({
      collected: 361,
      handedOver: 421.5,
      handedOverDifference: 0,
      handovers: 1,
      lastHandover: { by: BY, at: expect.any(Date) },
    });
    // Somebody has said that less was taken.
    const statuses = await Promise.all([short, open, none].map(({ id }) => statusOf(id)));
    expect(statuses).toEqual(['unpaid', 'paid', 'unpaid']);
    const row = `${TODAY},karim,2,421.50,361.00,-60.50,0.00,0.00,60.50,0.00,421.50,0.00`;
    expect(cashCsv(await cash.day(TODAY)).split('\r\n')[1]).toBe(row);
  });

  test('pressed twice, also at the same time, it is handed over once; asked for again on purpose it adds up', async () => {
    const { id } = await place();
    await change(id, { change: 'deliver' });
    const seen = { day: TODAY, rider: null, amount: 160.5, handovers: 0 };
    const pressed = await Promise.all([1, 2, 3].map(() => cash.handOver(seen, BY)));
    expect(pressed.map(({ ok }) => ok).toSorted()).toEqual([false, false, true]);
    const conflict = refused(409, { code: 'changed-meanwhile', what: 'handover' });
    expect(await cash.handOver(seen, BY)).toEqual(conflict);
    expect(await cash.handOver({ ...seen, handovers: 1, amount: -0.5 }, BY)).toMatchObject({ ok: true });
    expect(await cash.handOver({ ...seen, handovers: undefined, amount: 10 }, 'operator')).toMatchObject({ ok: true });
    expect((await cash.day(TODAY)).rows).toMatchObject([
      { collected: 160.5, handedOver: 170, handovers: 3, lastHandover: { by: 'operator' } },
    ]);
    const nobody = refused(422, { code: 'unknown', what: 'rider' });
    expect(await cash.handOver({ ...seen, rider: 'nobody' }, BY)).toEqual(nobody);
    const entries = database.kysely.selectFrom('audit').select('details').where('action', '=', 'cash.handover');
    expect((await entries.execute()).map(({ details }) => details)).toMatchObject([
      { rider: 'Shop till', amount: 160.5 },
      { amount: -0.5 },
      { amount: 10 },
    ]);
  });

  test('what is delivered after it is not closed by it, though the clock was set back', async () => {
    const handover = { day: TODAY, rider: null, amount: 0 };
    await cash.handOver(handover, BY);
    await sql`update handovers set at = at + interval '1 minute'`.execute(database.kysely);
    const { id, total } = await place();
    await change(id, { change: 'deliver' });
    await cash.handOver({ ...handover, amount: fromPoisha(total) }, BY);
    expect(await statusOf(id)).toBe('paid');
  });

  test('a delivery that was taken back and done again is recorded anew', async () => {
    const { id } = await place();
    await change(id, { change: 'deliver', collected: 0 });
    await change(id, { change: 'undo' });
    await change(id, { change: 'deliver' });
    expect((await cash.day(TODAY)).rows).toMatchObject([{ collected: 0, toHandOver: 160.5 }]);
    await cash.handOver({ day: TODAY, rider: null, amount: 160.5 }, BY);
    expect(await statusOf(id)).toBe('paid');
  });

  /** As if everything had happened a day earlier. */
  async function night(): Promise<void> {
    await sql`update order_money set day = day - 1`.execute(database.kysely);
    await sql`update handovers set day = day - 1`.execute(database.kysely);
  }

  const row = async (ago: number, rider: string | null) =>
    (await cash.day(dayAfter(TODAY, -ago))).rows.find((one) => one.rider === rider);

  test('an old debt that is paid, given back or taken back is of today’s till; the day that was handed over stays', async () => {
    const { id } = await place();
    await change(id, { change: 'rider', rider: 'karim' });
    await change(id, { change: 'deliver', collected: 10_000 });
    await cash.handOver({ day: TODAY, rider: 'karim', amount: 100 }, BY);
    await night();
    const closed = await cash.day(dayAfter(TODAY, -1));
    expect(closed.rows).toMatchObject([
      { rider: 'karim', collected: 100, difference: -60.5, shortage: 60.5, surplus: 0 },
    ]);
    await change(id, { change: 'collect', amount: 6_050 });
    expect(await statusOf(id)).toBe('paid');
    await change(id, { change: 'give-back', amount: 1_000, reason: 'Spoilt' });
    const till = {
      name: 'Shop till',
      orders: 0,
      toCollect: 0,
      collected: 60.5,
      oldDebts: 60.5,
      shortage: 0,
      givenBack: 10,
    };
    expect((await cash.day(TODAY)).rows).toMatchObject([{ rider: null, ...till, toHandOver: 50.5 }]);
    await change(id, { change: 'set-back', reason: 'Never came' });
    expect(await row(0, null)).toMatchObject({ orders: 0, toCollect: -160.5, collected: -100, givenBack: 0 });
    expect(await cash.day(dayAfter(TODAY, -1))).toEqual(closed);
  });

  test('what is handed over the morning after is noted in the row of the deliveries', async () => {
    const [{ id }, paid] = [await place(), await place()];
    for (const one of [id, paid.id]) await change(one, { change: 'rider', rider: 'karim' });
    for (const one of [id, paid.id]) await change(one, { change: 'deliver' });
    await night();
    // She has paid the other one at the shop since.
    await change(paid.id, { change: 'collect', amount: 16_050 });
    expect(await row(1, 'karim')).toMatchObject({ toCollect: 321, collected: 0, toHandOver: 160.5 });
    await cash.handOver({ day: dayAfter(TODAY, -1), rider: 'karim', amount: 160.5 }, BY);
    expect(await row(1, 'karim')).toMatchObject({ collected: 160.5, toHandOver: 0 });
    expect(await row(0, null)).toMatchObject({ collected: 160.5, oldDebts: 160.5 });
  });

  test('a surplus and a shortage are both seen; no more is taken than is due', async () => {
    const [more, less] = [await place(), await place(2)];
    expect(await change(more.id, { change: 'deliver', collected: 16_051 })).toEqual(refused(422, { code: 'amount' }));
    await change(more.id, { change: 'deliver', collected: 16_050 });
    await change(less.id, { change: 'deliver', collected: 1_000 });
    // As older versions have taken it.
    await sql`update order_money set amount_poisha = 20_000 where kind = 'collected' and amount_poisha = 16_050`.execute(
      database.kysely,
    );
    expect(await row(0, null)).toMatchObject({ difference: -211.5, surplus: 39.5, shortage: 251 });
  });

  /** An order's money, kept beside the shop: days ago, rider, what, poisha. */
  type Entry = {
    ago: number;
    rider: string | null;
    kind: 'due' | 'collected' | 'given' | 'written off';
    amount: number;
    how?: How;
    closed?: true;
  };
  const rider = fc.constantFrom('karim', 'sumi', null);
  const poisha = fc.integer({ min: 0, max: 50_000 });
  const how = fc.constantFrom(...HOW_NAMES);
  const why = fc.constant('Spoilt');
  const asked: fc.Arbitrary<OrderChange> = fc.oneof(
    fc.record({ change: fc.constant('deliver'), how, collected: fc.option(poisha, { nil: undefined }) }),
    fc.record({ change: fc.constant('rider'), rider }),
    fc.record({ change: fc.constant('collect'), amount: poisha, how }),
    fc.record({
      change: fc.constant('give-back'),
      amount: poisha,
      how,
      owed: fc.constantFrom(undefined, true),
      reason: why,
    }),
    fc.record({ change: fc.constant('write-off'), amount: poisha, reason: why }),
    fc.constant({ change: 'set-back', reason: 'Wrong' } as const),
    fc.constant({ change: 'undo' } as const),
    fc.constant({ change: 'cancel' } as const),
  ) as fc.Arbitrary<OrderChange>;
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ order: fc.nat(2), asked }) },
    {
      weight: 2,
      arbitrary: fc.record({ from: rider, ago: fc.nat(1), amount: fc.integer({ min: -9_999, max: 99_999 }) }),
    },
    { weight: 1, arbitrary: fc.constant('night' as const) },
  );

  const isNote = ({ kind }: Entry): boolean => kind === 'collected' || kind === 'written off';
  const isAdded = (kind: Entry['kind']): boolean => kind === 'due' || kind === 'given';

  test('the figures of each day and rider, and what is owed, are those that are counted order by order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        await empty();
        const placed = [await place(1), await place(2), await place(7)];
        const books = placed.map((order) =>
          Object.assign(order, { entries: [] as Entry[], old: [] as Entry[], delivery: null as Entry | null }),
        );
        const handed: { ago: number; rider: string | null; amount: number }[] = [];
        for (const one of steps) {
          if (one === 'night') {
            await night();
            for (const entry of [...handed, ...books.flatMap(({ entries, old }) => [...entries, ...old])])
              entry.ago += 1;
          } else if ('from' in one) {
            const { from, ago, amount } = one;
            const handover = { day: dayAfter(TODAY, -ago), rider: from, amount: fromPoisha(amount) };
            valueOf(await cash.handOver(handover, BY));
            handed.push({ ago, rider: from, amount });
            for (const { entries, delivery } of books) {
              const due = delivery && !entries.some(isNote) ? delivery : null;
              if (due && !due.closed && due.ago === ago && due.rider === from)
                entries.push({ ...due, kind: 'collected', how: 'cash' });
              for (const entry of entries) if (entry.ago === ago && entry.rider === from) entry.closed = true;
            }
          } else {
            const book = books[one.order];
            if (!book) throw new Error('no order');
            const result = await change(book.id, one.asked);
            if (!result.ok || result.repeated) continue;
            const { delivery, entries } = book;
            const now = { ago: 0, rider: result.value.rider };
            if (one.asked.change === 'deliver') {
              book.delivery = { ...now, kind: 'due', amount: book.total };
              entries.push(book.delivery);
              if (one.asked.collected !== undefined)
                entries.push({ ...now, kind: 'collected', amount: one.asked.collected, how: one.asked.how ?? 'cash' });
            } else if (one.asked.change === 'collect' && delivery) {
              const isOpen = delivery.ago === 0 && !delivery.closed;
              entries.push({
                ago: 0,
                rider: isOpen ? delivery.rider : null,
                kind: 'collected',
                amount: one.asked.amount,
                how: one.asked.how ?? 'cash',
              });
            } else if (one.asked.change === 'give-back' || one.asked.change === 'write-off') {
              const { amount } = one.asked;
              const till = { ago: 0, rider: null, amount };
              if (one.asked.change === 'give-back')
                entries.push({ ...till, kind: 'given', how: one.asked.how ?? 'cash' });
              if (!('owed' in one.asked && one.asked.owed)) entries.push({ ...till, kind: 'written off' });
            } else if (delivery && result.value.status !== 'delivered') {
              for (const entry of entries.splice(0)) {
                const row = entry.closed ? { ago: 0, rider: null } : entry;
                book.old.push(entry, { ...entry, ago: row.ago, rider: row.rider, amount: -entry.amount });
              }
              book.delivery = null;
            }
          }
        }
        const owed = books.map(({ delivery, entries }) =>
          delivery ? entries.reduce((all, { kind, amount }) => all + (isAdded(kind) ? amount : -amount), 0) : 0,
        );
        const owing = owed.filter((amount) => amount > 0);
        const sum = fromPoisha(owing.reduce((all, amount) => all + amount, 0));
        const dues = await usualDues(database).list();
        expect(dues).toMatchObject({ dues: sum > 0 ? [{ sum, orders: owing.length }] : [], next: null });
        for (const ago of [0, 1, 2]) {
          const { rows, total } = await cash.day(dayAfter(TODAY, -ago));
          let sumHanded = 0;
          for (const one of ['karim', 'sumi', null]) {
            const sum = (entries: readonly Entry[], kind: Entry['kind']): number =>
              entries.reduce((poisha, entry) => poisha + (entry.kind === kind ? entry.amount : 0), 0);
            const own = books.map(({ entries, old, delivery }) => {
              const mine = [...old, ...entries].filter((entry) => entry.ago === ago && entry.rider === one);
              const [due, collected, given] = [sum(mine, 'due'), sum(mine, 'collected'), sum(mine, 'given')];
              const isNoted = !delivery || entries.some(isNote);
              const [bkash, nagad, bank] = (['bkash', 'nagad', 'bank'] as const).map((by) => {
                const moved = mine.filter((entry) => entry.how === by);
                return sum(moved, 'collected') - sum(moved, 'given');
              }) as [number, number, number];
              const brought = due > 0 ? (isNoted ? collected : due) : collected - due;
              return { due, collected, given, bkash, nagad, bank, brought: brought - bkash - nagad - bank };
            });
            const all = (of: (row: (typeof own)[number]) => number): number =>
              own.reduce((poisha, row) => poisha + of(row), 0);
            const given = handed.filter((entry) => entry.ago === ago && entry.rider === one);
            const amount = given.reduce((poisha, entry) => poisha + entry.amount, 0);
            const delivered = (poisha: number) => (row: (typeof own)[number]) =>
              row.due > 0 ? Math.max(0, poisha * (row.collected - row.due)) : 0;
            const counted = {
              orders: all(({ due }) => Number(due > 0)),
              toCollect: fromPoisha(all(({ due }) => due)),
              collected: fromPoisha(all(({ collected }) => collected)),
              difference: fromPoisha(all(({ due, collected }) => collected - due)),
              oldDebts: fromPoisha(all(({ due, collected }) => (due > 0 ? 0 : collected - due))),
              surplus: fromPoisha(all(delivered(1))),
              shortage: fromPoisha(all(delivered(-1))),
              givenBack: fromPoisha(all((row) => row.given)),
              bkash: fromPoisha(all((row) => row.bkash)),
              nagad: fromPoisha(all((row) => row.nagad)),
              bank: fromPoisha(all((row) => row.bank)),
              handedOver: fromPoisha(amount),
              toHandOver: fromPoisha(Math.max(0, all((row) => row.brought - row.given) - amount)),
              handovers: given.length,
            } satisfies Partial<CashRow>;
            sumHanded += amount;
            const found = rows.find(({ rider: of }) => of === one);
            const isEmpty = Object.values(counted).every((value) => value === 0);
            expect(found ? [found] : []).toMatchObject(isEmpty ? [] : [counted]);
          }
          expect(total.handedOver).toBe(fromPoisha(sumHanded));
        }
      }),
      { numRuns: 15 },
    );
  });
});
