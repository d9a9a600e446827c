import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { TRENDING_LISTINGS } from '../../domain/catalogue/catalogue.ts';
import { CATEGORIES, listingOf } from '../../test/support/first-categories.ts';
import { describeWithDatabase } from '../../test/support/databases.ts';
import { temporaryFolders } from '../../test/support/folders.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { loadDemo } from './demo.ts';

describeWithDatabase('the demo catalogue', ({ open }) => {
  const newFolder = temporaryFolders();
  let catalogue: Catalogue;
  beforeAll(async () => {
    catalogue = createCatalogue(await open());
  });

  test('imports its pictures, and changes nothing in a shop that has products', async () => {
    const folder = await newFolder();
    const file = path.join(folder, 'catalogue.csv');
    const header = 'id,name,image,weight,unit,price,discount,status,category';
    const rows = [
      'a,A,pictures/a1.webp,1,kg,10,0,top,fish',
      'b,B,,1,kg,10,0,top,fish',
      'c,C,https://x.example/c.png,1,kg,10,0,top,fish',
    ];
    await writeFile(file, [header, ...rows].join('\n'));
    const importPicture = async (picture: string): Promise<string> =>
      `/images/p/${path.relative(folder, picture).replace(/\W/g, '_')}-320.webp`;
    const load = () => loadDemo({ catalogue, importPicture, file });
    expect((await Promise.all([load(), load()])).toSorted((a, b) => a - b)).toEqual([0, 3]);
    expect(await load()).toBe(0);
    const { products } = await catalogue.listing(listingOf('fish'));
    const pictures = ['/images/p/pictures_a1_webp-320.webp', '', 'https://x.example/c.png'];
    expect(products.map(({ imgUrl }) => imgUrl)).toEqual(pictures);
    await writeFile(file, [header, 'a,A,,1,kg,free,0,top,fish'].join('\n'));
    await catalogue.importRows([], 'operator', { replace: true });
    await expect(load()).rejects.toThrow('line 2: price');
  });

  test('has enough products for every screen', async () => {
    await loadDemo({ catalogue, importPicture: async () => '' });
    expect(await catalogue.size()).toBeGreaterThanOrEqual(180);
    const counts = await catalogue.counts();
    for (const category of CATEGORIES) expect(counts[category]).toBeGreaterThanOrEqual(8);
    for (const { slug } of TRENDING_LISTINGS) expect(counts[slug]).toBeGreaterThanOrEqual(20);
    expect(Math.max(...CATEGORIES.map((category) => counts[category] ?? 0))).toBeGreaterThan(30);
    expect((await catalogue.offers({ limit: 1_000 })).products.length).toBeGreaterThanOrEqual(50);
  });
});
