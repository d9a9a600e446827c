import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText, products } from '../../test/support/arbitraries.ts';
import { matchesSearch, parseSearchCategory, normalizeSearchText, searchText } from './search.ts';
import { exampleProduct } from '../../test/support/factories.ts';
import { forAll, testAll } from '../../test/support/properties.ts';

describe('the search needle (product §5)', () => {
  test.each([
    ['rice', 'ric'],
    ['RICE', 'ric'],
    ['a b c', 'ab'],
    ['   rice', 'ric'],
    [`${' '.repeat(100)}rice`, 'ric'],
    ['Rui', 'rui'],
    ['50%', '50'],
    ['_%_', ''],
    ['---rice', ''],
    ['@1x', '@1x'],
    ['  ', ''],
    ['', ''],
    ['ইলিশ', 'ইলি'],
    ['কাঁচা', 'কাঁ'],
    ['🥚🥚🥚egg', ''],
    ['🥚eg', 'eg'],
    ['ÉCLAIR', 'écl'],
    ['E\u0301CLAIR', 'écl'],
    // Joiners show nothing, so they count as nothing.
    ['র\u200D্যাব', 'র্য'],
    ['র্যাব', 'র্য'],
    ['\u09DFম', '\u09AF\u09BCম'],
    ['\u0985\u09BEম', 'আম'],
    ['৮৫ টাকা', '85'],
    ['৭আপ', '৭আপ'],
  ])('for %j is %j', (text, needle) => expect(normalizeSearchText(text)).toBe(needle));

  testAll('is short and has no SQL wildcards for any text', anyText(), (text) => {
    const needle = normalizeSearchText(text);
    const visible = [
      ...text
        .trimStart()
        .toWellFormed()
        .normalize('NFC')
        .replace(/\p{Cf}/gu, ''),
    ].length;
    expect(needle).toMatch(/^[\p{L}\p{M}\p{Nd}@]*$/u);
    expect([...needle].length).toBeLessThanOrEqual(9);
    expect(normalizeSearchText(text + 'x'.repeat(100))).toHaveLength(
      visible >= 3 ? needle.length : normalizeSearchText(text + 'xxx').length,
    );
  });

  test('a megabyte of text takes no longer than a word', () => {
    expect(normalizeSearchText('র'.repeat(1_000_000))).toBe('ররর');
  });
});

describe('the search result (product §5)', () => {
  const rui = exampleProduct();
  const tea = exampleProduct({ id: 'tea', name: 'সিলেট চা', category: 'tea-coffe', type: 'beverages', price: 85.5 });

  test('is searched in the joined fields', () => expect(searchText(rui)).toBe('fishrui fish350topraw-products1kg'));

  test.each([
    ['rui', true],
    ['FISH and chips', true],
    ['350', true],
    ['৩৫০', true],
    ['top', true],
    ['1kg', true],
    ['shr', true],
    ['beef', false],
    ['', false],
    ['  %', false],
  ])('%j finds Rui Fish: %s', (text, found) => expect(matchesSearch(rui, text, 'all')).toBe(found));

  test('Bangla is found with its vowel signs', () => {
    expect(matchesSearch(tea, 'সিলেট', 'all')).toBe(true);
    expect(matchesSearch(tea, 'সাল', 'all')).toBe(false);
  });

  testAll('raw and bev find whole groups', products, (product) => {
    expect(matchesSearch(product, 'raw', 'raw-products')).toBe(product.type === 'raw-products');
    expect(matchesSearch(product, 'BEV', 'beverages')).toBe(product.type === 'beverages');
  });

  testAll('every product is found by its category, and only in its group', products, (product) => {
    const start = product.category.slice(0, 3);
    const other = product.type === 'beverages' ? 'raw-products' : 'beverages';
    expect(matchesSearch(product, start, 'all')).toBe(true);
    expect(matchesSearch(product, start, product.type)).toBe(true);
    expect(matchesSearch(product, start, other)).toBe(false);
  });

  test('a name in any script is found by its first letters, in upper and lower case', () => {
    const letters = fc.stringMatching(/^[a-zA-Zঅ-ঋক-নপ-রÀ-ÖØ-Þà-ö]{3,10}$/u);
    forAll(products, letters, (product, name) => {
      const named = { ...product, name };
      expect(matchesSearch(named, name, 'all')).toBe(true);
      expect(matchesSearch(named, name.toUpperCase(), 'all')).toBe(true);
    });
  });

  test('the select has three choices', () => {
    expect(['raw-products', 'beverages', 'all', 'fish', undefined].map(parseSearchCategory)).toEqual([
      'raw-products',
      'beverages',
      'all',
      'all',
      'all',
    ]);
  });
});
