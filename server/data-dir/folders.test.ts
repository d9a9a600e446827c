import { chmodSync, existsSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolders } from '../../test/support/folders.ts';
import { lockDataDir } from './lock.ts';
import { makeFolder, tightenDataDir } from './folders.ts';

const folder = temporaryFolders();

test('a folder is made with those above it, and may be there already', async () => {
  const made = path.join(await folder(), 'a', 'b', 'c');
  makeFolder(made);
  makeFolder(made);
  expect(statSync(made).isDirectory()).toBe(true);
});

test('no folder can be created where a file is, nor below a file', async () => {
  const file = path.join(await folder(), 'file');
  await writeFile(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(file, 'a', 'b'))).toThrow(`EEXIST: file already exists, mkdir '${file}'`);
});

test.runIf(existsSync('/proc/self'))('below /proc the error comes at once', () => {
  expect(() => makeFolder('/proc/sodai/data')).toThrow("mkdir '/proc/sodai'");
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a folder that is made is for its owner alone', async () => {
  const made = path.join(await folder(), 'a', 'b');
  makeFolder(made);
  expect([modeOf(path.dirname(made)), modeOf(made)]).toEqual(['700', '700']);
});

test('a data directory that is open to others is closed to them; a folder with other things is warned about', async () => {
  const own = await folder();
  const warnings: object[] = [];
  const log = { warn: (facts: object) => void warnings.push(facts) };
  makeFolder(path.join(own, 'postgres'));
  await writeFile(path.join(own, 'auth-secret'), '');
  // As an open shop has it.
  const unlock = lockDataDir(own);
  chmodSync(own, 0o755);
  tightenDataDir(own, log);
  expect([modeOf(own), warnings]).toEqual(['700', []]);
  unlock();
  await writeFile(path.join(own, 'holiday.jpg'), '');
  chmodSync(own, 0o755);
  tightenDataDir(own, log);
  expect([modeOf(own), warnings]).toEqual(['755', [{ directory: own, mode: '755' }]]);
  tightenDataDir(path.join(own, 'not there'), log);
  expect(warnings).toHaveLength(1);
});
