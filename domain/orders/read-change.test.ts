import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Refused } from '../outcome.ts';
import { parseBy } from '../parse.ts';
import { CHANGE_NAMES } from './changes.ts';
import { changeInput, changing, editInput } from './read-order.ts';
import { forAll } from '../../test/support/properties.ts';

const ORDER = { id: 'k3x9qa' };
const input = changeInput('orders', changing);
const read = (change: string, body: object) => parseBy(input, { ...ORDER, change, ...body });
const edit = (body: object) => parseBy(editInput, { ...ORDER, ...body });

test.each([
  ['deliver', {}, {}],
  ['deliver', { collected: '120.5' }, { collected: 12_050 }],
  ['deliver', { collected: '', revision: '3' }, { collected: undefined, revision: 3 }],
  ['cancel', { reason: 'Out of stock' }, { reason: 'out-of-stock' }],
  ['stage', { stage: 'with rider' }, { stage: 'with rider' }],
  ['rider', { rider: '' }, { rider: null }],
  ['give-back', { amount: 10, reason: ' Rotten ' }, { amount: 1_000, reason: 'Rotten' }],
])('%s of %j is read', (change, body, asked) => {
  expect(read(change, body)).toEqual({ ok: true, value: { ...ORDER, change, ...asked } });
});

test.each([
  ['cancel', { reason: 'because' }],
  ['stage', { stage: 'eaten' }],
  ['set-back', { reason: ' ' }],
  ['give-back', { amount: -1, reason: 'x' }],
  ['collect', { amount: 'much' }],
  ['call', { outcome: 'toString' }],
  ['deliver', { key: 'mine' }],
  ['deliver', { colected: 5 }],
  ['edit', {}],
  ['toString', {}],
])('%s of %j is refused with a reason', (change, body) => {
  expect(read(change, body)).toMatchObject({ ok: false, status: 422 });
});

test.each([
  [{ items: [] }, { code: 'cart-empty' }],
  [{ items: [{ id: 'rui', quantity: 0 }] }, { code: 'bad-quantity' }],
  [{ shippingInfo: { streat: 'Mill Road' } }, { code: 'unknown-field', field: 'shippingInfo.streat' }],
])('an edit of %j is refused with a reason', (body, reason) => {
  expect(edit(body)).toMatchObject({ ok: false, status: 422, reason });
  expect(edit({ reason: '' })).toEqual({ ok: true, value: ORDER });
});

test('a rider may do three of them at the door, and no body makes reading throw', () => {
  const round = changeInput('round', { order: changing.id });
  const fault = (change: string) => parseBy(round, { order: 'k3x9qa', change }) as Partial<Refused>;
  const may = CHANGE_NAMES.filter((change) => fault(change).fields?.[0]?.field !== 'change');
  expect(may).toEqual(['deliver', 'undo', 'return']);
  forAll(fc.constantFrom('deliver', 'rider', 'edit', 'nope'), fc.anything(), (change, body) => {
    parseBy(input, { ...Object(body), change });
    parseBy(editInput, body);
  });
});
