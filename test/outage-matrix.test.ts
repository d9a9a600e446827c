import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const SECTION = '## When something is away';

test('every row of the operations manual about outages names a test that exists', () => {
  const [, section = ''] = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8').split(SECTION);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!what fails|-)/.test(line));
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.filter((row) => {
    const [, file, name] = /`([\w/.-]+\.(?:test|spec)\.ts)`: (.+?) *\|$/.exec(row) ?? [];
    return !file || !name || !readFileSync(path.join(ROOT, file), 'utf8').includes(name);
  });
  expect(missing).toEqual([]);
});
