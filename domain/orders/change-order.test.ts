import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atTheDoor, type ChangeableOrder, changeOrder, UNDO_MS } from './change-order.ts';
import { IN_CASH, type MoneyKind, type StoredEntry } from './ledger.ts';
import { done, refused } from '../outcome.ts';
import { CHANGES, type OrderChange } from './changes.ts';
import { ORDER_STATUSES } from './order.ts';
import { CANCEL_REASONS } from './reasons.ts';
import { ORDER_STAGES } from './stages.ts';
import { testAll } from '../../test/support/properties.ts';

const AT = new Date('2026-11-24T06:00:00Z');
const NEW: ChangeableOrder = {
  status: 'pending',
  stage: 'new',
  rider: null,
  reason: null,
  returned: false,
  totalPoisha: 46_000,
  entries: [],
  latest: null,
};
const entry = (kind: MoneyKind, amount: number, more: Partial<StoredEntry> = {}): StoredEntry => ({
  day: '2026-11-24',
  rider: null,
  kind,
  amount,
  ...IN_CASH,
  handedOver: false,
  ...more,
});
const DUE = entry('to collect', 46_000);
const DELIVERED: ChangeableOrder = { ...NEW, status: 'delivered', entries: [DUE] };

const ask = (order: Partial<ChangeableOrder>, asked: OrderChange, rider?: string) =>
  changeOrder({ ...NEW, ...order }, asked, { actor: 'operator', at: AT, rider });

const anyOrder: fc.Arbitrary<ChangeableOrder> = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  stage: fc.constantFrom(...ORDER_STAGES),
  rider: fc.constantFrom('karim', 'rahim', null),
  reason: fc.constantFrom(...CANCEL_REASONS, null),
  totalPoisha: fc.nat(100_000),
  entries: fc.constant([]),
  returned: fc.boolean(),
  latest: fc.constant(null),
});
const anyPress: fc.Arbitrary<OrderChange> = fc.constantFrom<OrderChange[]>(
  { change: 'deliver', collected: 100 },
  { change: 'cancel', reason: 'false-order' },
  { change: 'stage', stage: 'packed' },
  { change: 'rider', rider: 'karim' },
  { change: 'rider', rider: null },
  { change: 'return', reason: 'not-reachable' },
);

