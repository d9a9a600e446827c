import { describe, expect, test } from 'vitest';
import { CATEGORIES, LISTINGS } from '../../domain/catalogue.ts';
import { DIVISIONS, GENDERS } from '../../domain/contact.ts';
import { LANGUAGES } from '../../domain/language.ts';
import * as bn from './bn.ts';
import * as en from './en.ts';

/** What is written in Latin letters on Bangla pages too. */
const LATIN = [
  'Facebook',
  'Instagram',
  'YouTube',
  'App Store',
  'Google Play',
  'Stripe',
  'JPEG',
  'PNG',
  'WebP',
  'AVIF',
  'GIF',
  'English',
  // The phrase that the shop compares.
  'delete-my-account',
];

/** All texts with their names: those of groups and lists as `DIVISION_NAMES.dhaka`. */
function textsOf(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, name === '' ? key : `${name}.${key}`));
}

function parametersOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].toSorted();
}

const { LANGUAGE, OTHER_LANGUAGE, DAY_PERIODS, ...named } = bn;
const TEXTS = textsOf(named);
const ENGLISH = new Map(textsOf(en));
const WORDS = [...TEXTS, ...DAY_PERIODS.map(([from, name]): [string, string] => [`DAY_PERIODS.${from}`, name])];

describe('the Bangla texts', () => {
  test('have the names of the English ones', () => {
    const withoutPeriods = ({ DAY_PERIODS: _, ...others }: typeof bn | typeof en) =>
      textsOf(others).map(([name]) => name);
    expect(withoutPeriods(bn).toSorted()).toEqual(withoutPeriods(en).toSorted());
    expect(Object.keys(bn).toSorted()).toEqual(Object.keys(en).toSorted());
    expect(WORDS.length).toBeGreaterThan(300);
  });

  test('are of one language, and know the other', () => {
    expect([LANGUAGE, OTHER_LANGUAGE]).toEqual(['bn', 'en']);
    expect([en.LANGUAGE, en.OTHER_LANGUAGE]).toEqual(['en', 'bn']);
    expect([LANGUAGE, en.LANGUAGE].toSorted()).toEqual([...LANGUAGES].toSorted());
    expect([bn.OTHER_LANGUAGE_NAME, en.OTHER_LANGUAGE_NAME]).toEqual(['English', 'বাংলা']);
  });

  test.each(WORDS)('%s: %s', (name, text) => {
    expect(text.normalize('NFC')).toBe(text);
    expect(text.trim()).toBe(text);
    expect(text).not.toMatch(/[0-9]/);
    const words = LATIN.reduce((rest, latin) => rest.replaceAll(latin, ''), text.replace(/\{\w+\}/g, ''));
    expect(words).not.toMatch(/\p{Script=Latin}/u);
    // Other texts than amounts, names and patterns are words.
    const isPattern = words.replace(/[\p{P}\s]/gu, '') === '';
    expect(isPattern || /[\p{Script=Bengali}৳]/u.test(words)).toBe(true);
    // No joiners or other characters that show nothing at an end, and none that only look like Bangla.
    expect(words).not.toMatch(/\p{Script=Devanagari}(?<![।॥])|^\p{Cf}|\p{Cf}$/u);
    expect(name).toMatch(/^[A-Z]/);
  });

  test('have the parameters of the English ones', () => {
    const parameters = TEXTS.map(([name, text]) => [name, parametersOf(text)]);
    expect(parameters).toEqual(TEXTS.map(([name]) => [name, parametersOf(ENGLISH.get(name) ?? '')]));
  });

  test('have one form or two, as the rules of the language ask for', () => {
    for (const [name, text] of [...TEXTS, ...ENGLISH]) {
      const forms = text.split('|');
      expect([1, 2], name).toContain(forms.length);
      if (forms.length === 2) expect(text, name).toContain('{n}');
    }
  });

  test('name every listing, division, gender and language', () => {
    for (const { slug } of LISTINGS) expect(bn.LISTING_NAMES[slug]).toBeTruthy();
    for (const category of CATEGORIES) expect(bn.LISTING_NAMES[category]).toBeTruthy();
    for (const division of DIVISIONS) expect(bn.DIVISION_NAMES[division]).toBeTruthy();
    for (const gender of GENDERS) expect(bn.GENDER_NAMES[gender]).toBeTruthy();
    for (const names of [bn.LISTING_NAMES, bn.DIVISION_NAMES, bn.GENDER_NAMES, bn.STATUS_NAMES, bn.GROUP_NAMES])
      expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
  });
});
