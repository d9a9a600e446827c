/**
 * Makes the demo catalogue's pictures: `node demo/pictures.ts`. Composes one for each row of catalogue.csv from its
 * recipe, writes it as `pictures/<hash>-{160,320,480}.{avif,webp}`, points the row's image at the largest WebP of
 * them, `pictures/<hash>-480.webp`,
 * and removes files that no row points at. The hash is of everything that shapes the picture, so that a second run
 * finds all files there and writes nothing.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { CatalogueRow } from '../domain/catalogue-file.ts';
import { PICTURE_WIDTHS } from '../domain/picture.ts';
import { readCatalogueCsv, writeCatalogueCsv } from '../server/catalogue/csv.ts';
import { picture } from './art/scene.ts';
import { SHELVES } from './recipes/all.ts';

const CATALOGUE = new URL('catalogue.csv', import.meta.url);
const PICTURES = new URL('pictures/', import.meta.url);
const ARTWORK = new URL('../node_modules/@lobehub/fluent-emoji-3d/assets/', import.meta.url);

const AVIF = { quality: 54, effort: 4, chromaSubsampling: '4:4:4' };
const WEBP = { quality: 80, effort: 6, smartSubsample: true };

/** Drawn half as wide again as the largest width, so that edges come of averaging; 72 is the picture's own size. */
const DENSITY = 108;

/** The address of an emoji in a recipe, `"emoji:1f34e"`. */
const EMOJI = /"emoji:([\da-f]+)"/g;

const suffixes = PICTURE_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);

/** An emoji's file in the artwork package; some code points carry a variation selector in its name. */
async function artwork(code: string): Promise<Buffer> {
  const file = artworkFiles.find((name) => name === `${code}.webp` || name === `${code}-fe0f.webp`);
  if (file === undefined) throw new Error(`No emoji ${code} in the artwork package`);
  return readFile(new URL(file, ARTWORK));
}

/** The picture's document of one product, its emoji still by name. */
function recipeOf({ id, category }: CatalogueRow): string {
  const { ground, pictures } = SHELVES[category];
  const art = pictures[id];
  if (art === undefined) throw new Error(`No recipe for ${id} in ${category}`);
  return picture(ground, art);
}

const codesOf = (recipe: string): string[] => [...new Set([...recipe.matchAll(EMOJI)].map(([, code = '']) => code))];

async function hashOf(recipe: string): Promise<string> {
  const hash = createHash('sha256')
    .update(JSON.stringify([AVIF, WEBP, DENSITY, PICTURE_WIDTHS]))
    .update(recipe);
  for (const code of codesOf(recipe)) hash.update(await artwork(code));
  return hash.digest('hex').slice(0, 16);
}

/** The recipe as lossless pixels. */
async function draw(recipe: string): Promise<Buffer> {
  let document = recipe;
  for (const code of codesOf(recipe)) {
    const png = await sharp(await artwork(code))
      .png()
      .toBuffer();
    document = document.replaceAll(`"emoji:${code}"`, `"data:image/png;base64,${png.toString('base64')}"`);
  }
  // `unlimited`: an embedded emoji is longer than the SVG reader's bound on one attribute.
  return sharp(Buffer.from(document), { density: DENSITY, unlimited: true }).removeAlpha().png().toBuffer();
}

/** Writes a whole file or none, so that a run cut short leaves nothing that looks done. */
async function keep(name: string, bytes: Buffer): Promise<void> {
  const part = new URL(`${name}.part`, PICTURES);
  await writeFile(part, bytes);
  await rename(part, new URL(name, PICTURES));
}

async function encode(recipe: string, hash: string): Promise<void> {
  const drawn = await draw(recipe);
  for (const width of PICTURE_WIDTHS) {
    const sized = await sharp(drawn).resize(width, width).png().toBuffer();
    await keep(`${hash}-${width}.avif`, await sharp(sized).avif(AVIF).toBuffer());
    await keep(`${hash}-${width}.webp`, await sharp(sized).webp(WEBP).toBuffer());
  }
}

/** The catalogue's rows; a faulty one ends the run. */
async function readCatalogue(): Promise<CatalogueRow[]> {
  const { rows, faults } = readCatalogueCsv(await readFile(CATALOGUE));
  if (faults.length === 0) return rows;
  throw new Error(faults.map(({ line, reasons }) => `catalogue.csv, line ${line}: ${reasons.join('; ')}`).join('\n'));
}

await mkdir(PICTURES, { recursive: true });
const artworkFiles = await readdir(ARTWORK);
const present = new Set(await readdir(PICTURES));
const wanted = new Set<string>();
const rows = await readCatalogue();
let drawn = 0;
for (const row of rows) {
  const recipe = recipeOf(row);
  const hash = await hashOf(recipe);
  const files = suffixes.map((suffix) => hash + suffix);
  if (!files.every((file) => present.has(file))) {
    await encode(recipe, hash);
    drawn += 1;
  }
  for (const file of files) wanted.add(file);
  row.image = `pictures/${hash}-${Math.max(...PICTURE_WIDTHS)}.webp`;
}

const ids = new Set(rows.map(({ id }) => id));
const idle = Object.values(SHELVES).flatMap(({ pictures }) => Object.keys(pictures).filter((id) => !ids.has(id)));
if (idle.length > 0) throw new Error(`Recipes without a product: ${idle.join(', ')}`);
const stale = [...present].filter((file) => !wanted.has(file));
for (const file of stale) await rm(new URL(file, PICTURES));
await writeFile(CATALOGUE, [...writeCatalogueCsv(rows)].join('').replaceAll('\r\n', '\n'));
console.log(`${rows.length} pictures, ${drawn} of them drawn now; ${stale.length} stale files removed`);
