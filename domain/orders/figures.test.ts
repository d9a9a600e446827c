import { expect, test } from 'vitest';
import { FIGURE_DAYS, daysOf, figureDaysOf, figurePeriods, figureTotals, figuresCsv } from './figures.ts';

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

test('canceled orders count as orders, and for nothing else', () => {
  const days = [
    { day: '2026-11-20', orders: 3, revenue: 100.2, canceled: 1, givenBack: 10.1 },
    { day: '2026-11-21', orders: 1, revenue: 0.1, canceled: 0, givenBack: 0.2 },
  ];
  expect(figureTotals(days)).toEqual({
    orders: 4,
    revenue: 100.3,
    average: 33.43,
    canceledShare: 0.25,
    givenBack: 10.3,
  });
  expect(figureTotals([])).toEqual({ orders: 0, revenue: 0, average: 0, canceledShare: 0, givenBack: 0 });
  expect(figureTotals([{ day: '2026-11-21', orders: 2, revenue: 0, canceled: 2, givenBack: 0 }])).toMatchObject({
    average: 0,
    canceledShare: 1,
  });
});

test('the CSV has a line for each day', () => {
  const perDay = [
    { day: '2026-11-20', orders: 3, revenue: 1_234_567.5, canceled: 1, givenBack: 85 },
    { day: '2026-11-21', orders: 0, revenue: 0, canceled: 0, givenBack: 0 },
  ];
  expect(figuresCsv({ perDay })).toBe(
    'day,orders,canceled,revenue_tk,average_tk,canceled_percent,given_back_tk\r\n2026-11-20,3,1,1234567.50,617283.75,33.3,85.00\r\n2026-11-21,0,0,0.00,0.00,0.0,0.00\r\n',
  );
});
