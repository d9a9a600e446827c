import { expect, test } from 'vitest';
import { createAdmission } from './operator-token.ts';

const admits = createAdmission('correct-horse-battery-staple');

test.each(['Bearer correct-horse-battery-staple', 'bearer  correct-horse-battery-staple '])(
  '%j is let in',
  (header) => {
    expect(admits(header)).toBe(true);
  },
);

test.each([
  null,
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer correct-horse-battery-stapl',
  'Bearer correct-horse-battery-staple2',
  'Bearer CORRECT-HORSE-BATTERY-STAPLE',
  'Bearer correct-horse-battery-staple extra',
  'Basic correct-horse-battery-staple',
  'correct-horse-battery-staple',
])('%j is not', (header) => {
  expect(admits(header)).toBe(false);
});

test('an empty token lets nobody in', () => {
  expect(createAdmission('')('Bearer ')).toBe(false);
});
