import { expect, test } from 'vitest';
import { exampleItem, exampleProduct } from '../../test/support/factories.ts';
import { editWords } from '../orders/history.ts';
import { editedLines, lineChanges, mergedEdits, type PackedItem } from '../orders/edit-order.ts';
import { packFaults } from './pack-order.ts';

const RUI = exampleItem({ id: 'rui', name: 'Rui', weight: '1', unit: 'kg', price: 350, quantity: 2 });
const ALU = exampleItem({ id: 'alu', name: 'Alu', weight: '500', unit: 'g', price: 30, quantity: 1 });
const BEFORE = [RUI, ALU];
const OTHERS = new Map([
  ['katla', exampleProduct({ id: 'katla', name: 'Katla', price: 340 })],
  ['ilish', exampleProduct({ id: 'ilish', name: 'Ilish', price: 900 })],
]);
const AS_ORDERED = [
  { id: 'rui', quantity: 2 },
  { id: 'alu', quantity: 1 },
];

function packed(...items: PackedItem[]) {
  const lines = editedLines(BEFORE, items, OTHERS) ?? [];
  const faults = packFaults(BEFORE, items, lines, new Set(['rui', 'katla']));
  return { lines, faults: Object.fromEntries(faults), changes: lineChanges(BEFORE, lines) };
}

test('as ordered nothing changes', () => {
  expect(packed(...AS_ORDERED)).toEqual({ lines: BEFORE, faults: {}, changes: [] });
});

test('what is weighed, short and instead is in the lines and in the words', () => {
  const { lines, faults, changes } = packed(
    { id: 'rui', quantity: 1, weighed: 1.08 },
    { id: 'katla', quantity: 1, instead: 'rui', weighed: 0.9 },
  );
  expect(faults).toEqual({});
  const instead = { id: 'rui', name: 'Rui', name_bn: RUI.name_bn };
  expect(lines).toMatchObject([
    { id: 'rui', quantity: 1, weighed: 1.08 },
    { id: 'katla', quantity: 1, weighed: 0.9, instead },
  ]);
  expect(editWords({ lines: changes, total: [730, 700] })).toEqual([
    '1 × Rui instead of 2',
    'Rui: 1 kg ordered, 1.08 kg weighed',
    'Alu removed',
    '1 × Katla added',
    'Katla: 1 kg ordered, 0.9 kg weighed, instead of Rui',
    'Tk 30 less',
  ]);
});

test('a line keeps what was weighed while its quantity stays, and what it came instead of', () => {
  const { lines } = packed(
    { id: 'rui', quantity: 2, weighed: 2.1 },
    { id: 'katla', quantity: 1, instead: 'alu', agreed: true },
  );
  const again = editedLines(
    lines,
    lines.map(({ id, quantity }) => ({ id, quantity })),
    OTHERS,
  );
  expect(again).toEqual(lines);
  const [less] = editedLines(lines, [{ id: 'rui', quantity: 1 }], OTHERS) ?? [];
  expect(less).not.toHaveProperty('weighed');
});

test('two changes of a line are told as one', () => {
  const [first, second] = [packed({ id: 'rui', quantity: 1 }), packed({ id: 'rui', quantity: 1, weighed: 1.2 })];
  const after = lineChanges(first.lines, second.lines);
  expect(after).toMatchObject([{ id: 'rui', from: 1, to: 1, packed: { weighed: 1.2 } }]);
  const merged = mergedEdits([
    { lines: first.changes, total: [730, 350] },
    { lines: after, total: [350, 420] },
  ]);
  expect(merged.lines.find(({ id }) => id === 'rui')).toMatchObject({ from: 2, to: 1, packed: { weighed: 1.2 } });
});

test.each<[string, PackedItem]>([
  ['over-weight', { id: 'rui', quantity: 2, weighed: 2.201 }],
  ['not-by-weight', { id: 'alu', quantity: 1, weighed: 500 }],
  ['not-ordered', { id: 'rui', quantity: 3 }],
  ['not-ordered', { id: 'ilish', quantity: 1 }],
  ['not-ordered', { id: 'alu', quantity: 1, instead: 'rui' }],
  ['dearer-instead', { id: 'ilish', quantity: 1, instead: 'rui' }],
  ['dearer-instead', { id: 'katla', quantity: 3, instead: 'rui' }],
])('%s: %j', (fault, item) => expect(packed(item).faults).toEqual({ [item.id]: fault }));

test('what is within the limits, or agreed to, is no fault', () => {
  for (const item of [
    { id: 'rui', quantity: 2, weighed: 2.2 },
    { id: 'rui', quantity: 2, weighed: 3, agreed: true },
    { id: 'katla', quantity: 2, instead: 'rui' },
    { id: 'ilish', quantity: 1, instead: 'rui', agreed: true },
  ])
    expect(packed(item).faults).toEqual({});
  const kept = { id: 'rui', quantity: 1 };
  expect(packed(kept, { id: 'katla', quantity: 1, instead: 'rui' }).faults).toEqual({});
  // Together they are dearer, and nothing is missing.
  expect(packed({ id: 'rui', quantity: 2 }, { id: 'katla', quantity: 1, instead: 'rui' }).faults).toEqual({
    katla: 'not-ordered',
  });
  const both: PackedItem[] = [
    kept,
    { id: 'katla', quantity: 1, instead: 'rui' },
    { id: 'ilish', quantity: 1, instead: 'rui' },
  ];
  expect(packed(...both).faults).toEqual({ katla: 'dearer-instead', ilish: 'dearer-instead' });
});
