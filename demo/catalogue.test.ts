import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '../domain/catalogue/catalogue.ts';
import { CATEGORIES, FIRST_CATEGORIES } from '../test/support/first-categories.ts';
import type { CatalogueRow } from '../domain/catalogue/catalogue-file.ts';
import { PICTURE_WIDTHS } from '../domain/catalogue/picture.ts';
import { openCatalogueFile, readCatalogue } from '../server/catalogue/catalogue-file.ts';

const PICTURES = new URL('pictures/', import.meta.url);
const FILE = await readFile(new URL('catalogue.csv', import.meta.url));
const { rows: read, faults } = await readCatalogue(openCatalogueFile('', FILE), FIRST_CATEGORIES);
const rows = read.map(({ row }) => row as CatalogueRow);
const files = (await readdir(PICTURES)).filter((file) => file !== 'LICENSE');
const hashOf = (image: string): string =>
  /^pictures\/([\da-f]{16})-480\.webp$/.exec(image)?.[1] ?? `no hash in "${image}"`;

describe('the demo catalogue', () => {
  it('has only valid rows', () => {
    expect(faults).toEqual([]);
  });

  it('has about 200 products, at least 8 in each category, and more than 36 vegetables', () => {
    expect(rows.length).toBeGreaterThanOrEqual(190);
    expect(rows.length).toBeLessThanOrEqual(210);
    const sizes = new Map(CATEGORIES.map((slug) => [slug, rows.filter(({ category }) => category === slug).length]));
    expect([...sizes].filter(([, size]) => size < 8)).toEqual([]);
    expect(sizes.get('vegetables')).toBeGreaterThan(36);
  });

  it('has at least 20 products of each status, the last 10 of each from different categories', () => {
    for (const slug of STATUSES) {
      const list = rows.filter(({ status }) => status === slug);
      expect(list.length).toBeGreaterThanOrEqual(20);
      expect(new Set(list.slice(-10).map(({ category }) => category)).size).toBeGreaterThanOrEqual(8);
    }
  });

  it('has at least 50 discounts, from 5 to 30 percent, not all of them whole numbers', () => {
    const discounts = rows.map(({ discount }) => Number(discount)).filter((discount) => discount > 0);
    expect(discounts.length).toBeGreaterThanOrEqual(50);
    expect(Math.min(...discounts)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...discounts)).toBeLessThanOrEqual(30);
    expect(new Set(discounts).size).toBeGreaterThanOrEqual(8);
    expect(discounts.some((discount) => !Number.isInteger(discount))).toBe(true);
  });

  it('has names in English and in Bangla, all different, and says what people type', () => {
    for (const { name, name_bn = '', aliases = '' } of rows) {
      expect(name).toMatch(/^[A-Z0-9][A-Za-z0-9 '&().%-]{1,39}$/);
      expect(name_bn).toMatch(/^[\p{Script=Bengali}\p{M} ()-]{1,60}$/u);
      expect(aliases.split('|').length).toBeGreaterThanOrEqual(2);
    }
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(new Set(rows.map(({ name_bn }) => name_bn)).size).toBe(rows.length);
  });
});

describe('its pictures', () => {
  it('exist in every width and format, and there are no other files', () => {
    const wanted = rows.flatMap(({ image }) =>
      PICTURE_WIDTHS.flatMap((width) => ['avif', 'webp'].map((format) => `${hashOf(image)}-${width}.${format}`)),
    );
    expect(files.toSorted()).toEqual(wanted.toSorted());
  });

  it('differ from product to product', async () => {
    const digests = await Promise.all(
      files
        .filter((file) => file.endsWith('-480.webp'))
        .map(async (file) => digestOf(await readFile(new URL(file, PICTURES)))),
    );
    expect(new Set(digests).size).toBe(rows.length);
  });

  it('are small', async () => {
    const sizes = await Promise.all(files.map(async (file) => (await readFile(new URL(file, PICTURES))).byteLength));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(7_000_000);
    const heavy = files.filter((file, index) => file.endsWith('-320.avif') && (sizes[index] ?? 0) > 8_000);
    expect(heavy).toEqual([]);
  });
});

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
