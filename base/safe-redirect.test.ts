import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';
import { forAll } from '../test/support/properties.ts';

describe('safeRedirect', () => {
  test.each(['/cart', '/user/orders/abc', '/groceries/search-results?searchText=ri'])('keeps %s', (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/user/login?next=/user/login',
    '',
    null,
    undefined,
    7,
    ['/cart'],
    `/${'a'.repeat(3000)}`,
  ])('refuses %j', (target) => expect(safeRedirect(target)).toBe('/'));

  test('never leaves the shop', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', '\t', '\n', 'a', 'http', '%2f', '?', '#', ' '),
    });
    forAll(nasty, (text) => {
      const path = safeRedirect(text);
      expect(new URL(path, 'https://sodai.example').origin).toBe('https://sodai.example');
      expect(path.startsWith('//')).toBe(false);
    });
  });
});
