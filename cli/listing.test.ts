import { expect, test } from 'vitest';
import { Failure } from './command.ts';
import { type Page, pagesOf, writeListing } from './listing.ts';

const ROWS = ['Rui', 'Ilish', 'রুই মাছ, দেশি', 'Cha', 'Dal'].map((name, at) => ({ at, name }));
type Row = (typeof ROWS)[number];

/** Two rows on each page; fetching page `broken` fails. */
function pages({ broken = Number.POSITIVE_INFINITY } = {}): AsyncGenerator<Page<Row>> {
  return pagesOf(async (after) => {
    const from = Number(after ?? 0);
    if (from / 2 === broken) throw new Failure('the shop went away');
    return { rows: ROWS.slice(from, from + 2), next: from + 2 < ROWS.length ? String(from + 2) : null };
  });
}

/** The output, as the chunks that were written. */
async function written(list: AsyncIterable<Page<Row>>, options: { json?: boolean; limit?: string } = {}) {
  const chunks: string[] = [];
  const stdout = { write: (text: string) => void chunks.push(text) };
  const call = {
    args: [],
    options: { limit: options.limit },
    json: options.json ?? false,
    terminal: { stdout, stderr: stdout, environment: {}, directory: '' },
    progress: { show() {}, clear() {} },
    shop: () => {
      throw new Error('the listing must not call the shop');
    },
  };
  const ended = writeListing(call, list, {
    columns: [
      { heading: 'at', value: ({ at }) => at },
      { heading: 'name', value: ({ name }) => name },
    ],
    jsonOf: (row) => row,
    emptyText: 'Nothing.',
    footer: ({ count, more }) => `${count}${more ? ' and more' : ''}`,
  });
  const failure = await ended.then(
    () => null,
    (error: unknown) => error,
  );
  return { chunks, text: chunks.join(''), failure };
}

test('the table prints each page when it arrives, under one heading', async () => {
  const { chunks, text } = await written(pages());
  expect(chunks).toHaveLength(4);
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

test('--json prints the same array as JSON.stringify', async () => {
  expect((await written(pages(), { json: true })).text).toBe(`${JSON.stringify(ROWS, null, 2)}\n`);
  const none = () => pagesOf<Row>(async () => ({ rows: [], next: null }));
  expect((await written(none(), { json: true })).text).toBe('[]\n');
  expect((await written(none())).text).toBe('Nothing.\n');
});

test.each([
  ['1', 1, true],
  ['2', 2, true],
  ['3', 3, true],
  ['4', 4, true],
  ['5', 5, false],
  ['9', 5, false],
])('with a limit of %s, %i rows are shown', async (limit, count, more) => {
  expect((await written(pages(), { limit })).text).toMatch(new RegExp(`\n\n${count}${more ? ' and more' : ''}\n$`));
  const { text } = await written(pages(), { limit, json: true });
  expect(JSON.parse(text)).toEqual(ROWS.slice(0, count));
});

test('a limit fetches no more pages than needed', async () => {
  expect((await written(pages({ broken: 1 }), { limit: '2' })).failure).toBeNull();
});

test.each(['0', '-1', '1.5', 'all', ''])('a limit of %j is bad usage', async (limit) => {
  expect((await written(pages(), { limit })).failure).toMatchObject({ name: 'UsageError' });
});

test('an incomplete list never looks complete', async () => {
  const table = await written(pages({ broken: 2 }));
  expect(table.failure).toBeInstanceOf(Failure);
  expect(table.text).toContain('Cha');
  expect(table.text).not.toContain('4\n');
  const json = await written(pages({ broken: 2 }), { json: true });
  expect(() => JSON.parse(json.text)).toThrow('JSON');
});
