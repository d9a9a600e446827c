import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_BANNER, parseBanner } from './account.ts';
import { forAll } from '../../test/support/properties.ts';

test('a set banner is read back', () => {
  expect(parseBanner({ type: 'order', flag: true })).toEqual({ type: 'order', flag: true });
  expect(parseBanner({ type: 'account-delete', flag: true, more: 1 })).toEqual({ type: 'account-delete', flag: true });
});

test('anything else is no banner', () => {
  const others = [{ type: 'order', flag: false }, { type: 'order', flag: 'true' }, { type: 'sale', flag: true }, null];
  for (const stored of others) expect(parseBanner(stored)).toBe(NO_BANNER);
  forAll(fc.anything(), (stored) => {
    expect(parseBanner(stored)).toBe(NO_BANNER);
  });
});
