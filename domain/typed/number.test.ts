import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDigits } from '../../base/digits.ts';
import { anyText } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { readCount, readNumber, readPoisha } from './number.ts';

test.each([
  ['85', '85'],
  ['৮৫.৫০', '85.50'],
  ['Tk 1,250.00', '1250.00'],
  ['৳1,25,000', '125000'],
  ['১,২৫০ টাকা', '1250'],
  ['60/-', '60'],
  ['60/=', '60'],
  ['BDT 85', '85'],
  ['1.250,00', '1250.00'],
  ['12.345.678,9', '12345678.9'],
  ['60,5', '60.5'],
  ['1,0', '1.0'],
  ['0,250', '0.250'],
  ['1 250', '1250'],
  ['\u200E85\u200B', '85'],
  ['−5', '-5'],
  ['.5', '0.5'],
  ['85.', '85'],
  [85.5, '85.5'],
])('%j is %j', (typed, meant) => expect(readNumber(typed, 'Tk')).toBe(meant));

test.each([
  '',
  'abc',
  '1e3',
  '0x10',
  '1,2,3',
  '12,34,5',
  '1.2.3',
  '85 90',
  '85-90',
  '5 kg',
  true,
  null,
  undefined,
  [],
  ['5'],
  {},
  Number.NaN,
  1e21,
])('%j is no number', (typed) => expect(readNumber(typed, 'Tk')).toBeNull());

test('a percentage has its sign, and money has none', () => {
  expect([readNumber('12,5 %', '%'), readNumber('১০%', '%'), readNumber('10%', 'Tk')]).toEqual(['12.5', '10', null]);
});

test('money has two decimals, and what could be thousands or decimals is refused', () => {
  expect(['85.5', '৳ 1,250', '1.250', '1,2500', '0,250'].map(readPoisha)).toEqual([8550, 125_000, null, null, null]);
});

test('a schema sees what is no number as it was', () => {
  expect(['৭', '7', 7, '7.5', 'x', true].map(readCount)).toEqual([7, 7, 7, 7.5, 'x', true]);
});

const ways = ['en-US', 'en-IN', 'bn-BD', 'de-DE', 'fr-FR', 'de-CH'].flatMap((locale) =>
  [0, 2].map(
    (minimumFractionDigits) => new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: 2 }),
  ),
);

testAll(
  'an amount that is written in any way is read as itself, or not at all',
  fc.nat(10_000_000_00),
  fc.constantFrom(...ways),
  fc.constantFrom('', 'Tk ', '৳'),
  (poisha, way, before) => {
    const read = readPoisha(before + way.format(poisha / 100));
    const isGermanThousand = way.resolvedOptions().locale === 'de-DE' && poisha % 100 === 0 && poisha >= 100_000;
    if (!(isGermanThousand && read === null)) expect(read).toBe(poisha);
  },
);

testAll('a number is a fixed point, in digits of either script', fc.integer(), fc.nat(99), (whole, hundredths) => {
  const digits = `${whole}.${String(hundredths).padStart(2, '0')}`;
  expect(readNumber(digits)).toBe(digits);
  expect(readNumber(localDigits('bn', digits))).toBe(digits);
});

testAll('nothing else in a text is ever taken for a number', anyText(), (text) => {
  const read = readNumber(text, 'Tk');
  if (read !== null) expect(readNumber(read)).toBe(read);
});
