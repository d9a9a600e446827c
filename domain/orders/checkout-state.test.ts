import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SHIPPING_FIELDS, parseShippingInfo } from './checkout-state.ts';
import { SHIPPING } from '../../test/support/factories.ts';
import { forAll } from '../../test/support/properties.ts';

describe('the checkout form (product §4)', () => {
  test('can be parsed from storage and from requests', () => {
    expect(parseShippingInfo(SHIPPING)).toEqual(SHIPPING);
    expect(parseShippingInfo({ ...SHIPPING, name: '  Ayesha\u0000Rahman ', phone: 17, more: true })).toEqual({
      ...SHIPPING,
      phone: '',
    });
    expect(parseShippingInfo(null)).toBeNull();
    forAll(fc.object(), (value) => {
      const form = parseShippingInfo(value);
      expect(form && Object.keys(form)).toEqual(SHIPPING_FIELDS);
    });
  });

  test('may have Bangla digits in its phone and postcode, and spaces and hyphens in its phone', () => {
    const typed = { ...SHIPPING, street: '১২ লেক রোড', phone: '+৮৮ ০১৭১২-৩৪৫৬৭৮', postcode: '১২০৭' };
    expect(parseShippingInfo(typed)).toEqual({ ...SHIPPING, street: '১২ লেক রোড', phone: '+8801712345678' });
  });
});
