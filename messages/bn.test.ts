import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TRENDING_LISTINGS } from '../domain/catalogue/catalogue.ts';
import { DIVISIONS } from '../domain/accounts/address.ts';
import { GENDERS } from '../domain/accounts/contact.ts';
import { LANGUAGES } from '../base/language.ts';
import * as bn from './bn.ts';
import * as en from './en.ts';

/** What is written in Latin letters on Bangla pages too; at the end the phrase that the shop compares. */
const LATIN =
  /Facebook|Instagram|YouTube|App Store|Google Play|Stripe|JPEG|PNG|WebP|AVIF|GIF|English|delete-my-account/g;

/** All texts with their names: those of groups and lists as `DIVISION_NAMES.dhaka`. */
function textsOf(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, name === '' ? key : `${name}.${key}`));
}

function parametersOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted();
}

/** A text without its parameters and without what is Latin everywhere. */
function wordsOf(text: string): string {
  return text.replace(/\{\w+\}/g, '').replaceAll(LATIN, '');
}

const { LANGUAGE, DAY_PERIODS, ...named } = bn;
const TEXTS = textsOf(named);
const ENGLISH = new Map(textsOf(en));
const WORDS = [...TEXTS, ...DAY_PERIODS.map(([from, name]): [string, string] => [`DAY_PERIODS.${from}`, name])];

/** The texts with a fault, with their names. */
function offending(isFaulty: (text: string) => boolean): string[] {
  return WORDS.filter(([, text]) => isFaulty(text)).map(([name, text]) => `${name}: ${text}`);
}

describe('the Bangla texts', () => {
  test('have the names of the English ones', () => {
    const withoutPeriods = ({ DAY_PERIODS: _, ...others }: typeof bn | typeof en) =>
      textsOf(others).map(([name]) => name);
    expect(withoutPeriods(bn).toSorted()).toEqual(withoutPeriods(en).toSorted());
    expect(Object.keys(bn).toSorted()).toEqual(Object.keys(en).toSorted());
    expect(WORDS.length).toBeGreaterThan(300);
  });

  test('are of one language', () => expect([en.LANGUAGE, LANGUAGE]).toEqual(LANGUAGES));

  test('are normalized, without spaces or invisible characters at their ends', () => {
    expect(offending((text) => text.normalize('NFC') !== text)).toEqual([]);
    expect(offending((text) => text.trim() !== text || /^\p{Cf}|\p{Cf}$/u.test(text))).toEqual([]);
  });

  test('have Bangla digits only', () => expect(offending((text) => /[0-9]/.test(text))).toEqual([]));

  test('have no words in other scripts, except names', () => {
    expect(offending((text) => /\p{Script=Latin}|\p{Script=Devanagari}/u.test(wordsOf(text)))).toEqual([]);
  });

  test('have Bangla words, except patterns and names', () => {
    const isPattern = (text: string): boolean => /^[\p{P}\s]*$/u.test(wordsOf(text));
    expect(offending((text) => !isPattern(text) && !/\p{Script=Bengali}/u.test(text))).toEqual([]);
    expect(WORDS.filter(([, text]) => isPattern(text)).length).toBeLessThan(20);
  });

  test('have the parameters of the English ones', () => {
    const parameters = TEXTS.map(([name, text]) => [name, parametersOf(text)]);
    expect(parameters).toEqual(TEXTS.map(([name]) => [name, parametersOf(ENGLISH.get(name) ?? '')]));
  });

  test('have one form or two, as the rules of the language ask for', () => {
    const both = [...TEXTS, ...ENGLISH];
    expect(both.filter(([, text]) => text.split('|').length > 2)).toEqual([]);
    expect(both.filter(([, text]) => text.includes('|') && !text.includes('{n}'))).toEqual([]);
  });

  test('name every trending list, division, gender and language', () => {
    for (const { slug } of TRENDING_LISTINGS) expect(bn.LISTING_NAMES[slug]).toBeTruthy();
    for (const division of DIVISIONS) expect(bn.DIVISION_NAMES[division]).toBeTruthy();
    for (const gender of GENDERS) expect(bn.GENDER_NAMES[gender]).toBeTruthy();
    for (const names of [bn.LISTING_NAMES, bn.DIVISION_NAMES, bn.GENDER_NAMES, bn.STATUS_NAMES, bn.GROUP_NAMES])
      expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
  });
});

test('every text is used', () => {
  const sources = globSync('{app,messages,server}/**/*.{ts,tsx}', { exclude: ['**/*.test.*', 'messages/{en,bn}.ts'] });
  const mentioned = new Set(sources.flatMap((path) => readFileSync(path, 'utf8').match(/\b[A-Z][A-Z_]+\b/g) ?? []));
  expect(Object.keys(en).filter((name) => !mentioned.has(name))).toEqual([]);
});
