import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { formatTable, withoutControls } from './table.ts';

test('columns are aligned, numbers on the right', () => {
  const rows = [
    { name: 'Rui', price: 380, size: '1 kg' },
    { name: 'রুই মাছ', price: 5, size: '' },
    { name: 'お茶', price: 12_000, size: '100 gm' },
  ];
  const table = formatTable(
    [
      { heading: 'name', value: ({ name }) => name },
      { heading: 'Tk', value: ({ price }) => price },
      { heading: 'size', value: ({ size }) => size, right: true },
    ],
    rows,
  );
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
    formatTable([{ heading: 'x', value: (row) => row, maxWidth: 5 }], [text]).split('\n')[2] ?? '';
  expect(cut('Vegetables')).toBe('Vege…');
  expect(cut('Rice!')).toBe('Rice!');
  expect(cut('মাছমাছমাছ')).toBe('মাছ…');
  expect(cut('👩‍🌾👩‍🌾👩‍🌾')).toBe('👩‍🌾👩‍🌾…');
});

test('no text can control the terminal', () => {
  expect(withoutControls('a\u001B[2Jb\rc\u202Ed\n')).toBe('a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\u{fffd}');
  expect(formatTable([{ heading: 'x', value: (row) => row }], ['\u001B]0;title\u0007'])).not.toContain('\u001B');
});
