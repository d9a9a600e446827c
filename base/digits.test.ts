import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../test/support/arbitraries.ts';
import { forAll, testAll } from '../test/support/properties.ts';
import { asciiDigits, localDigits } from './digits.ts';

const BANGLA = '০১২৩৪৫৬৭৮৯';
const format = new Intl.NumberFormat('bn-BD', { useGrouping: false, maximumFractionDigits: 20 });

/** Texts in which digits are frequent. */
const texts = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom(...'0123456789', ...'-+ .,x', ...BANGLA) }));

describe('digits of a language', () => {
  test('are Bangla ones in Bangla, and unchanged in English', () => {
    expect(localDigits('bn', '0123456789')).toBe(BANGLA);
    expect(localDigits('bn', '+880 1700-000000')).toBe('+৮৮০ ১৭০০-০০০০০০');
    expect([localDigits('bn', 1_234.5), localDigits('bn', '60.0'), localDigits('bn', 0)]).toEqual([
      '১২৩৪.৫',
      '৬০.০',
      '০',
    ]);
    expect([localDigits('en', 1_234.5), localDigits('en', '60.0'), localDigits('en', '১২')]).toEqual([
      '1234.5',
      '60.0',
      '১২',
    ]);
  });

  test('are read back as ASCII digits', () => {
    expect(asciiDigits('পোস্টকোড ১২০৭, 1207')).toBe('পোস্টকোড 1207, 1207');
    forAll(fc.stringMatching(/^[0-9]*$/), (digits) => {
      expect(asciiDigits(localDigits('bn', digits))).toBe(digits);
    });
  });

  testAll('are the only characters that change, in any text', texts, (text) => {
    expect(localDigits('en', text)).toBe(text);
    const bangla = localDigits('bn', text);
    expect(bangla).not.toMatch(/[0-9]/);
    expect(asciiDigits(bangla)).toBe(asciiDigits(text));
    expect(asciiDigits(text)).not.toMatch(/[০-৯]/);
    expect(bangla.replace(/[০-৯]/g, '')).toBe(text.replace(/[0-9০-৯]/g, ''));
  });

  testAll(
    'are those of Intl for whole numbers and for amounts',
    fc.maxSafeInteger(),
    fc.integer({ min: 0, max: 10 ** 12 }),
    (whole, hundredths) => {
      for (const n of [whole, hundredths / 10, hundredths / 100]) {
        expect(localDigits('bn', n)).toBe(format.format(n));
        expect(localDigits('bn', n)).not.toMatch(/[0-9]/);
      }
    },
  );
});
