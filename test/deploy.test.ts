/** What the files for deploying repeat of other files. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readServiceUnit } from './support/service-unit.ts';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** `npm start`: its settings, and the words after `exec`. */
const { scripts, dependencies }: { scripts: { start: string }; dependencies: { node: string } } = JSON.parse(
  read('package.json'),
);
const [settings = '', command = ''] = scripts.start.split(' exec ');

test('the systemd unit starts the shop as npm does', () => {
  const unit = readServiceUnit(3000);
  expect(unit.command).toBe(`node_modules/.bin/${command}`);
  expect(Object.entries(unit.env).map((setting) => setting.join('='))).toEqual(['PORT=3000', ...settings.split(' ')]);
});

test('the image starts the shop as npm does', () => {
  const dockerfile = read('Dockerfile');
  expect(JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? 'null')).toEqual(command.split(' '));
  for (const setting of settings.split(' ')) expect(dockerfile).toContain(` ${setting} `);
  expect(dockerfile, 'the Node that builds has the version of the one that runs').toContain(
    `/node:${dependencies.node.split('.')[0]}-`,
  );
});

test('compose.yaml offers every setting of .env.example that does not depend on it', () => {
  const own = new Set(
    'PORT HOST PUBLIC_URL DATA_DIR DATABASE_URL DATABASE_REPLICA_URL AUTH_SECRET SHOP_URL RATE_LIMIT'.split(' '),
  );
  const offered = namesIn(read('compose.yaml'), /^ {6}([A-Z_]+):$/gm);
  expect(offered).toEqual(namesIn(read('.env.example'), SETTING).filter((name) => !own.has(name)));
});

test('operations.md explains every setting of .env.example', () => {
  const [, table = ''] = read('docs/operations.md').split('## Settings');
  const explained = namesIn(table.split('\n## ', 1)[0] ?? '', /`([A-Z_]+)`(?=[^|]*\|.*\|.*\|$)/gm);
  expect(explained).toEqual(expect.arrayContaining(namesIn(read('.env.example'), SETTING)));
});

const SETTING = /^#? ?([A-Z_]+)=/gm;

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted();
}
test('a shop needs no tools of development after the build', () => {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(read('package-lock.json'));
  const kept = Object.keys(packages).filter((name) => !packages[name]?.dev);
  expect(kept).toContain('node_modules/react-router');
  expect(kept.filter((name) => /vite|rolldown|tailwind|babel|react-router\/dev|playwright|vitest/.test(name))).toEqual(
    [],
  );
  expect(read('Dockerfile')).toContain('npm run build && npm prune --omit=dev');
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['bench', 'test', '**/*.test.ts']));
});

test('the scripts are Bash, and call scripts and install units that are there', () => {
  const scripts = globSync('{deploy/*,test/{on-a-new-machine,try-deploy}}', { cwd: ROOT }).filter((file) =>
    read(file).startsWith('#!/bin/bash\n'),
  );
  expect(scripts.toSorted()).toEqual([
    'deploy/install',
    'deploy/release',
    'deploy/restore',
    'deploy/switch',
    'deploy/upgrade',
    'test/on-a-new-machine',
    'test/try-deploy',
  ]);
  for (const script of scripts) {
    execFileSync('bash', ['-n', path.join(ROOT, script)]);
    expect(read(script)).toContain('\nset -euo pipefail\n');
    const named = [...read(script).matchAll(/deploy\/[\w@.-]+/g)].map(([file]) => file);
    expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  }
});

test('the service gets its socket handed over, where nginx looks for it, and may write its backups', () => {
  expect(read('deploy/sodai@.service')).toMatch(/^Requires=sodai@%i\.socket$/m);
  expect(read('deploy/sodai@.service')).toMatch(/^Also=sodai@%i\.socket$/m);
  expect(read('deploy/sodai@.socket')).toMatch(/^ListenStream=127\.0\.0\.1:%i$/m);
  const [, backups = 'none'] = /^BACKUP_URL=(.+)$/m.exec(read('deploy/install')) ?? [];
  expect(read('deploy/sodai@.service')).toContain(`\nReadWritePaths=-${backups}\n`);
  // The lines that deploy/switch looks for.
  expect(read('deploy/nginx.conf')).toMatch(/^ *server 127\.0\.0\.1:3000;/m);
  expect(read('deploy/nginx.conf')).toMatch(/^ *keepalive \d+;/m);
});
