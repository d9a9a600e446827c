/** What the documents name exists: files and folders, what is in them, and what links lead to. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
/** The change log tells of what was. */
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter((file) => file !== 'CHANGELOG.md');
/** Without their blocks of code. */
const TEXTS = DOCUMENTS.map((file) => ({ file, text: read(file).replaceAll(/^ *```[\s\S]*?^ *```$/gm, '') }));

const FOLDERS = '.ci .github app base bench cli demo deploy docs domain messages public server test'.split(' ');
const FILES = globSync([`{${FOLDERS.join()}}/**`, '*'], { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/'));

/**
 * Of `server/db/`, `app/routes.ts`, `routes.ts`, `db/tables.ts`; `*` stands for some letters. Null: it names no file.
 */
function filesOf(named: string): readonly string[] | null {
  const isWhole = FOLDERS.some((folder) => named.startsWith(`${folder}/`));
  if (!isWhole && !/^[\w./{},*-]+\.(?:tsx?|sql|css)$/.test(named)) return null;
  if (/[*{]/.test(named)) return globSync(isWhole ? named : `{${FOLDERS.join()}}/**/${named}`, { cwd: ROOT });
  const name = named.replace(/\/$/, '');
  return FILES.filter((file) => file === name || (!isWhole && file.endsWith(`/${name}`)));
}

test('every file and every folder that a document names exists', () => {
  const missing = TEXTS.flatMap(({ file, text }) =>
    [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, named = '']) =>
      filesOf(named)?.length === 0 ? [`${file}: ${named}`] : [],
    ),
  );
  expect(missing).toEqual([]);
});

test('what is said to be in a file is there: `this`, `that` in `file`', () => {
  const said = TEXTS.flatMap(({ file, text }) =>
    [...text.matchAll(/((?:`\w+`(?:,\s|\sand\s)?)+)\s(?:in|of)\s`([^`\s]+\.\w+)`/g)].flatMap(
      ([, names = '', named = '']) =>
        [...names.matchAll(/\w+/g)].map(([name]) => ({ file, name, named, files: filesOf(named) ?? [] })),
    ),
  );
  expect(said.length).toBeGreaterThan(30);
  const missing = said.filter(
    ({ name, files }) => files.length > 0 && !files.some((file) => read(file).includes(name)),
  );
  expect(missing.map(({ file, name, named }) => `${file}: ${name} in ${named}`)).toEqual([]);
});

test('the map has only files and folders that exist, and all folders of the program', () => {
  const [, map = ''] = /## The map\n\n```\n([\s\S]*?)```/.exec(read('docs/architecture.md')) ?? [];
  const above: string[] = [];
  const paths = map.split('\n').flatMap((line) => {
    const [, indent = '', names = ''] = /^( *)(\S+(?: \S+)*)/.exec(line) ?? [];
    if (names === '' || indent.length > 8) return [];
    const folder = above[indent.length / 2 - 1] ?? '';
    above[indent.length / 2] = `${folder}${names}`;
    return names.split(' ').map((name) => folder + name);
  });
  expect(paths.filter((named) => !existsSync(path.join(ROOT, named)))).toEqual([]);
  const folders = FILES.filter((file) => /^(?:app|domain|server|cli)\/.*\.tsx?$/.test(file)).map(path.dirname);
  expect([...new Set(folders)].filter((folder) => !paths.includes(`${folder}/`))).toEqual([]);
});

test('every link of a document leads to a file', () => {
  const links = TEXTS.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)].map(([, to = '']) => ({ file, to })),
  );
  const local = links.filter(({ to }) => !/^[a-z]+:/.test(to));
  expect(local.length).toBeGreaterThan(50);
  expect(local.filter(({ file, to }) => !existsSync(path.join(ROOT, path.dirname(file), to)))).toEqual([]);
});
