import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolders } from '../../test/support/folders.ts';
import { lockDataDir } from './lock.ts';

const folder = temporaryFolders();

test('a data directory is one shop’s, until that gives it back', async () => {
  const directory = path.join(await folder(), 'made');
  const unlock = lockDataDir(directory);
  expect(() => lockDataDir(directory)).toThrow(
    `DATA_DIR: the data directory ${directory} is already used by a running shop`,
  );
  unlock();
  unlock();
  lockDataDir(directory)();
});

test('a killed process holds nothing', async () => {
  const directory = await folder();
  const holder = spawn(process.execPath, ['--expose-gc', path.resolve('test/support/hold-lock.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  expect(() => lockDataDir(directory)).toThrow('already used by a running shop');
  holder.kill('SIGKILL');
  await once(holder, 'close');
  lockDataDir(directory)();
});

test('a directory that cannot be one is named', async () => {
  const file = path.join(await folder(), 'file');
  await writeFile(file, '');
  expect(() => lockDataDir(path.join(file, 'data'))).toThrow('DATA_DIR: the data directory');
  expect(existsSync(path.join(file, 'data'))).toBe(false);
});
