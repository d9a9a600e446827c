import { isOptional } from '../accounts/address.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHIPPING_FIELDS, type ShippingInfo } from './checkout-state.ts';
import { checkoutError, checkoutErrors, filledFrom, orderBoundsError, paymentError } from './checkout.ts';
import { exampleShipping } from '../../test/support/factories.ts';
import { forAll } from '../../test/support/properties.ts';

const filled: ShippingInfo = exampleShipping({
  name: 'Rahim Uddin',
  email: 'rahim@example.com',
  gender: 'male',
  street: '12 Green Road',
});

function lines(count: number, quantity: number) {
  return Array.from({ length: count }, () => ({ quantity }));
}

describe('the checkout form (product §5)', () => {
  test('has no error when everything is filled in', () => {
    expect(checkoutError(filled)).toBeNull();
    expect(checkoutError({ ...filled, gender: 'Female', division: 'Dhaka', phone: '+88-01912345678' })).toBeNull();
  });

  test('first checks that every field is filled in, and names all that are not', () => {
    const bad = { ...filled, phone: '1', postcode: '1' };
    forAll(
      fc.constantFrom(...SHIPPING_FIELDS.filter((field) => !isOptional(field))),
      fc.constantFrom('', '  ', '\u200B'),
      (field, blank) => {
        expect(checkoutError({ ...bad, [field]: blank })).toEqual({ code: 'fill-in-details' });
        expect(checkoutErrors({ ...bad, [field]: blank })).toContainEqual({
          field,
          reason: { code: 'required', field },
        });
      },
    );
  });

  test('finds one fault in each bad field', () => {
    const bad = { ...filled, name: ' ', phone: '1', postcode: '', email: 'rahim', gender: '' };
    expect(checkoutErrors(bad).map(({ field, reason }) => [field, reason.code])).toEqual([
      ['name', 'required'],
      ['gender', 'required'],
      ['postcode', 'required'],
      ['phone', 'invalid-phone'],
      ['email', 'invalid-email'],
    ]);
  });

  test('then checks the phone, then the postcode', () => {
    expect(checkoutError({ ...filled, phone: '1', postcode: '1' })).toEqual({ code: 'invalid-phone' });
    expect(checkoutError({ ...filled, postcode: '1' })).toEqual({ code: 'invalid-postcode' });
  });

  test.each([
    [{ name: 'a'.repeat(121) }, { code: 'too-long', field: 'name', limit: 120 }],
    [{ street: 'a'.repeat(201) }, { code: 'too-long', field: 'street', limit: 200 }],
    [{ city: 'a'.repeat(101) }, { code: 'too-long', field: 'city', limit: 100 }],
    [{ email: 'rahim' }, { code: 'invalid-email' }],
    [{ gender: 'other' }, { code: 'not-a-choice', field: 'gender' }],
    [{ division: 'London' }, { code: 'not-a-choice', field: 'division' }],
    [{ country: 'India' }, { code: 'not-a-choice', field: 'country' }],
  ])('refuses values that its controls do not allow: %#', (fields, reason) => {
    const [field] = Object.keys(fields);
    expect(checkoutErrors({ ...filled, ...fields })).toEqual([{ field, reason }]);
  });
});

describe('a form filled in from the latest order', () => {
  const latest = Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, `old ${field}`])) as ShippingInfo;

  test('keeps what the profile has and takes the rest from the order', () => {
    const profile = { ...latest, name: 'Rahima', phone: ' ', division: 'dhaka' };
    expect(filledFrom(profile, latest)).toEqual({ ...latest, name: 'Rahima', division: 'dhaka' });
    expect(filledFrom(profile, undefined)).toEqual(profile);
  });

  test('takes the whole address of the order when the profile has no street', () => {
    const profile = { ...latest, street: '', division: 'dhaka' };
    expect(filledFrom(profile, latest)).toEqual(latest);
  });
});

describe('payment (product §5)', () => {
  const ready = { itemCount: 1, method: 'cashon', hasUser: true };

  test('checks the cart, then the method, then the user', () => {
    expect(paymentError(ready)).toBeNull();
    expect(paymentError({ itemCount: 0, method: null, hasUser: false })).toEqual({ code: 'cart-empty' });
    expect(paymentError({ ...ready, method: null, hasUser: false })).toEqual({ code: 'no-payment-method' });
    expect(paymentError({ ...ready, method: 'bkash' })).toEqual({ code: 'no-payment-method' });
    expect(paymentError({ ...ready, method: 'stripe' })).toEqual({ code: 'stripe-not-included' });
    expect(paymentError({ ...ready, hasUser: false })).toEqual({ code: 'something-wrong' });
  });
});

test('the limits of an order are 200 lines with quantities from 1 to 9,999', () => {
  expect(orderBoundsError(lines(200, 9_999))).toBeNull();
  expect(orderBoundsError(lines(201, 1))).toEqual({ code: 'too-many-lines', limit: 200 });
  for (const quantity of [0, -1, 1.5, 10_000, Number.NaN]) {
    expect(orderBoundsError(lines(1, quantity))).toEqual({ code: 'bad-quantity', limit: 9_999 });
  }
});
