import { expect, test } from 'vitest';
import type { EditDetails } from './edit-order.ts';
import { isNoChange, mergedEdits } from './edit-order.ts';
import { entryWords, type HistoryEntry } from './history.ts';

const entry = (fields: Partial<HistoryEntry>): HistoryEntry => ({
  at: new Date(0),
  actor: 'operator',
  change: null,
  from: 'pending',
  to: 'pending',
  stage: null,
  reason: '',
  details: {},
  undone: false,
  ...fields,
});
const line = (id: string, from: number, to: number) => ({ id, name: id, name_bn: '', from, to });

test.each<[Partial<HistoryEntry>, string, string[]]>([
  [{ from: null }, 'Placed', []],
  [{ change: 'cancel', to: 'canceled', reason: 'not-reachable' }, 'Canceled', ['Not reachable']],
  [{ change: 'deliver', to: 'delivered', details: { amount: 460 } }, 'Delivered', ['Tk 460 collected']],
  [{ change: 'stage', stage: 'packed' }, 'Packed', []],
  [{ change: 'rider', details: { rider: 'Karim' } }, 'Given to Karim', []],
  [{ change: 'rider' }, 'Taken back from the rider', []],
  [{ change: 'call', reason: 'no-answer' }, 'Called: No answer', []],
  [{ change: 'set-back', reason: 'Mistake' }, 'Set back to pending', ['Mistake']],
  [{ change: 'give-back', reason: 'Broken', details: { amount: 50.5 } }, 'Tk 50.5 given back', ['Broken']],
  [
    {
      change: 'edit',
      reason: 'out-of-stock',
      details: { lines: [line('Onion', 3, 2)], total: [400, 290], shippingInfo: { street: ['', 'Mill Road'] } },
    },
    'Changed',
    ['2 × Onion instead of 3', 'Tk 110 less', 'Street: – → Mill Road', 'Out of stock'],
  ],
])('what happened, in words: %j', (fields, text, details) => {
  expect(entryWords(entry(fields))).toEqual({ text, details });
});

test('edits one after the other are told as one; what is as before is not told', () => {
  const edits: EditDetails[] = [
    { lines: [line('a', 3, 2), line('b', 1, 0)], total: [500, 300], shippingInfo: { street: ['A', 'B'] } },
    {
      lines: [line('a', 2, 1), line('b', 0, 1), line('c', 0, 4)],
      total: [300, 450],
      shippingInfo: { street: ['B', 'A'] },
    },
  ];
  const merged = mergedEdits(edits);
  expect(merged).toEqual({ lines: [line('a', 3, 1), line('c', 0, 4)], total: [500, 450], shippingInfo: {} });
  const back = { lines: [line('a', 1, 3), line('c', 4, 0)], total: [450, 500] } as EditDetails;
  expect(isNoChange(mergedEdits([merged, back]))).toBe(true);
});
