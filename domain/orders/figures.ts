/**
 * A day counts the orders placed on it in Dhaka, money only of those not canceled. Revenue includes shipping, a
 * product's does not. In Tk.
 */
import { type CsvColumns, csvRecord } from '../../base/csv.ts';
import { dayAfter } from './delivery.ts';
import { fromPoisha } from '../money.ts';

export const FIGURE_DAYS = [7, 30, 90] as const;
export type FigureDays = (typeof FIGURE_DAYS)[number];

export function figureDaysOf(text: string | null): FigureDays {
  return FIGURE_DAYS.find((days) => String(days) === text) ?? 7;
}

export type Period = Record<'from' | 'to', string>;

export interface DayFigures {
  day: string;
  orders: number;
  canceled: number;
  revenue: number;
  /** On this day, as `Cash` has it, whenever the orders were placed. */
  givenBack: number;
}

export type FigureTotals = ReturnType<typeof figureTotals>;

export interface ProductFigures {
  id: string;
  name: string;
  name_bn: string;
  quantity: number;
  revenue: number;
}

export function figurePeriods(days: FigureDays, today: string): Period & { before: Period } {
  const from = dayAfter(today, 1 - days);
  return { from, to: today, before: { from: dayAfter(from, -days), to: dayAfter(from, -1) } };
}

export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}

/** `average`: of one order. `canceledShare`: from 0 to 1. Without orders both are 0. */
export function figureTotals(days: readonly DayFigures[]) {
  const sum = (of: (day: DayFigures) => number): number => days.reduce((total, day) => total + of(day), 0);
  const orders = sum((day) => day.orders);
  const canceled = sum((day) => day.canceled);
  // Poisha are whole numbers, so that the sums are exact.
  const poisha = sum(({ revenue }) => Math.round(revenue * 100));
  const givenBack = fromPoisha(sum((day) => Math.round(day.givenBack * 100)));
  return {
    orders,
    revenue: fromPoisha(poisha),
    average: orders > canceled ? fromPoisha(Math.round(poisha / (orders - canceled))) : 0,
    canceledShare: orders > 0 ? canceled / orders : 0,
    givenBack,
  };
}

const COLUMNS: CsvColumns<DayFigures> = {
  day: ({ day }) => day,
  orders: ({ orders }) => orders,
  canceled: ({ canceled }) => canceled,
  revenue_tk: ({ revenue }) => revenue.toFixed(2),
  average_tk: (day) => figureTotals([day]).average.toFixed(2),
  canceled_percent: (day) => (100 * figureTotals([day]).canceledShare).toFixed(1),
  given_back_tk: ({ givenBack }) => givenBack.toFixed(2),
};

export function figuresCsv({ perDay }: { perDay: readonly DayFigures[] }): string {
  const rows = perDay.map((day) => Object.values(COLUMNS).map((of) => of(day)));
  return [Object.keys(COLUMNS), ...rows].map(csvRecord).join('');
}
