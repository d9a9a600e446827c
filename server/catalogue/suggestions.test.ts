import * as fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Product } from '../../domain/catalogue/product.ts';
import { SEARCH_CATEGORIES, type SearchCategory, matchesSearch } from '../../domain/catalogue/search.ts';
import { forgivenLetters } from '../../domain/catalogue/suggestions.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { loadDemo } from './demo.ts';
import { catalogueRow, exampleProduct } from '../../test/support/factories.ts';

const PRODUCTS = [
  ['padma-ilish', 'Padma Ilish', 'পদ্মার ইলিশ', 'hilsa|ilish mach'],
  ['ilish-egg', 'Ilish Roe', '', ''],
  ['potato', 'Potato', 'আলু', 'alu|aloo'],
  ['onion', 'Deshi Onion', 'দেশি পেঁয়াজ', 'piyaj|piaj'],
  ['tea', 'Green Tea', 'গ্রিন টি', 'cha'],
  ['rice', 'Chashi Rice', 'চাষী চাল', 'chal'],
  ['tomato', 'Tomato', 'টমেটো', ''],
  ['seven', '7up 250 ml', 'সেভেন আপ ২৫০ মিলি', ''],
  // Ranks: name, whole word, beginning of a word, part, wrong letter.
  ['z-wrong', 'Zamborea', '', ''],
  ['z-part', 'Xzamboree', '', ''],
  ['z-begins', 'Fresh Zamboreen', '', ''],
  ['z-word', 'Fresh Zamboree', '', ''],
  ['z-name', 'Zamboree Deluxe', '', ''],
] as const;

