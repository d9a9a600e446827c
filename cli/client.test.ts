import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../test/support/folders.ts';
import { readShopAccess } from './client.ts';

const TOKEN = 'a-token-of-more-than-16';
const newFolder = temporaryFolders();

test.each([
  [{}, 'http://localhost:3000'],
  [{ PORT: '4000', HOST: '0.0.0.0' }, 'http://localhost:4000'],
  [{ HOST: '192.168.1.5' }, 'http://192.168.1.5:3000'],
  [{ SHOP_URL: 'https://shop.example/', PORT: '4000' }, 'https://shop.example'],
  [{ SHOP_URL: 'http://127.0.0.1:8080/sodai//' }, 'http://127.0.0.1:8080/sodai'],
])('%j is the shop at %s', (environment, url) => {
  const access = readShopAccess({ OPERATOR_TOKEN: TOKEN, ...environment });
  expect(access).toEqual({ url, token: TOKEN, tokenSource: 'OPERATOR_TOKEN' });
});

test('without OPERATOR_TOKEN the token is read from the data directory', async () => {
  const DATA_DIR = await newFolder();
  const file = path.join(DATA_DIR, 'operator-token');
  expect(() => readShopAccess({ DATA_DIR })).toThrow(`there is no operator's token in ${file}`);
  await writeFile(file, `${TOKEN}\n`);
  expect(readShopAccess({ DATA_DIR })).toMatchObject({ token: TOKEN, tokenSource: file });
});

test.each([
  [{ SHOP_URL: 'shop.example' }, 'SHOP_URL must be a URL like https://shop.example, not shop.example'],
  [{ SHOP_URL: 'ftp://shop.example' }, 'SHOP_URL must be a URL like'],
  [{ PORT: 'many' }, 'PORT must be a whole number'],
  [{ OPERATOR_TOKEN: 'রহিম-রহিম-রহিম-রহিম' }, "the operator's token in OPERATOR_TOKEN has spaces or other characters"],
])('%j is refused', (environment, reason) => {
  expect(() => readShopAccess({ OPERATOR_TOKEN: TOKEN, ...environment })).toThrow(reason);
});

test('settings that only the shop needs are not checked', () => {
  const environment = { OPERATOR_TOKEN: TOKEN, DATABASE_URL: 'postgres://db/shop', LOG_LEVEL: 'nonsense' };
  expect(readShopAccess(environment).url).toBe('http://localhost:3000');
});
