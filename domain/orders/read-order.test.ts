import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlaceOrder, changeInput, changing, editInput, phoneOrderSchema } from './read-order.ts';
import { exampleShipping, SHIPPING } from '../../test/support/factories.ts';
import { forAll } from '../../test/support/properties.ts';
import type { Refused } from '../outcome.ts';
import { parseBy } from '../parse.ts';
import { CHANGE_NAMES } from './changes.ts';

const KEY = '6f9a2c34-8f0b-4b52-9a53-0a4f6b7f8c11';

const body = {
  idempotencyKey: KEY,
  items: [
    { id: 'rui', quantity: 2 },
    { id: 'tea', quantity: 9_999 },
  ],
  shippingInfo: exampleShipping({
    name: 'Rahim Uddin',
    email: 'rahim@example.com',
    gender: 'male',
    street: '12 Green Road',
  }),
  paymentMethod: 'cashon',
  expectedTotal: 777.5,
};

function without(field: keyof typeof body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
}

describe('the body of an order', () => {
  test('is read unchanged when it is valid', () => {
    expect(parsePlaceOrder(JSON.parse(JSON.stringify(body)))).toEqual({ ok: true, value: body });
  });

  test('loses unknown fields, above all prices', () => {
    const tampered = { ...body, subTotal: 1, items: body.items.map((item) => ({ ...item, price: 0.01 })) };
    expect(parsePlaceOrder(tampered)).toEqual({ ok: true, value: body });
  });

  test('has its key in lower case', () => {
    const shouted = { ...body, idempotencyKey: body.idempotencyKey.toUpperCase() };
    expect(parsePlaceOrder(shouted)).toEqual({ ok: true, value: body });
  });

  test.each([null, undefined, 'x', 1, [body]])('that is no object (%#) is a 400', (value) => {
    expect(parsePlaceOrder(value)).toEqual({
      ok: false,
      status: 400,
      reason: { code: 'malformed', detail: 'The body must be a JSON object.' },
    });
  });

  test.each([
    [{ items: [] }, { code: 'cart-empty' }],
    [{ items: [{ id: 'rui', quantity: 10_000 }] }, { code: 'bad-quantity', limit: 9_999 }],
    [{ items: [{ id: 'rui', quantity: '1' }] }, { code: 'bad-quantity', limit: 9_999 }],
    [
      { items: Array.from({ length: 201 }, (_, n) => ({ id: `p${n}`, quantity: 1 })) },
      { code: 'too-many-lines', limit: 200 },
    ],
    [{ paymentMethod: '' }, { code: 'no-payment-method' }],
    [{ paymentMethod: 5 }, { code: 'no-payment-method' }],
    [{ paymentMethod: 'stripe' }, { code: 'stripe-not-included' }],
    [{ shippingInfo: 'home' }, { code: 'fill-in-details' }],
    [{ shippingInfo: { ...body.shippingInfo, city: ' ' } }, { code: 'fill-in-details' }],
    [{ shippingInfo: { ...body.shippingInfo, phone: '1', postcode: '1' } }, { code: 'invalid-phone' }],
    [{ shippingInfo: { ...body.shippingInfo, postcode: '1' } }, { code: 'invalid-postcode' }],
  ])("with a bad field (%#) is a 422 with the shop's reason", (fields, reason) => {
    expect(parsePlaceOrder({ ...body, ...fields })).toMatchObject({ ok: false, status: 422, reason });
  });

  test.each([
    [{ items: 'rui' }, 'items must be a list.'],
    [{ items: ['rui'] }, 'Each item is an object with an id and a quantity.'],
    [{ items: [{ quantity: 1 }] }, 'Each item needs an id.'],
    [{ items: [{ id: 'a\u0000b', quantity: 1 }] }, 'An item id has 1 to 64 plain characters.'],
    [{ items: [{ id: 'x'.repeat(65), quantity: 1 }] }, 'An item id has 1 to 64 plain characters.'],
    [{ items: [...body.items, { id: 'rui', quantity: 1 }] }, 'Each product may stand in one line only.'],
    [{ idempotencyKey: 'again' }, 'idempotencyKey must be a UUID.'],
    [{ idempotencyKey: 7 }, 'idempotencyKey must be a UUID.'],
    [{ expectedTotal: '777.5' }, 'expectedTotal must be a number of Tk.'],
    [{ expectedTotal: -1 }, 'expectedTotal must not be negative.'],
    [{ expectedTotal: null }, 'expectedTotal must be a number of Tk.'],
  ])('with an impossible field (%#) is a 422 for programs', (fields, detail) => {
    const reason = { code: 'malformed', detail };
    expect(parsePlaceOrder({ ...body, ...fields })).toMatchObject({ ok: false, status: 422, reason });
  });

  test.each([
    ['items', { code: 'malformed', detail: 'items must be a list.' }],
    ['paymentMethod', { code: 'no-payment-method' }],
    ['shippingInfo', { code: 'fill-in-details' }],
    ['idempotencyKey', { code: 'malformed', detail: 'idempotencyKey must be a UUID.' }],
    ['expectedTotal', { code: 'malformed', detail: 'expectedTotal must be a number of Tk.' }],
  ] as const)('without %s is a 422', (field, reason) => {
    expect(parsePlaceOrder(without(field))).toMatchObject({ ok: false, status: 422, reason });
  });

  test('may have Bangla digits in its phone and postcode; ASCII ones are stored', () => {
    const shippingInfo = { ...body.shippingInfo, phone: '০১৭ ১২-৩৪৫৬৭৮', postcode: '১২০৭' };
    expect(parsePlaceOrder({ ...body, shippingInfo })).toEqual({ ok: true, value: body });
  });

  test('never throws, and a parsed body has the declared shape', () => {
    const anything = fc.record(
      {
        idempotencyKey: fc.anything(),
        items: fc.anything(),
        shippingInfo: fc.anything(),
        expectedTotal: fc.anything(),
      },
      { requiredKeys: [] },
    );
    forAll(fc.oneof(fc.anything(), anything), (value) => {
      expect(parsePlaceOrder(value).ok).toBe(false);
    });
  });
});

