import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './support/source-files.ts';

const ROOT = `${import.meta.dirname}/..`;
const OPERATIONS = readFileSync(`${ROOT}/docs/operations.md`, 'utf8');

const sources = sourceFiles()
  .filter((path) => /^(?:app|server)\/.*\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(`${ROOT}/${path}`, 'utf8'));

/** The values of a pattern's group in the sources. */
const found = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, one = '']) => one))),
];

test('the operations manual lists every kind of line of the log', () => {
  const messages = found(/\blog(?:\.\w+|\[level\])\(\s*(?:\{[^}]*\},\s*)'([^']+)',?\s*\)/g);
  expect(messages.length).toBeGreaterThan(15);
  expect(messages.filter((message) => !OPERATIONS.includes(`\`${message}\``))).toEqual([]);
});

test('and every event of the security log', () => {
  const events = found(/(?:\b(?:event|done|refused): |\b(?:note|fail)\()'([a-z-]+)'/g).filter(
    (event) => !['warn', 'info'].includes(event),
  );
  expect(events.length).toBeGreaterThan(3);
  expect(events.filter((event) => !OPERATIONS.includes(`\`${event}\``))).toEqual([]);
});
