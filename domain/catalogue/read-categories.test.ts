import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIRST_CATEGORIES } from '../../test/support/first-categories.ts';
import { forAll } from '../../test/support/properties.ts';
import { isPublicPage } from '../../base/page-copies.ts';
import { categoryListing, CATEGORY_ID_PATTERN, GROUPS } from './catalogue.ts';
import { parseBy } from '../parse.ts';
import { categoriesInput } from './read-categories.ts';

const LENTILS = {
  id: 'lentils',
  name: 'Lentils',
  nameBn: 'ডাল',
  aliases: 'dal|daal',
  group: 'raw-products',
  shown: true,
};

function faultsOf(...categories: unknown[]) {
  const read = parseBy(categoriesInput, { categories }, 'categories');
  return read.ok ? [] : (read.fields ?? []);
}
const faults = (...rows: unknown[]) =>
  faultsOf(...rows).map(
    ({ field, reason }) => `${field}: ${reason.code === 'malformed' ? reason.detail : reason.code}`,
  );

test('a list is taken as it is, also with the numbers of products that it was sent with', () => {
  const categories = [...FIRST_CATEGORIES, { ...LENTILS, products: 3 }];
  expect(categoriesInput.parse({ categories })).toEqual({ categories });
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
  [{ id: 'fish' }, 'id: Another row has the id fish: choose another.'],
  [{ icon: 'x' }, 'icon: unknown-field'],
] as const)('a row with %j is refused', (fields, fault) => {
  expect(faults(...FIRST_CATEGORIES, { ...LENTILS, ...fields })).toContain(fault);
});

test('all faults are told, with their rows', () => {
  const told = faultsOf({ ...LENTILS, name: '', group: '' }, LENTILS, 'x').map(({ row, field }) => [row, field]);
  expect(told).toEqual([
    [0, 'name'],
    [0, 'group'],
    [2, ''],
  ]);
  for (const categories of [null, 'x', Array.from({ length: 61 }, () => LENTILS)])
    expect(parseBy(categoriesInput, { categories }, 'categories')).toMatchObject({ fields: [{ field: 'categories' }] });
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
    const read = parseBy(categoriesInput, { categories: given });
    const categories = read.ok ? read.value.categories : [];
    expect(categories.filter(({ id }) => !CATEGORY_ID_PATTERN.test(id))).toEqual([]);
    expect(categories.filter((category) => !isPublicPage(categoryListing(category).path))).toEqual([]);
    expect(categoriesInput.parse({ categories })).toEqual({ categories });
  });
});
