import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { countOf, formatTable, formatTime, formatTk, parseDuration, withoutControls } from './output.ts';

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
