import { describe, expect, test } from 'vitest';
import { asciiDigits } from '../base/digits.ts';
import { fillIn } from '../base/message.ts';
import { formatAmount } from '../domain/orders/pricing.ts';
import { amountText } from '../server/mail/email.ts';
import { prices } from '../test/support/arbitraries.ts';
import { importInBangla } from '../test/support/bangla.ts';
import * as bn from './bn.ts';
import * as en from './en.ts';
import * as english from './format.ts';
import { exampleProduct } from '../test/support/factories.ts';
import { testAll } from '../test/support/properties.ts';

const bangla = await importInBangla(() => import('./format.ts'));

describe('prices', () => {
  test.each([
    [85, 'Tk 85', '৳৮৫'],
    [85.5, 'Tk 85.5', '৳৮৫.৫'],
    [85.55, 'Tk 85.55', '৳৮৫.৫৫'],
    ['85.0', 'Tk 85.0', '৳৮৫.০'],
    ['1234.5', 'Tk 1234.5', '৳১২৩৪.৫'],
    [1_000_000, 'Tk 1000000', '৳১০০০০০০'],
    [0, 'Tk 0', '৳০'],
  ])('of %j are %j and %j', (amount, inEnglish, inBangla) => {
    expect(english.formatPrice(amount)).toBe(inEnglish);
    expect(bangla.formatPrice(amount)).toBe(inBangla);
  });

  testAll('are the same on pages and in mails, for all amounts and in both languages', prices, (price) => {
    for (const amount of [String(price), formatAmount(price)]) {
      expect(english.formatPrice(amount)).toBe(`Tk ${amount}`);
      expect(amountText('en', amount)).toBe(`Tk ${amount}`);
      const text = bangla.formatPrice(amount);
      expect(text).toBe(amountText('bn', amount));
      expect(text).not.toMatch(/[0-9]/);
      expect(asciiDigits(text)).toBe(`৳${amount}`);
    }
    expect(english.formatPrice(price)).toBe(fillIn('en', en.PRICE, { amount: price }));
    expect(bangla.formatPrice(price)).toBe(fillIn('bn', bn.PRICE, { amount: price }));
  });
});

test('numbers have the digits of the page', () => {
  expect([english.formatNumber(12), english.formatNumber('+880 17')]).toEqual(['12', '+880 17']);
  expect([bangla.formatNumber(12), bangla.formatNumber('+880 17')]).toEqual(['১২', '+৮৮০ ১৭']);
  expect(english.formatMessage(en.CART_LINK, { n: 12 })).toBe('Cart, 12 items');
  expect(bangla.formatMessage(bn.CART_LINK, { n: 12 })).toBe(bn.CART_LINK.replace('{n}', '১২'));
});

describe('a product', () => {
  test.each([
    ['1', 'kg', '1 kg', `১ ${bn.UNIT_NAMES.kg}`],
    ['2.5', 'L', '2.5 L', `২.৫ ${bn.UNIT_NAMES.L}`],
    ['12', 'pc(s)', '12 pc(s)', `১২${bn.UNIT_NAMES['pc(s)']}`],
    // Units that the shop has no name for.
    ['500', 'gm', '500 gm', '৫০০ gm'],
    ['1', 'হালি', '1 হালি', '১ হালি'],
    ['500', '', '500', '৫০০'],
    ['', 'kg', 'kg', bn.UNIT_NAMES.kg],
    ['', '', '', ''],
  ])('of %j %j has the measure %j, and in Bangla %j', (weight, unit, inEnglish, inBangla) => {
    expect(english.formatMeasure({ weight, unit })).toBe(inEnglish);
    expect(bangla.formatMeasure({ weight, unit })).toBe(inBangla);
  });

  test('is called by its Bangla name on Bangla pages, if it has one', () => {
    const both = exampleProduct({ name_bn: 'রুই মাছ' });
    expect([english.productName(both), english.secondName(both)]).toEqual(['Rui Fish', 'রুই মাছ']);
    expect([bangla.productName(both), bangla.secondName(both)]).toEqual(['রুই মাছ', '']);
    const one = exampleProduct();
    expect([english.productName(one), english.secondName(one)]).toEqual(['Rui Fish', '']);
    expect([bangla.productName(one), bangla.secondName(one)]).toEqual(['Rui Fish', '']);
  });
});
