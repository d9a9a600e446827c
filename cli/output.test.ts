import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { Failure } from './command.ts';
import { countOf, formatTable, formatTime, formatTk, pagesOf, parseDuration } from './output.ts';
import { parseMoment } from './orders.ts';
import { type Page, withoutControls, writeListing } from './output.ts';

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

test('columns are aligned, numbers on the right', () => {
  const rows = [
    { name: 'Rui', price: 380, size: '1 kg' },
    { name: 'রুই মাছ', price: 5, size: '' },
    { name: 'お茶', price: 12_000, size: '100 gm' },
  ];
  const table = formatTable(rows, [
    { heading: 'name', value: ({ name }) => name },
    { heading: 'Tk', value: ({ price }) => price },
    { heading: 'size', value: ({ size }) => size, right: true },
  ]);
  const lines = table.trimEnd().split('\n');
  expect(lines).toEqual([
    'name       Tk    size',
    '──────  ─────  ──────',
    'Rui       380    1 kg',
    'রুই মাছ      5',
    'お茶    12000  100 gm',
  ]);
  expect(new Set(lines.slice(0, 3).map((line) => stringWidth(line))).size).toBe(1);
});

test('long cells are cut between characters, not inside them', () => {
  const cut = (text: string): string =>
    formatTable([text], [{ heading: 'x', value: (row) => row, maxWidth: 5 }]).split('\n')[2] ?? '';
  expect(cut('Vegetables')).toBe('Vege…');
  expect(cut('Rice!')).toBe('Rice!');
  expect(cut('মাছমাছমাছ')).toBe('মাছ…');
  expect(cut('👩‍🌾👩‍🌾👩‍🌾')).toBe('👩‍🌾👩‍🌾…');
});

test('no text can control the terminal', () => {
  expect(withoutControls('a\u001B[2Jb\rc\u202Ed\n')).toBe('a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}');
  expect(formatTable(['\u001B]0;title\u0007'], [{ heading: 'x', value: (row) => row }])).not.toContain('\u001B');
});

test('counts and amounts are grouped', () => {
  expect(countOf(1, 'product')).toBe('1 product');
  expect(countOf(2_000, 'product')).toBe('2,000 products');
  expect(formatTk(1234.5)).toBe('1,234.5');
  expect(formatTk(60)).toBe('60.0');
});

test('times are in Bangladesh’s time zone', () => expect(formatTime('2026-11-21T18:30:00Z')).toBe('2026-11-22 00:30'));

test.each([
  ['2026-11-21', '2026-11-20T18:00:00.000Z'],
  ['2026-11-21T18:05', '2026-11-21T12:05:00.000Z'],
  ['2026-11-21 18:05:30', '2026-11-21T12:05:30.000Z'],
  ['2026-11-21T18:05:00.000Z', '2026-11-21T18:05:00.000Z'],
  ['2026-11-21T18:05+01:00', '2026-11-21T17:05:00.000Z'],
])('%s is %s', (text, moment) => expect(parseMoment(text)?.toISOString()).toBe(moment));

test.each(['', 'yesterday', '2026', '21-11-2026', '2026-02-31', '2026-13-01', '2026-11-21T25:00'])(
  '%j is no date',
  (text) => {
    expect(parseMoment(text)).toBeNull();
  },
);

test.each([
  ['30d', 2_592_000],
  ['12h', 43_200],
  ['2w', 1_209_600],
  ['90s', 90],
  ['0', 0],
  ['7', 604_800],
])('%s is %i s', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

test.each(['', '-1d', '1.5d', 'month', '30 d', '1e3d'])('%j is no duration', (text) => {
  expect(parseDuration(text)).toBeNull();
});
