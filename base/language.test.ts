import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, localPath, parseLanguage, splitPath } from './language.ts';
import { testAll } from '../test/support/properties.ts';

/** Paths of pages, with a query or a place on the page. No page is called `bn`. */
const pages = fc
  .tuple(
    fc.array(
      fc.stringMatching(/^[a-z0-9_.-]{1,8}$/).filter((part) => part !== 'bn' && part !== 'bn.data'),
      { maxLength: 4 },
    ),
    fc.constantFrom('', '?', '?x=1', '?to=/bn/cart', '#bn', '?searchText=%E0%A6%9A&x=/'),
  )
  .map(([parts, rest]) => `/${parts.join('/')}${rest}`);

describe('the address of a page', () => {
  test.each([
    ['/', '/bn'],
    ['/?x=1', '/bn?x=1'],
    ['/#main', '/bn#main'],
    ['/cart', '/bn/cart'],
    ['/groceries/offers?after=15', '/bn/groceries/offers?after=15'],
    ['/bnx', '/bn/bnx'],
    ['/bn', '/bn/bn'],
  ])('%s is in Bangla %s', (path, address) => {
    expect(localPath('bn', path)).toBe(address);
    expect(localPath('en', path)).toBe(path);
    expect(splitPath(address)).toEqual({ language: 'bn', path });
  });

  test.each([
    ['/', 'en', '/'],
    ['/bn', 'bn', '/'],
    ['/bn/', 'bn', '/'],
    ['/bn?x=1', 'bn', '/?x=1'],
    ['/bn/?x=1', 'bn', '/?x=1'],
    ['/bn#main', 'bn', '/#main'],
    ['/bn.data', 'bn', '/_.data'],
    ['/bn/cart.data', 'bn', '/cart.data'],
    ['/bn/bn', 'bn', '/bn'],
    ['/bn/bn/cart', 'bn', '/bn/cart'],
    ['/bnx', 'en', '/bnx'],
    ['/bn-BD', 'en', '/bn-BD'],
    ['/BN', 'en', '/BN'],
    ['/cart/bn', 'en', '/cart/bn'],
    ['//bn', 'en', '//bn'],
    ['/api/suggest', 'en', '/api/suggest'],
    ['', 'en', ''],
  ])('%s is in %s %s', (address, language, path) => expect(splitPath(address)).toEqual({ language, path }));

  testAll(
    'is read back as it was written, in every language',
    pages,
    fc.constantFrom(...LANGUAGES),
    (path, language) => {
      expect(splitPath(localPath(language, path))).toEqual({ language, path });
    },
  );

  testAll('differs between the languages', pages, pages, (one, other) => {
    expect(localPath('bn', one)).not.toBe(localPath('en', other));
  });
});

test.each([
  ['bn', 'bn'],
  ['bn-BD', 'bn'],
  ['BN', 'bn'],
  ['bn, en', 'bn'],
  ['en', 'en'],
  ['en-US', 'en'],
  ['de', null],
  ['b', null],
  [' bn', null],
  ['*', null],
  ['', null],
  [null, null],
  [undefined, null],
])('%j names the language %j', (text, language) => expect(parseLanguage(text)).toBe(language));
