import { expect, test } from 'vitest';
import { dayInDhaka } from '../../base/dates.ts';
import { times } from '../../test/support/arbitraries.ts';
import { testAll } from '../../test/support/properties.ts';
import { readDay, readTime } from './day.ts';

test.each([
  ['2026-12-16', '2026-12-16'],
  ['১৬/১২/২০২৬', '2026-12-16'],
  ['6.1.2026', '2026-01-06'],
  [' 16–12–2026\u200B', '2026-12-16'],
  ['2026/2/9', '2026-02-09'],
  ['29/02/2028', '2028-02-29'],
])('%j is %j', (typed, day) => expect(readDay(typed)).toBe(day));

test.each(['', '31/02/2026', '12/16/2026', '16-12', '16/12/26', '2026-12-16T00:00', '16-12/2026', 20261216, null])(
  '%j is no day',
  (typed) => expect(readDay(typed)).toBeNull(),
);

test('times of day', () => {
  expect(['09:00', '৯:০০', ' 18:30\u200B', '23:59'].map(readTime)).toEqual(['09:00', '09:00', '18:30', '23:59']);
  for (const typed of ['', '24:00', '9', '9:5', '09:60', null]) expect(readTime(typed)).toBeNull();
});

testAll('a day is a fixed point, and the same with the day first', times, (time) => {
  const day = dayInDhaka(time);
  expect(readDay(day)).toBe(day);
  expect(readDay(day.split('-').toReversed().join('/'))).toBe(day);
});