describe('a change of an order', () => {
  test.each<[string, Partial<ChangeableOrder>, OrderChange, object]>([
    [
      'a delivery is to be paid',
      {},
      { change: 'deliver' },
      {
        to: { status: 'delivered' },
        payment: 'unpaid',
        entries: [{ kind: 'to collect', amount: 46_000 }],
        mail: 'delivered',
      },
    ],
    [
      'cash at the door pays it',
      {},
      { change: 'deliver', collected: 46_000 },
      { payment: 'paid', entries: [{}, { kind: 'collected', amount: 46_000 }] },
    ],
    ['less cash does not', {}, { change: 'deliver', collected: 45_999 }, { payment: 'unpaid' }],
    [
      'a cancel has its reason',
      {},
      { change: 'cancel', reason: 'out-of-stock' },
      { to: { status: 'canceled', reason: 'out-of-stock' }, mail: 'canceled' },
    ],
    [
      'a rider takes it along',
      { stage: 'packed' },
      { change: 'rider', rider: 'karim' },
      { to: { rider: 'karim', stage: 'with rider' }, mail: 'on-its-way' },
    ],
    [
      'it changes riders on its way, which is no news',
      { rider: 'karim', stage: 'with rider' },
      { change: 'rider', rider: 'rina' },
      { to: { rider: 'rina', stage: 'with rider' }, mail: null },
    ],
    [
      'without a rider it is packed',
      { rider: 'karim', stage: 'with rider' },
      { change: 'rider', rider: null },
      { to: { rider: null, stage: 'packed' } },
    ],
    [
      'a rider comes back with it',
      { rider: 'karim', stage: 'with rider' },
      { change: 'return', reason: 'not-reachable' },
      { to: { status: 'pending', rider: null, stage: 'packed' } },
    ],
    [
      'whoever is reached confirms',
      { stage: 'to confirm' },
      { change: 'call', outcome: 'reached' },
      { to: { stage: 'new' } },
    ],
    [
      'nobody answers',
      { stage: 'to confirm' },
      { change: 'call', outcome: 'no-answer' },
      { to: { stage: 'to confirm' } },
    ],
    [
      'the last cash pays it',
      { ...DELIVERED, entries: [DUE, entry('collected', 40_000)] },
      { change: 'collect', amount: 6_000 },
      { payment: 'paid' },
    ],
    [
      'set back, nothing is to be collected',
      DELIVERED,
      { change: 'set-back', reason: 'Mistake' },
      { to: { status: 'pending', stage: 'new' }, entries: [{ amount: -46_000 }], payment: 'unpaid', mail: 'set-back' },
    ],
    [
      'set back once more, books of other days stay as they are',
      {
        status: 'canceled',
        entries: [
          entry('to collect', 46_000, { day: '2026-11-23', rider: 'karim', handedOver: true }),
          entry('to collect', -46_000, { day: '2026-11-23' }),
        ],
      },
      { change: 'set-back', reason: 'Mistake' },
      { to: { status: 'pending' }, entries: [] },
    ],
    [
      'what was paid can be given back',
      { ...DELIVERED, entries: [DUE, entry('collected', 46_000)] },
      { change: 'give-back', amount: 46_000, reason: 'Rotten' },
      {
        payment: 'paid',
        entries: [
          { rider: null, kind: 'given back', amount: 46_000 },
          { kind: 'written off', amount: 46_000 },
        ],
      },
    ],
    [
      'and is owed again when that is said',
      { ...DELIVERED, entries: [DUE, entry('collected', 46_000)] },
      { change: 'give-back', amount: 40_000, owed: true, how: 'bkash', reason: 'It was another’s' },
      { payment: 'unpaid', entries: [{ kind: 'given back', amount: 40_000, how: 'bkash' }] },
    ],
    [
      'the rest is written off',
      { ...DELIVERED, entries: [DUE, entry('collected', 40_000)] },
      { change: 'write-off', amount: 6_000, reason: 'Moved away' },
      { payment: 'paid', entries: [{ rider: null, kind: 'written off', amount: 6_000, how: 'cash' }] },
    ],
    [
      'bKash at the door pays it too',
      { rider: 'karim' },
      { change: 'deliver', collected: 46_000, how: 'bkash', reference: '8N7A' },
      {
        payment: 'paid',
        entries: [{ how: 'cash' }, { rider: 'karim', kind: 'collected', how: 'bkash', reference: '8N7A' }],
      },
    ],
  ])('%s', (_, order, asked, expected) => expect(ask(order, asked)).toMatchObject({ ok: true, value: expected }));

  test.each<[string, Partial<ChangeableOrder>, OrderChange, string]>([
    ['a canceled one is not delivered', { status: 'canceled' }, { change: 'deliver' }, 'order-status'],
    ['a delivered one is not edited', DELIVERED, { change: 'edit', reason: '' }, 'order-status'],
    ['nor packed', DELIVERED, { change: 'stage', stage: 'packed' }, 'order-status'],
    ['a pending one is not set back', {}, { change: 'set-back', reason: 'x' }, 'order-status'],
    ['no more is taken at the door than is due', {}, { change: 'deliver', collected: 46_001 }, 'amount'],
    ['no more is collected than is due', DELIVERED, { change: 'collect', amount: 46_001 }, 'amount'],
    ['no more is given back than was collected', DELIVERED, { change: 'give-back', amount: 1, reason: 'x' }, 'amount'],
    [
      'no more is written off than is owed',
      { ...DELIVERED, entries: [DUE, entry('collected', 46_000), entry('given back', 100)] },
      { change: 'write-off', amount: 101, reason: 'x' },
      'amount',
    ],
    ['nothing is no amount', DELIVERED, { change: 'collect', amount: 0 }, 'amount'],
    ['what nobody has comes not back', {}, { change: 'return', reason: 'not-reachable' }, 'order-status'],
    ['who was reached is not called again', {}, { change: 'call', outcome: 'reached' }, 'order-status'],
    ['nothing is there to undo', {}, { change: 'undo' }, 'too-late'],
  ])('%s', (_, order, asked, code) => expect(ask(order, asked)).toMatchObject({ ok: false, reason: { code } }));

  test('is taken back by whoever has made it, and by an owner', () => {
    const was = { status: 'pending', stage: 'new', rider: 'karim', reason: null, returned: false } as const;
    const undo = (operator: string | null, undoesOf?: string) =>
      changeOrder(
        { ...NEW, rider: null, latest: { id: 7, change: 'rider', at: AT, byOwner: false, operator, was } },
        { change: 'undo' },
        { actor: 'operator', at: AT, rider: 'karim', undoesOf },
      );
    expect(undo('karim@example.com', 'karim@example.com')).toMatchObject({ ok: true });
    expect(undo('karim@example.com')).toMatchObject({ ok: true });
    const foreign = refused(409, { code: 'not-your-change' });
    for (const operator of ['rina@example.com', null]) expect(undo(operator, 'karim@example.com')).toEqual(foreign);
  });

  test('what a rider has taken for an order that is delivered already is collected, as long as something is left', () => {
    const asked = { change: 'deliver', collected: 100, how: 'nagad' } as const;
    const rider = { actor: 'operator', at: AT, rider: 'karim' } as const;
    expect(atTheDoor(DELIVERED, asked, rider)).toEqual({ change: 'collect', amount: 100, how: 'nagad' });
    const paid = { ...DELIVERED, entries: [DUE, entry('collected', 45_950)] };
    for (const [order, by] of [
      [NEW, rider],
      [paid, rider],
      [DELIVERED, { ...rider, rider: undefined }],
    ] as const)
      expect(atTheDoor(order, asked, by)).toBe(asked);
  });

  test('sends no order out that waits for a call', () => {
    const waiting = { stage: 'to confirm' } as const;
    const toConfirm = refused(409, { code: 'to-confirm' });
    expect(ask(waiting, { change: 'rider', rider: 'karim' })).toEqual(toConfirm);
    expect(ask(waiting, { change: 'stage', stage: 'with rider' })).toEqual(toConfirm);
    expect(ask(waiting, { change: 'rider', rider: null })).toEqual(done(null));
    const back = ask({ stage: 'with rider', rider: 'karim' }, { change: 'stage', stage: 'to confirm' });
    expect(back).toMatchObject({ value: { to: { stage: 'to confirm', rider: null } } });
  });

  test('is refused to a rider who does not have the order', () => {
    expect(ask({ rider: 'karim' }, { change: 'deliver' }, 'rahim')).toEqual(
      refused(409, { code: 'not-yours', status: 'pending' }),
    );
    expect(ask({ rider: 'karim' }, { change: 'deliver' }, 'karim')).toMatchObject({ ok: true });
  });

  testAll(
    'that was pressed is undone within its time, to where the order was; not what its owner did',
    anyOrder,
    anyPress,
    fc.integer({ min: 0, max: 60_000 }),
    fc.boolean(),
    (order, asked, age, byOwner) => {
      const outcome = ask(order, asked);
      if (!outcome.ok || !outcome.value) return;
      const { status, stage, rider, reason, returned } = order;
      const was = { status, stage, rider, reason, returned };
      const latest = { id: 7, change: asked.change, at: new Date(AT.getTime() - age), byOwner, operator: null, was };
      const undone = ask({ ...order, ...outcome.value.to, latest }, { change: 'undo' });
      expect(CHANGES[asked.change].undoable).toBe(true);
      const taken = { ok: true, value: { to: was, undoes: 7, mail: null } };
      const late = refused(409, { code: 'too-late' });
      // Between, the shop may do either: what is offered for so long may arrive a little later.
      const expected = byOwner || age > 2 * UNDO_MS ? late : age <= UNDO_MS ? taken : {};
      expect(undone).toMatchObject(expected);
    },
  );

  testAll('that was made already is not made again', anyOrder, anyPress, (order, asked) => {
    const outcome = ask(order, asked);
    if (!outcome.ok || !outcome.value || asked.change === 'return') return;
    expect(ask({ ...order, ...outcome.value.to }, asked)).toEqual(done(null));
  });
});
