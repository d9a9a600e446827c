import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  SHIPPING_FIELDS,
  checkoutError,
  checkoutReducer,
  filledFrom,
  findCheckoutError,
  orderBoundsError,
  parseShippingInfo,
  paymentError,
} from './checkout.ts';
import type { ShippingInfo } from './checkout.ts';

const filled: ShippingInfo = {
  name: 'Rahim Uddin',
  email: 'rahim@example.com',
  phone: '01712345678',
  gender: 'male',
  street: '12 Green Road',
  city: 'Dhaka',
  postcode: '1207',
  division: 'dhaka',
  country: 'Bangladesh',
};

function lines(count: number, quantity: number) {
  return Array.from({ length: count }, () => ({ quantity }));
}

describe('checkout flags (product §4)', () => {
  test('are set and reset independently of each other', () => {
    const confirmed = checkoutReducer(
      { checkoutConfirmed: false, orderConfirmed: false },
      { type: 'CHECKOUT_CONFIRMED' },
    );
    expect(confirmed).toEqual({ checkoutConfirmed: true, orderConfirmed: false });
    const ordered = checkoutReducer(confirmed, { type: 'ORDER_CONFIRMED' });
    expect(ordered).toEqual({ checkoutConfirmed: true, orderConfirmed: true });
    expect(checkoutReducer(ordered, { type: 'RESET_CHECKOUT_STATE' })).toEqual({
      checkoutConfirmed: false,
      orderConfirmed: true,
    });
    expect(checkoutReducer(ordered, { type: 'RESET_ORDER_STATE' })).toEqual(confirmed);
  });
});

describe('the checkout form (product §5)', () => {
  test('has no error when everything is filled in', () => {
    expect(checkoutError(filled)).toBeNull();
    expect(checkoutError({ ...filled, gender: 'Female', division: 'Dhaka', phone: '+88-01912345678' })).toBeNull();
  });

  test('first checks that every field is filled in', () => {
    const bad = { ...filled, phone: '1', postcode: '1' };
    fc.assert(
      fc.property(fc.constantFrom(...SHIPPING_FIELDS), fc.constantFrom('', '  ', '\u200B'), (field, blank) => {
        expect(findCheckoutError({ ...bad, [field]: blank })).toEqual({
          field,
          message: 'Please fill your details first!',
        });
      }),
    );
  });

  test('then checks the phone, then the postcode', () => {
    expect(checkoutError({ ...filled, phone: '1', postcode: '1' })).toBe('Phone must be 11 digits long!');
    expect(checkoutError({ ...filled, postcode: '1' })).toBe('Postcode must have 4 digits!');
  });

  test.each([
    { name: 'a'.repeat(121) },
    { street: 'a'.repeat(201) },
    { city: 'a'.repeat(101) },
    { email: 'rahim' },
    { gender: 'other' },
    { division: 'London' },
    { country: 'India' },
  ])('refuses values that its controls do not allow: %#', (fields) => {
    expect(Object.keys(fields)).toEqual([findCheckoutError({ ...filled, ...fields })?.field]);
  });

  test('can be parsed from storage and from requests', () => {
    expect(parseShippingInfo(filled)).toEqual(filled);
    expect(parseShippingInfo({ ...filled, name: '  Rahim\u0000Uddin ', phone: 17, more: true })).toEqual({
      ...filled,
      phone: '',
    });
    expect(parseShippingInfo(null)).toBeNull();
    fc.assert(
      fc.property(fc.object(), (value) => {
        const form = parseShippingInfo(value);
        expect(form && Object.keys(form)).toEqual(SHIPPING_FIELDS);
      }),
    );
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
    expect(paymentError({ itemCount: 0, method: null, hasUser: false })).toBe('Cart is empty!');
    expect(paymentError({ ...ready, method: null, hasUser: false })).toBe('Please select a payment method!');
    expect(paymentError({ ...ready, method: 'bkash' })).toBe('Please select a payment method!');
    expect(paymentError({ ...ready, method: 'stripe' })).toBe('Sorry! Stripe is not included yet!');
    expect(paymentError({ ...ready, hasUser: false })).toBe('Something wrong!');
  });
});

describe('the limits of an order', () => {
  test('are 200 lines with quantities from 1 to 9,999', () => {
    expect(orderBoundsError(lines(200, 9_999))).toBeNull();
    expect(orderBoundsError(lines(201, 1))).toBe('An order can have at most 200 products!');
    for (const quantity of [0, -1, 1.5, 10_000, Number.NaN]) {
      expect(orderBoundsError(lines(1, quantity))).toBe('Quantity must be a whole number from 1 to 9999!');
    }
  });
});
