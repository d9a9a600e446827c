import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter } from './delivery.ts';
import { type ChangeableOrder, changeOrder } from './change-order.ts';
import type { OrderChange } from './changes.ts';
import {
  type BookRow,
  HOW_NAMES,
  IN_CASH,
  moneyOf,
  type MoneyEntry,
  NO_MONEY,
  owedOf,
  rowOfCollected,
  type StoredEntry,
  takenBack,
} from './ledger.ts';
import { testAll } from '../../test/support/properties.ts';

const TODAY = '2026-11-24';
const YESTERDAY = '2026-11-23';

const entry = (of: Partial<StoredEntry>): StoredEntry => ({
  day: TODAY,
  rider: 'karim',
  kind: 'to collect',
  amount: 100,
  ...IN_CASH,
  handedOver: false,
  ...of,
});

describe('the books', () => {
  test.each<[string, StoredEntry[], string | undefined, string | null]>([
    ['cash of today’s delivery is with its rider', [entry({})], undefined, 'karim'],
    ['once that was handed over it comes to the till', [entry({ handedOver: true })], undefined, null],
    ['so does an old debt', [entry({ day: YESTERDAY })], undefined, null],
    ['unless a rider says so', [entry({ day: YESTERDAY })], 'sumi', 'sumi'],
    [
      'of several deliveries the last one counts',
      [entry({}), entry({ amount: -100 }), entry({ rider: 'sumi' })],
      undefined,
      'sumi',
    ],
  ])('%s', (_, entries, rider, to) => expect(rowOfCollected(entries, TODAY, rider)).toEqual({ day: TODAY, rider: to }));

  test('what is taken back leaves its own row, or today’s till where that was handed over', () => {
    const due = entry({ day: YESTERDAY });
    const collected = entry({ day: YESTERDAY, kind: 'collected', amount: 60 });
    const later = entry({ rider: null, kind: 'collected', amount: 40 });
    const own = { day: YESTERDAY, rider: 'karim', ...IN_CASH };
    const till = { day: TODAY, rider: null, ...IN_CASH };
    expect(takenBack([due, collected, later], TODAY)).toEqual([
      { ...own, kind: 'to collect', amount: -100 },
      { ...own, kind: 'collected', amount: -60 },
      { ...till, kind: 'collected', amount: -40 },
    ]);
    const closed = [due, collected].map((one) => Object.assign({}, one, { handedOver: true }));
    expect(takenBack([...closed, later], TODAY)).toEqual([
      { ...till, kind: 'to collect', amount: -100 },
      { ...till, kind: 'collected', amount: -100 },
    ]);
  });

  test('what was taken back before is not taken back again', () => {
    const old = [entry({ day: YESTERDAY, handedOver: true }), entry({ day: YESTERDAY, rider: null, amount: -100 })];
    expect(takenBack([...old, entry({ rider: 'sumi' })], TODAY)).toEqual([
      { day: TODAY, rider: 'sumi', kind: 'to collect', amount: -100, ...IN_CASH },
    ]);
  });

  test('what came by bKash goes back by bKash', () => {
    const paid = { kind: 'collected', how: 'bkash', reference: '8N7A' } as const;
    const taken = takenBack(
      [entry({}), entry({ kind: 'collected', amount: 30 }), entry({ ...paid, amount: 70 })],
      TODAY,
    );
    expect(taken.slice(1)).toMatchObject([
      { how: 'cash', amount: -30 },
      { ...paid, amount: -70 },
    ]);
  });

  const rider = fc.constantFrom('karim', 'sumi', null);
  const amount = fc.integer({ min: 1, max: 20_000 });
  const how = fc.constantFrom(...HOW_NAMES);
  const why = fc.constant('Spoilt');
  const step = fc.oneof(
    fc.record({ order: fc.nat(2), asked: changes() }),
    fc.record({ ago: fc.nat(2), rider }),
    fc.constant('night' as const),
  );
  function changes(): fc.Arbitrary<OrderChange> {
    return fc.oneof(
      fc.record({ change: fc.constant('deliver'), how, collected: fc.option(amount, { nil: undefined }) }),
      fc.record({ change: fc.constant('rider'), rider }),
      fc.record({ change: fc.constant('collect'), amount, how }),
      fc.record({ change: fc.constant('give-back'), amount, how, owed: fc.option(fc.constant(true)), reason: why }),
      fc.record({ change: fc.constant('write-off'), amount, reason: why }),
      fc.constantFrom({ change: 'cancel' }, { change: 'set-back', reason: 'Wrong' }, { change: 'undo' }),
    ) as fc.Arbitrary<OrderChange>;
  }

  const isSameRow = (a: BookRow, b: BookRow): boolean => a.day === b.day && a.rider === b.rider;

  interface Book extends ChangeableOrder {
    /** In the order of all entries and handovers. */
    written: (MoneyEntry & { at: number })[];
  }

  testAll(
    'after any changes and handovers an entry is of today, or takes back what was not handed over, and the sums fit',
    fc.array(step, { maxLength: 30 }),
    (steps) => {
      let today = TODAY;
      let time = 0;
      const handovers: (BookRow & { at: number })[] = [];
      const pending = {
        status: 'pending',
        stage: 'new',
        rider: null,
        reason: null,
        returned: false,
        totalPoisha: 20_000,
      } as const;
      const orders = [1, 2, 3].map((): Book => Object.assign({ entries: [], written: [], latest: null }, pending));
      for (const one of steps) {
        time += 1;
        if (one === 'night') today = dayAfter(today);
        else if ('ago' in one) {
          handovers.push({ day: dayAfter(today, -one.ago), rider: one.rider, at: time });
        } else {
          const order = orders[one.order];
          if (!order) throw new Error('no order');
          const isClosed = (of: BookRow & { at: number }): boolean =>
            handovers.some((handover) => isSameRow(handover, of) && handover.at > of.at);
          const entries = order.written.map((of) => Object.assign({}, of, { handedOver: isClosed(of) }));
          const at = new Date(`${today}T06:00:00Z`);
          const changed = changeOrder({ ...order, entries }, one.asked, { actor: 'operator', at });
          if (!changed.ok || !changed.value) continue;
          for (const added of changed.value.entries) {
            const taken = entries.filter(
              (of) => isSameRow(of, added) && of.kind === added.kind && of.how === added.how,
            );
            expect(added.day === today || taken.some((of) => !of.handedOver)).toBe(true);
            order.written.push({ ...added, at: time });
          }
          const { status, stage, rider: of, reason } = order;
          const was = { status, stage, rider: of, reason };
          const { change } = one.asked;
          Object.assign(order, changed.value.to, {
            latest: change === 'undo' ? null : { id: time, change, at, byOwner: false, operator: null, was },
          });
          const money = moneyOf(order.written);
          if (order.status === 'pending') expect(money).toEqual(NO_MONEY);
          expect(money['given back']).toBeLessThanOrEqual(money.collected);
          expect(owedOf(money)).toBeGreaterThanOrEqual(0);
          expect(changed.value.payment).toBe(order.status === 'delivered' && owedOf(money) === 0 ? 'paid' : 'unpaid');
        }
      }
    },
  );
});
