import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { because, parseBy, reasonOf } from './parsed.ts';
import type { Reason } from './reason.ts';
import { forAll } from '../test/support/properties.ts';

const schema = z.object({
  city: z.string(because({ code: 'required', field: 'city' })),
  phone: z.string().regex(/^01/, because({ code: 'invalid-phone' })),
});

describe('parsing by a schema', () => {
  test('gives the value', () => {
    expect(parseBy(schema, { city: 'Dhaka', phone: '01', more: 1 })).toEqual({
      ok: true,
      value: { city: 'Dhaka', phone: '01' },
    });
  });

  test('refuses with the reason of the first bad field, in the order of the schema', () => {
    const refused = (value: unknown) => parseBy(schema, value);
    const city = { ok: false, status: 422, reason: { code: 'required', field: 'city' } };
    expect(refused({ phone: '', city: 7 })).toEqual(city);
    expect(refused({ phone: '' })).toEqual(city);
    expect(refused({ city: '', phone: '7' })).toEqual({ ok: false, status: 422, reason: { code: 'invalid-phone' } });
  });

  test('refuses without a reason of the shop as an error', () => {
    const error = { ok: false, status: 422, reason: { code: 'error' } };
    expect(parseBy(schema, null)).toEqual(error);
    expect(parseBy(schema, { city: 'Dhaka' })).toEqual(error);
    expect(parseBy(z.never(), 1)).toEqual(error);
    expect(reasonOf(new z.ZodError([]))).toEqual({ code: 'error' });
  });

  test('keeps all of a reason', () => {
    const reasons: fc.Arbitrary<Reason> = fc.oneof(
      fc.constant<Reason>({ code: 'cart-empty' }),
      fc.record({ code: fc.constant('malformed' as const), detail: fc.string() }),
      fc.record({ code: fc.constant('too-long' as const), field: fc.constant('city' as const), limit: fc.nat() }),
    );
    forAll(reasons, (reason) => {
      const { error } = z.string(because(reason)).safeParse(7);
      expect(error && reasonOf(error)).toEqual(reason);
    });
  });
});
