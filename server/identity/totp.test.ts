import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeAt } from '../../test/support/operators.ts';
import { newTotpSecret, totpStep, totpUri } from './second-factor.ts';

/** '12345678901234567890', the secret of RFC 6238, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at %d s is %s', (seconds, code) => {
  expect(totpStep(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  expect(codeAt(RFC_SECRET, seconds * 1000)).toBe(code);
});

test('a code is good in its own half minute and one before and after', () => {
  const moments = fc.integer({ min: 60_000, max: 4e12 });
  fc.assert(
    fc.property(moments, fc.integer({ min: -1, max: 1 }), (now, off) => {
      const secret = newTotpSecret();
      const step = Math.floor(now / 30_000) + off;
      expect(totpStep(secret, codeAt(secret, step * 30_000), now)).not.toBeNull();
    }),
  );
  const now = 1_234_567_890_000;
  for (const off of [-2, 2]) expect(totpStep(RFC_SECRET, codeAt(RFC_SECRET, now + off * 30_000), now)).toBeNull();
});

test.each(['', '12345', '1234567', 'abcdef', '12345\n', '١٢٣٤٥٦'])('%j is no code', (code) => {
  expect(totpStep(RFC_SECRET, code, 59_000)).toBeNull();
});

test('secrets are 160 random bits in base32, and apps can read their address', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri({ secret: RFC_SECRET, shop: 'My shop', email: 'a+b@example.com' }));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/My%20shop:a%2Bb%40example.com\?/);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    secret: RFC_SECRET,
    issuer: 'My shop',
    digits: '6',
    period: '30',
  });
});
