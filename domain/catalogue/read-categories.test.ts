import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIRST_CATEGORIES } from '../../test/support/first-categories.ts';
import { forAll } from '../../test/support/properties.ts';
import { isPublicPage } from '../../base/public-pages.ts';
import { categoryListing, CATEGORY_ID_PATTERN, GROUPS } from './catalogue.ts';
import { readCategories } from './read-categories.ts';

const LENTILS = {
  id: 'lentils',
  name: 'Lentils',
  nameBn: 'ডাল',
  aliases: 'dal|daal',
  group: 'raw-products',
  shown: true,
};

function faults(...rows: unknown[]) {
  const read = readCategories(rows, FIRST_CATEGORIES);
  return read.ok ? [] : read.errors.map(({ field, reason }) => `${field ?? ''}: ${reason}`);
}

test('a list is taken as it is, bare or by its name, also with the numbers of products that it was sent with', () => {
  for (const given of [
    [...FIRST_CATEGORIES, LENTILS],
    { categories: [...FIRST_CATEGORIES, { ...LENTILS, products: 3 }] },
  ]) {
    expect(readCategories(given, FIRST_CATEGORIES)).toEqual({ ok: true, categories: [...FIRST_CATEGORIES, LENTILS] });
  }
});

test('what a row leaves out stays as it is, and is usual in a new one', () => {
  const [first] = FIRST_CATEGORIES;
  const { aliases: _, shown: __, ...vegetables } = { ...first, id: 'vegetables' };
  const hidden = FIRST_CATEGORIES.map((category) => ({ ...category, shown: false }));
  expect(readCategories([vegetables, { id: 'x1', name: ' X ', nameBn: 'এক্স', group: 'beverages' }], hidden)).toEqual({
    ok: true,
    categories: [
      { ...first, shown: false },
      { id: 'x1', name: 'X', nameBn: 'এক্স', group: 'beverages', aliases: '', shown: true },
    ],
  });
});

test.each([
  [{ id: 'Lentils' }, 'id: The address has 1 to 40 of a-z, 0-9 and -.'],
  [{ id: undefined }, 'id: Give it an address.'],
  [{ id: 'a'.repeat(41) }, 'id: The address has 1 to 40 of a-z, 0-9 and -.'],
  ...[
    'offers',
    'search-results',
    'trending',
    'raw-products',
    'beverages',
    'top-products',
    'popular-now',
    'all',
    'top',
  ].map((id) => [{ id }, 'id: The shop has another page with this address: choose another.'] as const),
  [{ name: ' ' }, 'name: Write a name of 1 to 40 characters.'],
  [{ name: '&' }, 'name: Write a name of 1 to 40 characters.'],
  [{ nameBn: '' }, 'nameBn: Write a name of 1 to 40 characters.'],
  [{ group: 'trending' }, 'group: The group is raw-products or beverages.'],
  [{ shown: 'yes' }, 'shown: Shown is true or false.'],
  [{ name: 'fish' }, 'name: The category fish has this name.'],
  [{ nameBn: 'মাছ' }, 'nameBn: The category fish has this name.'],
  [{ id: 'fish' }, 'id: Two categories have this address.'],
] as const)('a row with %j is refused', (fields, fault) => {
  expect(faults(...FIRST_CATEGORIES, { ...LENTILS, ...fields })).toContain(fault);
});

test('all faults are told, with their rows', () => {
  const read = readCategories([{ ...LENTILS, name: '', group: '' }, LENTILS, 'x'], []);
  expect(read.ok ? [] : read.errors.map(({ id, row, field }) => [id, row, field])).toEqual([
    ['lentils', 0, 'name'],
    ['lentils', 0, 'group'],
    ['', 2, undefined],
  ]);
  for (const given of [null, {}, 'x', { categories: 1 }, Array.from({ length: 61 }, () => LENTILS)])
    expect(readCategories(given, [])).toMatchObject({ ok: false, errors: [{ id: '' }] });
});

test('reading never throws, and what is taken has addresses of public pages', () => {
  const rows = fc.array(
    fc.record({
      id: fc.oneof(fc.stringMatching(/^[a-z0-9-]{1,40}$/), fc.string()),
      name: fc.string(),
      nameBn: fc.string(),
      aliases: fc.string(),
      group: fc.constantFrom(...GROUPS),
    }),
    { maxLength: 4 },
  );
  forAll(fc.oneof(rows, fc.anything()), (given) => {
    const read = readCategories(given, []);
    const categories = read.ok ? read.categories : [];
    expect(categories.filter(({ id }) => !CATEGORY_ID_PATTERN.test(id))).toEqual([]);
    expect(categories.filter((category) => !isPublicPage(categoryListing(category).path))).toEqual([]);
    expect(readCategories(categories, [])).toEqual({ ok: true, categories });
  });
});
