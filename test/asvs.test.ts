/** docs/asvs.md is whole, and what it names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = `${import.meta.dirname}/..`;
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8').replaceAll('’', "'");

/** How many requirements of levels 1 and 2 the sections of ASVS 5.0.0 have: V1.1 two, V1.2 nine … 0: level 3 only. */
const REQUIREMENTS: Readonly<Record<number, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};
const IDS = Object.entries(REQUIREMENTS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, at) => Array.from({ length: count }, (_, n) => `V${chapter}.${at + 1}.${n + 1}`)),
);

const SECURITY = read('docs/security.md');
const ALL_ROWS = read('docs/asvs.md')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [id = '', level = '', subject = '', verdict = '', shown = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { id, level, subject, verdict, shown };
  });
const ROWS = ALL_ROWS.filter(({ level }) => level !== '3');

/** Those of level 3 in these chapters, and of lower levels those that ask for more at level 3. */
const LEVEL_3 =
  'V6.3.3 V6.3.5 V6.3.6 V6.3.7 V6.3.8 V6.4.5 V6.4.6 V6.5.6 V6.5.7 V6.5.8 V6.6.1 V6.6.4 V6.7.1 V6.7.2 V7.5.3 V8.1.3 V8.1.4 V8.2.4 V8.3.2 V8.3.3 V8.4.2 V16.3.2 V16.5.4'.split(
    ' ',
  );

test('every requirement of level 3 for the console has one row, with a verdict and a reason', () => {
  const rows = ALL_ROWS.filter(({ level }) => level === '3');
  expect(rows.map(({ id }) => id)).toEqual(LEVEL_3);
  expect([...new Set(rows.map(({ verdict }) => verdict))].toSorted()).toEqual(['does not apply', 'met', 'not met']);
  expect(rows.filter(({ subject, shown }) => subject === '' || shown === '')).toEqual([]);
});

test('every requirement of levels 1 and 2 has one row, with a subject and a reason', () => {
  expect(IDS).toHaveLength(253);
  expect(ROWS.map(({ id }) => id)).toEqual(IDS);
  expect(ROWS.filter(({ level }) => level === '1')).toHaveLength(70);
  expect(ROWS.filter(({ level }) => level === '2')).toHaveLength(183);
  expect(ROWS.filter(({ subject, shown }) => subject === '' || shown === '')).toEqual([]);
});

test('the verdicts are three, and their numbers stand above the table', () => {
  const numberOf = (verdict: string): number => ROWS.filter((row) => row.verdict === verdict).length;
  const [met, not, deviations] = ['met', 'does not apply', 'deviation'].map(numberOf);
  expect(Number(met) + Number(not) + Number(deviations)).toBe(253);
  const text = read('docs/asvs.md').replaceAll(/\s+/g, ' ');
  expect(text).toContain(`${met} are met, ${not} do not apply, ${deviations} are [recorded deviations]`);
});

test('every deviation is recorded with its reason, and every recorded one is used', () => {
  const recorded = [...SECURITY.matchAll(/^\| (D\d+) /gm)].map(([, number]) => number);
  const used = ROWS.filter(({ verdict }) => verdict === 'deviation').map(({ shown }) => shown);
  expect(recorded.length).toBeGreaterThan(0);
  expect([...new Set(used)].toSorted()).toEqual(recorded.toSorted());
});

test('every file and test that is named exists', () => {
  const faults: string[] = [];
  for (const { id, shown } of ALL_ROWS) {
    let file = '';
    for (const [, path, quoted] of shown.matchAll(/`((?:\.?[\w-]+\/)*[\w.@-]+\.[a-z]+)`|“([^”]+)”/g)) {
      if (path !== undefined) file = path;
      if (!existsSync(`${ROOT}/${file}`)) faults.push(`${id}: there is no ${file}`);
      else if (quoted !== undefined && !read(file).replaceAll("\\'", "'").includes(quoted))
        faults.push(`${id}: ${file} has no “${quoted}”`);
    }
  }
  expect(faults).toEqual([]);
});
