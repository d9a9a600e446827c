import { expect, test } from 'vitest';
import { formatFaults } from './import.ts';

test('a few bad rows are listed one by one', () => {
  const faults = [
    { line: 2, reasons: ['price must be above 0', 'status must be one of top, recent, popular'] },
    { line: 7, reasons: ['id rui is already on line 2'] },
  ];
  expect(formatFaults(faults, 'line')).toBe(
    'line 2: price must be above 0; status must be one of top, recent, popular\nline 7: id rui is already on line 2\n',
  );
});

test('many are listed, followed by a summary of their reasons', () => {
  const faults = Array.from({ length: 10_000 }, (_, at) => ({
    line: at + 2,
    reasons:
      at % 3 === 0
        ? [`id p-${at} is already on line ${at}`]
        : [`price must be above 0 (it is “-${at}”)`, `picture ${at}.png is missing`],
  }));
  const lines = formatFaults(faults, 'line').split('\n');
  expect(lines.slice(0, 10_000).every((line, at) => line.startsWith(`line ${at + 2}: `))).toBe(true);
  expect(lines.slice(10_000)).toEqual([
    '',
    'In short:',
    '  6,666 rows: price must be above 0 (line 3, 4, 6, 7, 9, …)',
    '  6,666 rows: picture … is missing (line 3, 4, 6, 7, 9, …)',
    '  3,334 rows: id is already on an earlier line (line 2, 5, 8, 11, 14, …)',
    '',
  ]);
});

test('a reason of any length and content stays one readable line', () => {
  const text = formatFaults([{ line: 1, reasons: [`column ${'x'.repeat(10_000)}\u001B[2J\n is unknown`] }], 'line');
  expect(text.length).toBeLessThan(400);
  expect(text.split('\n')).toHaveLength(2);
  expect(formatFaults([{ line: 1, reasons: ['a\u001Bb\nc'] }], 'item')).toBe('item 1: a\u{fffd}b\u{fffd}c\n');
});
