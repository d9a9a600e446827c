import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../test/support/arbitraries.ts';
import { testAll } from '../test/support/properties.ts';
import { LANGUAGES } from './language.ts';
import { fillIn } from './message.ts';

describe('a text with parameters', () => {
  test('gets their values, numbers in its own digits and texts as they are', () => {
    expect(fillIn('en', 'Cart, {n} items', { n: 3 })).toBe('Cart, 3 items');
    expect(fillIn('bn', 'কার্ট, {n}টি পণ্য', { n: 12 })).toBe('কার্ট, ১২টি পণ্য');
    expect(fillIn('bn', 'ফোন {phone}', { phone: '01700' })).toBe('ফোন 01700');
    expect(fillIn('en', '{a} and {b}, {a}', { a: 'x', b: 'y' })).toBe('x and y, x');
    expect(fillIn('en', 'Home', {})).toBe('Home');
  });

  test.each(['$&', '$1', '$$', "$'", '{n}', '{x}', 'a|b', '{', '}', '<b>', 'রুই'])(
    'gets the value %j exactly as it is',
    (value) => {
      for (const language of LANGUAGES) {
        expect(fillIn(language, '({x}) {n} ({x})', { x: value, n: 0 })).toBe(
          `(${value}) ${language === 'bn' ? '০' : 0} (${value})`,
        );
      }
    },
  );

  testAll('gets any value exactly as it is', anyText(), anyText(), fc.constantFrom(...LANGUAGES), (a, b, language) => {
    expect(fillIn(language, '<{a}>{b}</{a}>', { a, b })).toBe(`<${a}>${b}</${a}>`);
  });

  test('is empty where a value is missing', () => {
    const values: object = {};
    expect(fillIn('en', 'Hello {name}!', values as { name: string })).toBe('Hello !');
  });
});

describe('a text with two forms', () => {
  const COUNT = '{n} piece|{n} pieces';

  test.each([
    [0, '0 pieces'],
    [1, '1 piece'],
    [2, '2 pieces'],
    [21, '21 pieces'],
    [1.5, '1.5 pieces'],
  ])('for %d is %j', (n, text) => {
    expect(fillIn('en', COUNT, { n })).toBe(text);
    expect(fillIn('en', COUNT, { n: String(n) })).toBe(text);
  });

  test.each([
    [0, '০ এক'],
    [1, '১ এক'],
    [2, '২ অনেক'],
    [11, '১১ অনেক'],
  ])('in Bangla for %d is %j: none is said as one', (n, text) => {
    expect(fillIn('bn', '{n} এক|{n} অনেক', { n })).toBe(text);
  });

  test('of which the first has no number', () => {
    const WAIT = 'in a minute|in {n} minutes';
    expect([fillIn('en', WAIT, { n: 1 }), fillIn('en', WAIT, { n: 5 })]).toEqual(['in a minute', 'in 5 minutes']);
  });
});
