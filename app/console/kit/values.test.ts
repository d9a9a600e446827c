import { expect, test } from 'vitest';
import { formatTk } from './values.tsx';

test.each([
  [85, 'Tk 85'],
  [1347.4, 'Tk 1347.40'],
  [12_000, 'Tk 12,000'],
  [-389.5, 'Tk −389.50'],
  [0.1 + 0.2, 'Tk 0.30'],
  [-0.001, 'Tk 0'],
])('%d is written %s', (tk, text) => {
  expect(formatTk(tk)).toBe(text);
});
