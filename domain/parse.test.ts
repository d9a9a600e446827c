import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { because, parseBy, textOr } from './parse.ts';
import type { FieldFault, Reason } from './outcome.ts';
import { forAll } from '../test/support/properties.ts';

const NO_CITY = { code: 'required', field: 'city' } as const;
const BAD_PHONE = { code: 'invalid-phone' } as const;

const schema = z.strictObject({
  city: textOr(NO_CITY),
  phone: z
    .string('phone is a text.')
    .refine((phone) => phone.startsWith('01'), because(BAD_PHONE))
    .refine((phone) => phone.length > 1, because(NO_CITY)),
});

const refused = (...fields: FieldFault[]) => ({ ok: false, status: 422, reason: fields[0]?.reason, fields });

describe('parsing by a schema', () => {
  test('gives the value', () => {
    const value = { city: 'Dhaka', phone: '01' };
    expect(parseBy(schema, value)).toEqual({ ok: true, value });
  });

  test('refuses with the first reason of each bad field, in the order of the schema', () => {
    const city = { field: 'city', reason: NO_CITY };
    const phone = { field: 'phone', reason: BAD_PHONE };
    expect(parseBy(schema, { phone: '', city: 7 })).toEqual(refused(city, phone));
    expect(parseBy(schema, { city: '', phone: '7' })).toEqual(refused(phone));
  });

  test('refuses what is no reason of the shop with the sentence of the schema', () => {
    const reason = { code: 'malformed', detail: 'phone is a text.' } as const;
    expect(parseBy(schema, { city: 'Dhaka' })).toEqual(refused({ field: 'phone', reason }));
    expect(parseBy(schema, null)).toMatchObject({ status: 422, fields: [{ field: '' }] });
  });

  test('refuses a NUL wherever the schema leaves one', () => {
    const ids = z.strictObject({ ids: z.array(z.strictObject({ id: z.string() })), name: z.string() });
    const reason = { code: 'malformed', detail: 'ids has a NUL.' } as const;
    expect(parseBy(ids, { ids: [{ id: 'a' }, { id: 'b\0' }], name: '' })).toEqual(refused({ field: 'ids', reason }));
  });

  test('refuses a field that the schema does not know by its name', () => {
    const reason = { code: 'unknown-field', field: 'citty' } as const;
    expect(parseBy(schema, { city: 'Dhaka', phone: '01', citty: 1 })).toEqual(refused({ field: 'citty', reason }));
    const inside = parseBy(z.object({ to: schema }), { to: { city: 'Dhaka', phone: '01', x: 1 } });
    expect(inside).toMatchObject({ reason: { code: 'unknown-field', field: 'to.x' } });
  });

  test('keeps all of a reason', () => {
    const reasons: fc.Arbitrary<Reason> = fc.oneof(
      fc.constant<Reason>({ code: 'cart-empty' }),
      fc.record({ code: fc.constant('too-long' as const), field: fc.constant('city' as const), limit: fc.nat() }),
    );
    forAll(reasons, (reason) => {
      expect(parseBy(textOr(reason), 7)).toMatchObject({ reason });
    });
  });
});
