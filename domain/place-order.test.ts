import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePlaceOrder } from './place-order.ts';

const body = {
  idempotencyKey: '6f9a2c34-8f0b-4b52-9a53-0a4f6b7f8c11',
  items: [
    { id: 'rui', quantity: 2 },
    { id: 'tea', quantity: 9_999 },
  ],
  shippingInfo: {
    name: 'Rahim Uddin',
    email: 'rahim@example.com',
    phone: '01712345678',
    gender: 'male',
    street: '12 Green Road',
    city: 'Dhaka',
    postcode: '1207',
    division: 'dhaka',
    country: 'Bangladesh',
  },
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
    expect(parsePlaceOrder(value)).toEqual({ ok: false, status: 400, detail: 'The body must be a JSON object.' });
  });

  test.each([
    [{ items: [] }, 'Cart is empty!'],
    [{ items: [{ id: 'rui', quantity: 10_000 }] }, 'Quantity must be a whole number from 1 to 9999!'],
    [{ items: [{ id: 'rui', quantity: '1' }] }, 'Quantity must be a whole number from 1 to 9999!'],
    [
      { items: Array.from({ length: 201 }, (_, n) => ({ id: `p${n}`, quantity: 1 })) },
      'An order can have at most 200 products!',
    ],
    [{ paymentMethod: '' }, 'Please select a payment method!'],
    [{ paymentMethod: 5 }, 'Please select a payment method!'],
    [{ paymentMethod: 'stripe' }, 'Sorry! Stripe is not included yet!'],
    [{ shippingInfo: 'home' }, 'Please fill your details first!'],
    [{ shippingInfo: { ...body.shippingInfo, city: ' ' } }, 'Please fill your details first!'],
    [{ shippingInfo: { ...body.shippingInfo, phone: '1', postcode: '1' } }, 'Phone must be 11 digits long!'],
    [{ shippingInfo: { ...body.shippingInfo, postcode: '1' } }, 'Postcode must have 4 digits!'],
  ])("with a bad field (%#) is a 422 with the shop's message", (fields, detail) => {
    expect(parsePlaceOrder({ ...body, ...fields })).toEqual({ ok: false, status: 422, detail });
  });

  test.each([
    { items: 'rui' },
    { items: ['rui'] },
    { items: [{ quantity: 1 }] },
    { items: [{ id: 'a\u0000b', quantity: 1 }] },
    { items: [{ id: 'x'.repeat(65), quantity: 1 }] },
    { items: [...body.items, { id: 'rui', quantity: 1 }] },
    { idempotencyKey: 'again' },
    { idempotencyKey: 7 },
    { expectedTotal: '777.5' },
    { expectedTotal: -1 },
    { expectedTotal: null },
  ])('with an impossible field (%#) is a 422', (fields) => {
    expect(parsePlaceOrder({ ...body, ...fields })).toMatchObject({ ok: false, status: 422 });
  });

  test.each([
    ['items', 'items must be a list.'],
    ['paymentMethod', 'Please select a payment method!'],
    ['shippingInfo', 'Please fill your details first!'],
    ['idempotencyKey', 'idempotencyKey must be a UUID.'],
    ['expectedTotal', 'expectedTotal must be a number of Tk.'],
  ] as const)('without %s is a 422', (field, detail) => {
    expect(parsePlaceOrder(without(field))).toEqual({ ok: false, status: 422, detail });
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
    fc.assert(
      fc.property(fc.oneof(fc.anything(), anything), (value) => {
        expect(parsePlaceOrder(value).ok).toBe(false);
      }),
    );
  });
});
