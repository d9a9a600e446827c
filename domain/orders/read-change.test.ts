import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isChangeName, readChange } from './read-change.ts';
import { forAll } from '../../test/support/properties.ts';

test.each([
  ['deliver', {}, { change: 'deliver' }],
  ['deliver', { collected: '120.5' }, { change: 'deliver', collected: 12_050 }],
  ['cancel', { reason: 'Out of stock' }, { change: 'cancel', reason: 'out-of-stock' }],
  ['stage', { stage: 'with rider' }, { change: 'stage', stage: 'with rider' }],
  ['rider', { rider: '' }, { change: 'rider', rider: null }],
  ['give-back', { amount: 10, reason: ' Rotten ' }, { change: 'give-back', amount: 1_000, reason: 'Rotten' }],
  ['edit', { items: [{ id: 'rui', quantity: 2 }] }, { change: 'edit', reason: '' }],
])('%s of %j is read', (change, body, asked) => {
  expect(readChange(change, body)).toMatchObject({ ok: true, value: { asked } });
});

test.each([
  ['cancel', { reason: 'because' }],
  ['stage', { stage: 'eaten' }],
  ['set-back', { reason: ' ' }],
  ['give-back', { amount: -1, reason: 'x' }],
  ['collect', { amount: 'much' }],
  ['call', { outcome: 'toString' }],
  ['edit', { items: [] }],
  ['edit', { items: [{ id: 'rui', quantity: 0 }] }],
  ['deliver', { key: 'mine' }],
])('%s of %j is refused with a reason', (change, body) => {
  expect(readChange(change, body)).toMatchObject({ ok: false, status: 422 });
});

test('no body makes it throw, and no other name is a change', () => {
  forAll(
    fc.constantFrom('deliver', 'rider', 'edit', 'nope', 'toString'),
    fc.anything(),
    (change, body) => void readChange(change, body),
  );
  expect(isChangeName('toString')).toBe(false);
});
