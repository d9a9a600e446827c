import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = `${import.meta.dirname}/..`;
/** Slips and the poster are paper: their sizes follow from their own. */
const SCREENS = globSync('app/**/*.{tsx,css}', { cwd: ROOT }).filter((path) => !/packing-slip|\.test\./.test(path));

function findClasses(pattern: RegExp): string[] {
  return SCREENS.flatMap((path) =>
    [...readFileSync(`${ROOT}/${path}`, 'utf8').matchAll(pattern)].map(([found]) => `${path}: ${found.trim()}`),
  );
}

test('texts have the sizes and weights of app/theme.css', () => {
  expect(SCREENS.length).toBeGreaterThan(100);
  expect(findClasses(/(?<![\w-])(?:text-(?:[2-9]xl|\[[\d.]+(?:rem|px)\])|leading-[\w.[\]]+)(?=[\s"'`;!])/g)).toEqual(
    [],
  );
  expect(findClasses(/(?<![\w-])font-(?:thin|light|medium|bold|black)/g)).toEqual([]);
});

test('spaces are 4, 8, 12, 16, 24 or 40 px', () => {
  const space = /(?<![\w-])-?(?:[pm][xytrbl]?|gap(?:-[xy])?)-(?!(?:0|1|2|3|4|6|10|11|px|auto)(?![\w.]))[\d.]+/g;
  expect(findClasses(space)).toEqual([]);
});

test('corners are those of a card, a control or a pill', () => {
  expect(findClasses(/(?<![\w-])rounded(?:-[trbl]{1,2})?(?=[\s"'`;!])|(?<![\w-])rounded-(?:xs|sm|md|lg|3xl)/g)).toEqual(
    [],
  );
});
