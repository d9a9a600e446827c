import { beforeAll, expect, test } from 'vitest';
import { exampleProduct } from '../../test/support/arbitraries.ts';
import { catalogueRow } from '../../test/support/catalogue-rows.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import type { Database } from '../db/connect.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';

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
    );
  });

  const ids = async (text: string) => (await catalogue.suggest(text)).map(({ id }) => id);

  test('come by rank: names, whole words, beginnings of words, parts, a wrong letter', async () => {
    expect(await ids('zamboree')).toEqual(['z-name', 'z-word', 'z-begins', 'z-part', 'z-wrong']);
  });

  test.each([
    ['il', ['ilish-egg', 'padma-ilish']],
    ['ILISH', ['ilish-egg', 'padma-ilish']],
    ['elish', ['padma-ilish', 'ilish-egg']],
    ['ইলীশ', ['padma-ilish']],
    ['ইলিষ', ['padma-ilish']],
    ['alu', ['potato']],
    ['আলু', ['potato']],
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
  ])('for %j are %j', async (text, expected) => {
    expect(await ids(text)).toEqual(expected);
  });

  test('are at most 8', async () => {
    await catalogue.importRows(
      Array.from({ length: 12 }, (_, index) =>
        catalogueRow(exampleProduct({ id: `jam-${index}`, name: `Jam ${index}` })),
      ),
    );
    expect(await ids('jam')).toHaveLength(8);
  });

  test('follow a changed name and a removed product', async () => {
    await catalogue.change('tea', { name: 'Oolong', aliases: '' });
    expect(await ids('oolong')).toEqual(['tea']);
    expect(await ids('green tea')).toEqual([]);
    await catalogue.remove('tea');
    expect(await ids('oolong')).toEqual([]);
    const texts = () => database.kysely.selectFrom('suggestion_texts').selectAll().execute();
    expect(await texts()).toHaveLength(await catalogue.size());
    await catalogue.importRows([catalogueRow(exampleProduct({ id: 'rice', name: 'Chashi Rice' }))], { replace: true });
    expect(await texts()).toHaveLength(1);
  });
});
