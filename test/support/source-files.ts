/** The project's own files, found without Git: a machine may have them without it. */
import { globSync } from 'node:fs';
import path from 'node:path';

const FILES = ['*.{ts,json}', '{app,base,bench,cli,demo,domain,messages,server,test}/**/*.{ts,tsx,json}'];

/** All TypeScript, and what it is compiled with, as paths from the project's root with forward slashes. */
export function sourceFiles(): string[] {
  const cwd = path.join(import.meta.dirname, '../..');
  return globSync(FILES, { cwd, exclude: ['**/node_modules/**'] }).map((file) => file.replaceAll(path.sep, '/'));
}