describe('the body of a change', () => {
  const ORDER = { id: 'k3x9qa' };
  const input = changeInput('orders', changing);
  const read = (change: string, body: object) => parseBy(input, { ...ORDER, change, ...body });
  const edit = (body: object) => parseBy(editInput, { ...ORDER, ...body });

  test.each([
    ['deliver', {}, {}],
    ['deliver', { collected: '120.5' }, { collected: 12_050 }],
    ['deliver', { revision: '3' }, { revision: 3 }],
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
  ])('an edit of %j is refused with a reason, and so is such an order', (body, reason) => {
    expect(edit(body)).toMatchObject({ ok: false, status: 422, reason });
    const placed = { idempotencyKey: KEY, items: [{ id: 'rui', quantity: 1 }], shippingInfo: SHIPPING };
    const shippingInfo = { ...SHIPPING, ...('shippingInfo' in body ? body.shippingInfo : {}) };
    expect(parseBy(phoneOrderSchema, { ...placed, ...body, shippingInfo })).toMatchObject({ status: 422, reason });
    expect(parseBy(phoneOrderSchema, placed)).toMatchObject({ ok: true });
    expect(edit({ reason: '' })).toEqual({ ok: true, value: ORDER });
  });

  test.each([
    ['division', 'atlantis'],
    ['country', 'India'],
    ['gender', 'other'],
  ])('an order on the phone with the %s %s is refused by its name', (field, value) => {
    const shippingInfo = { ...SHIPPING, [field]: value };
    const placed = { idempotencyKey: KEY, items: body.items, shippingInfo };
    expect(parseBy(phoneOrderSchema, placed)).toMatchObject({ status: 422, reason: { code: 'not-a-choice', field } });
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
});
