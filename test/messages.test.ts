/** That both languages have the same texts with the same parameters is the compiler's to check (app/messages/same-shape.ts). */
import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as en from '../messages/en.ts';

const ROOT = `${import.meta.dirname}/..`;
const USERS = '{app,server/http,server/mail}/**/*.{ts,tsx}';
const THEMSELVES = ['**/*.test.{ts,tsx}', 'app/messages/{en,bn}.ts'];

/** Texts that no source mentions. */
function unused(names: readonly string[], sources: readonly string[]): string[] {
  const mentioned = new Set(sources.flatMap((source) => source.match(/\b[A-Z][A-Z_]+\b/g) ?? []));
  return names.filter((name) => !mentioned.has(name));
}

test('every text of the shop is used', async () => {
  const paths = await Array.fromAsync(glob(USERS, { cwd: ROOT, exclude: THEMSELVES }));
  expect(paths.length).toBeGreaterThan(100);
  const sources = await Promise.all(paths.map((path) => readFile(`${ROOT}/${path}`, 'utf8')));
  expect(unused(Object.keys(en), sources)).toEqual([]);
});

test('a text that nothing uses is found', () => {
  expect(unused(['CART', 'CART_LINK'], ['messages.CART_LINK + FIELDS'])).toEqual(['CART']);
});
