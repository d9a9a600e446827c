import { expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { pagesOf, writeListing } from './listing.ts';
import type { Page } from './listing.ts';

const ROWS = ['Rui', 'Ilish', 'রুই মাছ, দেশি', 'Cha', 'Dal'].map((name, at) => ({ at, name }));
type Row = (typeof ROWS)[number];

/** Hands out two rows at a time; `broken` is the page that cannot be had. */
function pages({ broken = Number.POSITIVE_INFINITY } = {}): AsyncGenerator<Page<Row>> {
  return pagesOf(async (after) => {
    const from = Number(after ?? 0);
    if (from / 2 === broken) throw new Failure('the shop went away');
    return { rows: ROWS.slice(from, from + 2), next: from + 2 < ROWS.length ? String(from + 2) : null };
  });
}

/** What is written, piece by piece. */
async function written(list: AsyncIterable<Page<Row>>, options: { json?: boolean; limit?: string } = {}) {
  const pieces: string[] = [];
  const stdout = { write: (text: string) => void pieces.push(text) };
  const call = {
    args: [],
    options: { limit: options.limit },
    json: options.json ?? false,
    terminal: { stdout, stderr: stdout, environment: {}, directory: '' },
    progress: { show() {}, clear() {} },
    shop: () => {
      throw new Error('nobody asked for it');
    },
  };
  const ended = writeListing(call, list, {
    columns: [
      { heading: 'at', of: ({ at }) => at },
      { heading: 'name', of: ({ name }) => name },
    ],
    jsonOf: (row) => row,
    none: 'Nothing.',
    sum: ({ count, more }) => `${count}${more ? ' and more' : ''}`,
  });
  const failure = await ended.then(
    () => null,
    (error: unknown) => error,
  );
  return { pieces, text: pieces.join(''), failure };
}

test('people see each page as it comes, under one heading', async () => {
  const { pieces, text } = await written(pages());
  expect(pieces).toHaveLength(4);
  expect(text.split('\n')).toEqual([
    'at  name',
    '──  ─────',
    ' 0  Rui',
    ' 1  Ilish',
    ' 2  রুই মাছ, দেশি',
    ' 3  Cha',
    ' 4  Dal',
    '',
    '5',
    '',
  ]);
});

test('scripts get the array that one piece would be', async () => {
  expect((await written(pages(), { json: true })).text).toBe(`${JSON.stringify(ROWS, null, 2)}\n`);
  expect(
    (
      await written(
        pagesOf(async () => ({ rows: [], next: null })),
        { json: true },
      )
    ).text,
  ).toBe('[]\n');
  expect((await written(pagesOf(async () => ({ rows: [], next: null })))).text).toBe('Nothing.\n');
});

test.each([
  ['1', 1, true],
  ['2', 2, true],
  ['3', 3, true],
  ['4', 4, true],
  ['5', 5, false],
  ['9', 5, false],
])('of a limit of %s, %i are shown', async (limit, count, more) => {
  expect((await written(pages(), { limit })).text).toMatch(new RegExp(`\n\n${count}${more ? ' and more' : ''}\n$`));
  const { text } = await written(pages(), { limit, json: true });
  expect(JSON.parse(text)).toEqual(ROWS.slice(0, count));
});

test('a limit asks for no more pages than it needs', async () => {
  expect((await written(pages({ broken: 1 }), { limit: '2' })).failure).toBeNull();
});

test.each(['0', '-1', '1.5', 'all', ''])('a limit of %j is bad usage', async (limit) => {
  expect((await written(pages(), { limit })).failure).toMatchObject({ name: 'UsageError' });
});

test('half a list never looks like a whole one', async () => {
  const table = await written(pages({ broken: 2 }));
  expect(table.failure).toBeInstanceOf(Failure);
  expect(table.text).toContain('Cha');
  expect(table.text).not.toContain('4\n');
  const json = await written(pages({ broken: 2 }), { json: true });
  expect(() => JSON.parse(json.text)).toThrow('JSON');
});
