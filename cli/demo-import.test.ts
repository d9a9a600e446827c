/** The first thing that new operators try: importing the demo's own file, unchanged and edited. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../test/support/command-line.ts';
import { temporaryFolders } from '../test/support/folders.ts';
import { type OperatorShop, TOKEN, openOperatorShop } from '../test/support/operator-shop.ts';

const DEMO = path.resolve('demo');

const newFolder = temporaryFolders();
let folder: string;
let shop: OperatorShop;
let run: CommandLine['run'];

beforeAll(async () => {
  folder = await newFolder();
  shop = await openOperatorShop(path.join(folder, 'data'), { DEMO: 'on' });
  ({ run } = commandLine(folder, { SHOP_URL: shop.url, OPERATOR_TOKEN: TOKEN }));
});
afterAll(() => shop.close());

test('importing the demo’s file into a demo shop changes nothing and sends no picture', async () => {
  const size = await shop.services.catalogue.size();
  const { status, out, err } = await run(['products', 'import', path.join(DEMO, 'catalogue.csv'), '--json']);
  expect({ status, err }).toEqual({ status: 0, err: '' });
  expect(JSON.parse(out)).toEqual({ dryRun: false, added: 0, changed: 0, unchanged: size, removed: 0, pictures: 0 });
});

test('an export that is edited and imported again changes only the edited rows', async () => {
  const { out } = await run(['products', 'export']);
  const [header = '', first = '', ...others] = out.split('\r\n');
  expect(first).toMatch(/^alu-potato,.*,35,0,top,vegetables,আলু,alu\|.*,yes,,,no$/);
  await writeFile(path.join(folder, 'mine.csv'), [header, first.replace(',35,0,', ',36.50,5,'), ...others].join('\n'));
  expect(await run(['products', 'import', 'mine.csv', '--replace'])).toEqual({
    status: 0,
    out: `Imported ${others.length} products: 0 added, 1 changed, ${others.length - 1} unchanged, 0 removed.\n`,
    err: '',
  });
});
