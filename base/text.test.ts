import { describe, expect, test } from 'vitest';
import { anyText } from '../test/support/arbitraries.ts';
import { testAll } from '../test/support/properties.ts';
import { characterCount, cleanText, isBlank, suggestedId } from './text.ts';
import { PRODUCT_ID_PATTERN } from '../domain/catalogue/product.ts';
import * as fc from 'fast-check';

describe('typed text', () => {
  test('is trimmed, NFC and without control characters', () => {
    expect(cleanText('  Rahim\r\nUddin\u0000 ')).toBe('Rahim Uddin');
    expect(cleanText('e\u0301')).toBe('\u00E9');
    expect(cleanText('\u202Egnp.exe')).toBe('gnp.exe');
    expect(cleanText('a\uD800b')).toBe('a\uFFFDb');
  });

  test('keeps Bangla unchanged, joiners included', () => {
    expect(cleanText('র\u200D্যাব ও ক্ষীর')).toBe('র\u200D্যাব ও ক্ষীর');
  });

  test('is blank when nothing is visible', () => {
    for (const text of ['', ' ', '\u00A0', '\u200B\u200D', '\u2800', '\u3164']) expect(isBlank(text)).toBe(true);
    for (const text of ['a', '০', '🥚', '-']) expect(isBlank(text)).toBe(false);
  });

  test('is counted in characters', () => {
    expect([characterCount(''), characterCount('🥚a'), characterCount('রুই')]).toEqual([0, 2, 3]);
  });

  testAll('cleaning twice equals cleaning once, and the result can be stored', anyText(), (text) => {
    const clean = cleanText(text);
    expect(cleanText(clean)).toBe(clean);
    expect(clean.isWellFormed()).toBe(true);
    expect(clean).not.toMatch(/\p{Cc}/u);
  });
});

test.each([
  ['Miniket Rice, 5 kg', 'miniket-rice-5-kg'],
  ['  Café “Crème” ', 'cafe-creme'],
  ['রুই মাছ', ''],
  ['a'.repeat(63) + ' b', 'a'.repeat(63)],
])('%j has the id %j', (name, id) => expect(suggestedId(name)).toBe(id));

testAll('a suggested id is valid or empty', fc.string({ unit: 'grapheme', maxLength: 120 }), (name) => {
  const id = suggestedId(name);
  expect(id === '' || PRODUCT_ID_PATTERN.test(id)).toBe(true);
});
