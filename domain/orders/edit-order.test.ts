import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textFields } from '../../base/record.ts';
import { SHIPPING_FIELDS } from './checkout-state.ts';
import { exampleItem, exampleProduct, exampleShipping } from '../../test/support/factories.ts';
import { forAll } from '../../test/support/properties.ts';
import {
  completed,
  editedLines,
  editedTotals,
  lineChanges,
  shippingChanges,
  typedShippingErrors,
} from './edit-order.ts';
import { totalsOf } from './pricing.ts';

const RUI = exampleItem({ id: 'rui', name: 'Rui', price: 350, quantity: 2 });
const ONION = exampleItem({ id: 'onion', name: 'Onion', name_bn: 'পেঁয়াজ', price: 55, quantity: 3 });
const FEE = { fee: 60, freeFrom: null, minimum: null };

const tenths = fc.integer({ min: 0, max: 20_000 }).map((n) => n / 10);
const quantities = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('rui', 'onion', 'egg'), quantity: fc.integer({ min: 1, max: 20 }) }),
  { selector: ({ id }) => id, minLength: 1 },
);

describe('an edit', () => {
  test('keeps the price of what was ordered; what is added has today’s, and must be available', () => {
    const today = new Map([
      ['rui', exampleProduct({ id: 'rui', price: 999 })],
      ['egg', exampleProduct({ id: 'egg', price: 12 })],
    ]);
    const items = [
      { id: 'rui', quantity: 5 },
      { id: 'egg', quantity: 12 },
    ];
    expect(editedLines([RUI, ONION], items, today)).toMatchObject([
      { id: 'rui', price: 350, quantity: 5 },
      { id: 'egg', price: 12, quantity: 12 },
    ]);
    expect(editedLines([RUI], [{ id: 'egg', quantity: 1 }], new Map())).toBeNull();
    const gone = new Map([['egg', exampleProduct({ id: 'egg', available: false })]]);
    expect(editedLines([RUI], [{ id: 'egg', quantity: 1 }], gone)).toBeNull();
  });

  test('never makes the delivery dearer, except to another area; the totals are those of the lines', () => {
    const fee = fc.record({ fee: tenths, freeFrom: fc.option(tenths, { nil: null }), minimum: fc.constant(null) });
    forAll(tenths, quantities, fee, fc.boolean(), (shippingCost, items, delivery, otherArea) => {
      const lines = items.map(({ id, quantity }) => ({ ...RUI, id, quantity }));
      const totals = editedTotals({ shippingCost }, lines, { fee: delivery, otherArea });
      const today = totalsOf(lines, delivery);
      expect(totals.subTotal).toBe(today.subTotal);
      expect(totals.shippingCost).toBe(otherArea ? today.shippingCost : Math.min(shippingCost, today.shippingCost));
      expect(totals.totalCost).toBeCloseTo(totals.subTotal + totals.shippingCost, 6);
    });
  });

  test('of an address that a program has sent only what is another counts', () => {
    const sent = exampleShipping({ division: 'Dhaka', street: '1 Mill Road' });
    expect(shippingChanges(sent, completed(sent))).toEqual({});
    const moved = completed({ ...sent, division: 'khulna', street: '1 mill Road' });
    expect(shippingChanges(sent, moved)).toEqual({
      division: ['Dhaka', 'khulna'],
      street: ['1 Mill Road', '1 mill Road'],
    });
  });

  test('tells the lines that are others, and what follows from them is what is', () => {
    expect(lineChanges([RUI, ONION], [{ ...ONION, quantity: 2 }])).toEqual([
      { id: 'rui', name: 'Rui', name_bn: RUI.name_bn, from: 2, to: 0 },
      { id: 'onion', name: 'Onion', name_bn: 'পেঁয়াজ', from: 3, to: 2 },
    ]);
    forAll(quantities, quantities, (before, after) => {
      const lines = (items: typeof before) => items.map(({ id, quantity }) => ({ ...RUI, id, quantity }));
      const known = new Map<string, number>(before.map(({ id, quantity }) => [id, quantity]));
      for (const { id, from, to } of lineChanges(lines(before), lines(after))) {
        expect(known.get(id) ?? 0).toBe(from);
        known.set(id, to);
      }
      for (const { id, quantity } of after) expect(known.get(id)).toBe(quantity);
      expect([...known.values()].filter((quantity) => quantity > 0)).toHaveLength(after.length);
    });
    expect(editedTotals({ shippingCost: 60 }, [ONION], { fee: FEE, otherArea: false }).totalCost).toBe(225);
  });

  test('of an address tells what was and what is, the area by its name', () => {
    const before = { ...exampleShipping(), area: 'mirpur', areaName: 'Mirpur' };
    const after = { ...before, street: '9 New Road', area: 'banani', areaName: 'Banani' };
    expect(shippingChanges(before, after)).toEqual({
      street: [before.street, '9 New Road'],
      area: ['Mirpur', 'Banani'],
    });
    expect(shippingChanges(before, before)).toEqual({});
  });
});

test('name, phone and street are enough for an operator; what is typed besides is checked', () => {
  const empty = textFields({}, SHIPPING_FIELDS);
  const enough = { ...empty, name: 'Amina', phone: '01712345678', street: '12 Lake Road' };
  expect(typedShippingErrors(enough)).toEqual([]);
  expect(typedShippingErrors(empty).map(({ field }) => field)).toEqual(['name', 'phone', 'street']);
  const wrong = { ...enough, phone: '12', postcode: 'x', email: 'no', division: 'mars' };
  expect(
    typedShippingErrors(wrong)
      .map(({ field }) => field)
      .toSorted(),
  ).toEqual(['division', 'email', 'phone', 'postcode']);
  expect(completed(enough)).toMatchObject({ division: 'dhaka', country: 'Bangladesh' });
});
