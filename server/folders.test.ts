import { existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../test/support/folders.ts';
import { makeFolder } from './folders.ts';

const folder = temporaryFolders();

test('a folder is made with those above it, and may be there already', async () => {
  const made = path.join(await folder(), 'a', 'b', 'c');
  makeFolder(made);
  makeFolder(made);
  expect(statSync(made).isDirectory()).toBe(true);
});

test('where there is a file, or nothing that could hold one, it says so', async () => {
  const file = path.join(await folder(), 'file');
  await writeFile(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(file, 'a', 'b'))).toThrow(`EEXIST: file already exists, mkdir '${file}'`);
});

test.runIf(existsSync('/proc/self'))('below /proc it says so at once', () => {
  expect(() => makeFolder('/proc/sodai/data')).toThrow("mkdir '/proc/sodai'");
});
