/**
 * `npm run look`: photographs every screen and state of shop and console in all looks, and writes a page of tiles. With
 * `--docs` it makes the pictures of README and docs.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { createProgress } from '../../cli/output.ts';
import { adoptTestEnvironment } from '../support/environment.ts';
import { shareThatDiffers } from './compare.ts';
import { CONSOLE } from './console-screens.ts';
import { DOCS } from './docs.ts';
import { galleryOf, isDifferent, type Shown } from './gallery.ts';
import { type LookName, LOOKS } from './looks.ts';
import { fileOf, photograph } from './photograph.ts';
import type { Screen } from './screen.ts';
import { SHOP } from './shop-screens.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RUNS = path.join(ROOT, 'look');
const PICTURES = path.join(ROOT, 'docs/pictures');
const GROUPS = [...SHOP, ...CONSOLE];
const SCREENS = GROUPS.flatMap(({ screens }) => screens);

interface Options {
  name: string;
  only?: string[];
  looks?: LookName[];
  against?: string;
  docs?: true;
}

const words = (text: string): string[] => text.split(',').filter(Boolean);

const options = new Command('npm run look --')
  .description('Photographs every screen of the shop and the console, and writes look/NAME/index.html.')
  .option('--name <name>', 'of this run and its folder', 'latest')
  .option('--only <screens>', 'home,cart: only the screens whose names begin so', words)
  .option('--looks <looks>', `only some of ${Object.keys(LOOKS).join(', ')}`, words)
  .option('--against <name>', 'beside the pictures of an earlier run')
  .option('--docs', 'instead, the pictures of README and docs')
  .parse()
  .opts<Options>();

adoptTestEnvironment();
process.exitCode = await (options.docs ? makeDocs() : look(options));

async function look({ name, only, looks, against }: Options): Promise<number> {
  const screens = SCREENS.flatMap((screen): Screen | [] => {
    const taken = screen.looks.filter((one) => looks?.includes(one) ?? true);
    return (only?.some((begin) => screen.name.startsWith(begin)) ?? true) ? { ...screen, looks: taken } : [];
  });
  const folder = path.join(RUNS, name);
  if (only === undefined && looks === undefined) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { pictures, faults } = await run(screens, folder);
  const other = against === undefined ? undefined : path.join(RUNS, against);
  const shown: Shown[] = [];
  for (const picture of pictures) {
    const [file, before] = [folder, other ?? ''].map((place) => path.join(place, fileOf(picture)));
    const differs = existsSync(before ?? '') ? await shareThatDiffers(file ?? '', before ?? '') : null;
    shown.push(other === undefined ? picture : { ...picture, differs });
  }
  const page = path.join(folder, 'index.html');
  await writeFile(
    page,
    galleryOf(GROUPS, { name, pictures: shown, faults, ...(against !== undefined && { against }) }),
  );
  for (const { screen, look, wider } of pictures)
    if (wider > 0) console.log(`${screen}, ${look}: ${wider} px wider than the screen`);
  for (const { screen, look, what } of faults) console.error(`${screen}, ${look}: ${what}`);
  const compared = against === undefined ? '' : `, ${shown.filter(isDifferent).length} of them differ from ${against}`;
  console.log(`${pictures.length} pictures${compared}: ${path.relative(process.cwd(), page)}`);
  return faults.length > 0 ? 1 : 0;
}

async function makeDocs(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sodai-look-'));
  try {
    const screens = Map.groupBy(DOCS, ({ screen }) => screen);
    const rows = SCREENS.flatMap((screen) => {
      const made = screens.get(screen.name);
      return made ? [{ ...screen, looks: made.map(({ look }) => look) }] : [];
    });
    const { faults } = await run(rows, folder);
    for (const { screen, look, what } of faults) console.error(`${screen}, ${look}: ${what}`);
    if (faults.length > 0) return 1;
    for (const { file, ...of } of DOCS) await copyFile(path.join(folder, fileOf(of)), path.join(PICTURES, file));
    console.log(`${DOCS.length} pictures: ${path.relative(process.cwd(), PICTURES)}`);
    return 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Builds what is not built yet, and opens the shop for as long as it is photographed. */
async function run(screens: readonly Screen[], folder: string) {
  // After the environment is that of tests: the shop's modules look at it when they load.
  const [{ buildWhenStale }, { openWorld }, { fillShop, NOW, DAYS }] = await Promise.all([
    import('../../server/build/build.ts'),
    import('./world.ts'),
    import('./stock.ts'),
  ]);
  await buildWhenStale();
  const progress = createProgress(process.stderr);
  const stopping = new AbortController();
  // The page of tiles then has what there is so far.
  process.once('SIGINT', () => stopping.abort()).once('SIGTERM', () => stopping.abort());
  const world = await openWorld(NOW - DAYS * 86_400_000);
  try {
    const stock = await fillShop(world);
    const show = (done: number, all: number): void => progress.show('pages', done, all);
    return await photograph(world, stock, screens, folder, show, stopping.signal);
  } finally {
    progress.clear();
    await world.close();
  }
}
