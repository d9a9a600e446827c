import { type RequestListener, createServer } from 'node:http';
import { readdir } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { commandLine } from '../test/support/command-line.ts';
import { temporaryFolders } from '../test/support/folders.ts';
import { listen } from '../test/support/listen.ts';
import { TOKEN } from '../test/support/operator-shop.ts';

const newFolder = temporaryFolders();
let close = (): void => {};
afterEach(() => close());

/** Takes a backup from a server that answers so; returns what it says and the files that are left. */
async function backupFrom(answer: RequestListener) {
  const server = createServer(answer);
  const SHOP_URL = `http://127.0.0.1:${await listen(server)}`;
  close = () => void server.close();
  const folder = await newFolder();
  const { status, err } = await commandLine(folder, { SHOP_URL, OPERATOR_TOKEN: TOKEN }).run(['backup', 'file']);
  return { status, err, left: await readdir(folder) };
}

const START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

test('a transfer that breaks off leaves nothing', async () => {
  const { status, err, left } = await backupFrom((_, res) => {
    res.writeHead(200, { 'Content-Type': 'application/gzip' });
    res.write(START, () => res.destroy());
  });
  expect([status, left]).toEqual([1, []]);
  expect(err).toMatch(/^shop: the connection to .* was lost/);
});

test('an answer that ends early leaves nothing', async () => {
  const { status, err, left } = await backupFrom((_, res) => {
    res.writeHead(200, { 'Content-Type': 'application/gzip' }).end(START);
  });
  expect([status, left]).toEqual([1, []]);
  expect(err).toBe('shop: nothing was kept: the file is no backup of a shop\n');
});

test('what is no shop is said to be none', async () => {
  const { status, err, left } = await backupFrom((_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Hello</h1>');
  });
  expect([status, left]).toEqual([1, []]);
  expect(err).toContain('is not a working Sodai shop');
});
