import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAfter } from './delivery.ts';
import { FIGURE_DAYS, daysOf, figureDaysOf, figurePeriods, figureTotals, figuresCsv, weeksOf } from './figures.ts';

const aDay = fc.integer({ min: 0, max: 4_000 }).map((days) => dayAfter('2020-01-01', days));

test('a period ends today, and the one before it ends the day before its first', () => {
  expect(figurePeriods(7, '2026-03-03')).toEqual({
    from: '2026-02-25',
    to: '2026-03-03',
    before: { from: '2026-02-18', to: '2026-02-24' },
  });
  for (const days of FIGURE_DAYS) {
    const { before, ...period } = figurePeriods(days, '2026-11-21');
    expect([daysOf(before).length, daysOf(period).length]).toEqual([days, days]);
  }
});

test('7 days are shown unless another length is named', () => {
  expect(['7', '30', '90', '31', '', '30 ', null].map(figureDaysOf)).toEqual([7, 30, 90, 7, 7, 7, 7]);
});

test('a period is its whole weeks and the days around them', () => {
  fc.assert(
    fc.property(aDay, fc.nat(100), (from, length) => {
      const period = { from, to: dayAfter(from, length) };
      const { head, weeks, tail } = weeksOf(period);
      expect([head, weeks, tail].flatMap(daysOf)).toEqual(daysOf(period));
      expect(daysOf(weeks).length % 7).toBe(0);
      expect(new Date(weeks.from).getUTCDay()).toBe(1);
      expect(daysOf(head).length).toBeLessThan(weeks.from < weeks.to ? 7 : 13);
      expect(daysOf(tail).length).toBeLessThan(7);
    }),
  );
});

test('canceled orders count as orders, and for nothing else', () => {
  const days = [
    { day: '2026-11-20', orders: 3, revenue: 100.2, canceled: 1 },
    { day: '2026-11-21', orders: 1, revenue: 0.1, canceled: 0 },
  ];
  expect(figureTotals(days)).toEqual({ orders: 4, revenue: 100.3, average: 33.43, canceledShare: 0.25 });
  expect(figureTotals([])).toEqual({ orders: 0, revenue: 0, average: 0, canceledShare: 0 });
  expect(figureTotals([{ day: '2026-11-21', orders: 2, revenue: 0, canceled: 2 }])).toMatchObject({
    average: 0,
    canceledShare: 1,
  });
});

test('the CSV has a line for each day', () => {
  const perDay = [
    { day: '2026-11-20', orders: 3, revenue: 1_234_567.5, canceled: 1 },
    { day: '2026-11-21', orders: 0, revenue: 0, canceled: 0 },
  ];
  expect(figuresCsv({ perDay })).toBe(
    'day,orders,canceled,revenue_tk,average_tk\r\n2026-11-20,3,1,1234567.50,617283.75\r\n2026-11-21,0,0,0.00,0.00\r\n',
  );
});