describeWithDatabase('suggestions', ({ open }) => {
  let database: Database;
  let catalogue: Catalogue;
  beforeAll(async () => {
    database = await open();
    catalogue = createCatalogue(database);
    await catalogue.importRows(
      PRODUCTS.map(([id, name, name_bn, aliases]) =>
        Object.assign(catalogueRow(exampleProduct({ id, name, name_bn })), { aliases }),
      ),
      'operator',
    );
  });

  const ids = async (text: string) => (await catalogue.suggest(text)).map(({ id }) => id);

  test('come by rank: names, whole words, beginnings of words, parts, a wrong letter', async () => {
    expect(await ids('zamboree')).toEqual(['z-name', 'z-word', 'z-begins', 'z-part']);
    expect(await ids('zamborei')).toContain('z-wrong');
  });

  test.each([
    ['il', ['ilish-egg', 'padma-ilish']],
    ['ILISH', ['ilish-egg', 'padma-ilish']],
    ['elish', ['padma-ilish', 'ilish-egg']],
    ['ইলীশ', ['padma-ilish']],
    ['ইলিষ', ['padma-ilish']],
    ['alu', ['potato']],
    ['আলু', ['potato']],
    ['\u0985\u09BEলু', ['potato']],
    ['potatos', ['potato']],
    ['peyaj', ['onion']],
    ['peyaz', ['onion']],
    ['peyoz', []],
    ['পেয়াজ', ['onion']],
    ['deshi piyaj', ['onion']],
    ['deshi peyaj', ['onion']],
    ['onion deshi', ['onion']],
    ['cha', ['rice', 'tea']],
    ['tomato', ['tomato']],
    ['250', ['seven']],
    ['২৫০ মিলি', ['seven']],
    ['%', []],
    ["'; drop table products", []],
    ['', []],
    ['   ', []],
    ['\u0000\uD800', []],
    ['a'.repeat(10_000), []],
  ])('for %j are %j', async (text, expected) => expect(await ids(text)).toEqual(expected));

  test('keep to the group', async () => {
    const iced = exampleProduct({ id: 'iced', name: 'Iced Tea', category: 'jams', type: 'beverages' });
    await catalogue.importRows([catalogueRow(iced)], 'operator');
    const of = async (group: SearchCategory) => (await catalogue.suggest('tea', group)).map(({ id }) => id);
    expect(await of('all')).toEqual(['tea', 'iced']);
    expect([...(await of('beverages')), ...(await of('raw-products'))]).toEqual(['iced', 'tea']);
    await catalogue.remove('iced', 'operator');
  });

  test('are at most 8', async () => {
    const jams = Array.from({ length: 12 }, (_, at) => exampleProduct({ id: `jam-${at}`, name: `Jam ${at}` }));
    await catalogue.importRows(jams.map(catalogueRow), 'operator');
    expect(await ids('jam')).toHaveLength(8);
  });

  test('follow a changed name and a removed product', async () => {
    await catalogue.change('tea', { name: 'Oolong', aliases: '' }, { by: 'operator' });
    expect(await ids('oolong')).toEqual(['tea']);
    expect(await ids('green tea')).toEqual([]);
    await catalogue.remove('tea', 'operator');
    expect(await ids('oolong')).toEqual([]);
    await catalogue.importRows([catalogueRow(exampleProduct({ id: 'rice', name: 'Chashi Rice' }))], 'operator', {
      replace: true,
    });
    expect(await ids('potato')).toEqual([]);
    expect(await ids('rice')).toEqual(['rice']);
  });

  test('find misspelt words by what is left of both', async () => {
    const words = fc.stringMatching(/^[a-eঅ-উ]{4,12}$/);
    const mistakes = fc.array(fc.tuple(fc.nat(11), fc.nat(1), fc.constantFrom('', 'a', 'ই', 'bc')), { maxLength: 2 });
    const pairs = fc.array(fc.tuple(words, mistakes), { minLength: 100, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(pairs, async (pairs) => {
        const given = pairs.map(([word, wrong]) => {
          const letters = [...word];
          for (const [at, removed, added] of wrong) letters.splice(at, removed, added);
          return { word, typed: letters.join('') };
        });
        const { rows } = await sql<{ word: string; typed: string; found: boolean }>`
          select word, typed, search_remainders(word) && search_remainders(typed) as found
          from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (word text, typed text)`.execute(
          database.kysely,
        );
        for (const { word, typed, found } of rows) {
          const forgiven = Math.min(forgivenLetters(typed), forgivenLetters(word));
          expect(found || distance(typed, word) > forgiven).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describeWithDatabase('in the demo catalogue', ({ open }) => {
  let catalogue: Catalogue;
  beforeAll(async () => {
    catalogue = createCatalogue(await open());
    await loadDemo({ catalogue, importPicture: async () => '' });
  });

  // What shoppers type, how many products must come first at least, and what these must be.
  test.each([
    ['peyaj', 1, /Onion/],
    ['piaj', 1, /Onion/],
    ['alu', 2, /Potato/],
    ['dim', 8, 'eggs'],
    ['tel', 8, 'oil'],
    ['mach', 8, 'fish'],
    ['begun', 2, /Eggplant/],
    ['morich', 2, /Chilli/],
    ['kacha morich', 1, /Green Chilli/],
    ['dudh', 2, /Milk/],
    ['doodh', 1, /Milk/],
    ['lobon', 1, /Salt/],
    ['gorur mangsho', 4, /Beef/],
    ['murgi', 4, /Chicken/],
    ['chal', 8, 'rice'],
    ['cha', 8, /Tea|Chai/],
    ['atta', 2, /Atta/],
    ['chicken', 7, /Chicken/],
    ['chini', 1, /Chinigura/],
    ['elish', 1, /Ilish/],
    ['চাল', 8, / Rice$/],
    ['চা', 8, /Tea|Chai/],
    ['তেল', 8, 'oil'],
    ['মাছ', 8, 'fish'],
    ['egg', 8, 'eggs'],
    ['rice', 8, 'rice'],
    ['tea', 8, /Tea|Chai/],
    ['coffee', 3, /Coffee/],
    ['salt', 1, /Salt$/],
    ['mango', 3, /Mango/],
    ['   rice', 8, 'rice'],
  ] as const)('%j finds %d first: %s', async (text, count, what) => {
    const good = ({ name, category }: Product) => (typeof what === 'string' ? category === what : what.test(name));
    const suggested = await catalogue.suggest(text);
    expect(suggested.slice(0, count).filter(good)).toHaveLength(count);
    const found = await catalogue.search({ text, category: 'all' });
    expect([found.alike[0], found.products[0]].some((first) => first && good(first))).toBe(true);
    for (const group of SEARCH_CATEGORIES) {
      const { alike, products } = await catalogue.search({ text, category: group });
      const ofGroup = await catalogue.suggest(text, group);
      // The suggestions are the best matches, and the first of what the rule finds.
      const matches = ofGroup.filter((product) => matchesSearch(product, text, group));
      const others = ofGroup.filter((product) => !matches.includes(product));
      expect(alike).toEqual(matches.length === 0 ? others : others.slice(0, alike.length));
      expect(products.slice(0, matches.length)).toEqual(matches);
    }
  });

  test('never come with another spelling of a word that is found as it is', async () => {
    expect((await catalogue.suggest('mango')).every(({ name }) => name.includes('Mango'))).toBe(true);
  });

  test('are names that begin so before other words that do', async () => {
    expect((await catalogue.suggest('mang')).slice(0, 3).every(({ name }) => name.includes('Mango'))).toBe(true);
  });

  test('above what is called so in a search stands nothing that is only spelt like it', async () => {
    const { alike, products } = await catalogue.search({ text: 'atta', category: 'all' });
    expect(alike).toEqual([]);
    expect(products.slice(0, 2).map(({ name }) => name)).toEqual(['Atta (Wheat Flour)', 'Lal Atta (Brown Flour)']);
    expect((await catalogue.search({ text: 'gorur mangsho', category: 'all' })).alike.length).toBeGreaterThan(3);
  });

  test.each([
    ['shampoo', 'sha'],
    ['rice', null],
    ['popular', null],
    ['raw products', null],
    ['peyaj', null],
    ['sha', null],
  ])('a search for %j says by what it finds something else: %j', async (text, foundBy) => {
    expect(await catalogue.search({ text, category: 'all' })).toMatchObject({ foundBy });
  });
});
