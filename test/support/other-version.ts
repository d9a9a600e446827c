/** Another version of the shop: a copy of its sources with changes. */
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** What a start needs. */
const SOURCES = ['app', 'cli', 'demo', 'domain', 'messages', 'base', 'server', 'public'];
const FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'react-router.config.ts'];

export interface Change {
  file: string;
  from: string;
  to: string;
}

/**
 * Copies the shop into a new folder and changes it there. @throws when a file does not contain what is to be changed.
 */
export async function copyShop(changes: readonly Change[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sodai-version-'));
  await Promise.all(
    [...SOURCES, ...FILES].map((name) => cp(join(ROOT, name), join(folder, name), { recursive: true })),
  );
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, from, to } of changes) {
    const before = await readFile(join(folder, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(join(folder, file), before.replaceAll(from, to));
  }
  return folder;
}
