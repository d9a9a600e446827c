/** A day counts the orders placed on it in Dhaka, money only of those not canceled. Revenue includes shipping, a product's does not. In Tk. */
import { csvRecord } from '../../base/csv.ts';
import { dayAfter } from './delivery.ts';
import { fromPoisha } from '../catalogue/money.ts';

export const FIGURE_DAYS = [7, 30, 90] as const;
export type FigureDays = (typeof FIGURE_DAYS)[number];

export function figureDaysOf(text: string | null): FigureDays {
  return FIGURE_DAYS.find((days) => String(days) === text) ?? 7;
}

export interface Period {
  from: string;
  to: string;
}

export interface DayFigures {
  day: string;
  orders: number;
  revenue: number;
  canceled: number;
}

export interface FigureTotals {
  orders: number;
  revenue: number;
  /** The revenue of one order; 0 without orders. */
  average: number;
  /** From 0 to 1; 0 without orders. */
  canceledShare: number;
}

export interface ProductFigures {
  id: string;
  name: string;
  quantity: number;
  revenue: number;
}

export interface DivisionFigures {
  /** '' for orders whose address was deleted before divisions were kept. */
  division: string;
  orders: number;
  revenue: number;
}

interface AreaFigures {
  area: string;
  orders: number;
  revenue: number;
}

export interface HourFigures {
  hour: number;
  orders: number;
}

export interface FiguresOverview extends Period {
  days: FigureDays;
  before: Period;
  /** Every day, also those without orders, oldest first. */
  perDay: DayFigures[];
  beforePerDay: DayFigures[];
  totals: FigureTotals;
  beforeTotals: FigureTotals;
  /** At most 10, the highest revenue first. */
  topProducts: ProductFigures[];
  /** The most orders first. */
  divisions: DivisionFigures[];
  /** The most orders first, by their ids; none without areas. */
  areas: AreaFigures[];
  hours: HourFigures[];
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

export function figureTotals(days: readonly DayFigures[]): FigureTotals {
  const sum = (of: (day: DayFigures) => number): number => days.reduce((total, day) => total + of(day), 0);
  const orders = sum((day) => day.orders);
  const canceled = sum((day) => day.canceled);
  // Poisha are whole numbers, so that the sum is exact.
  const poisha = sum(({ revenue }) => Math.round(revenue * 100));
  return {
    orders,
    revenue: fromPoisha(poisha),
    average: orders > canceled ? fromPoisha(Math.round(poisha / (orders - canceled))) : 0,
    canceledShare: orders > 0 ? canceled / orders : 0,
  };
}

export function figuresCsv({ perDay }: Pick<FiguresOverview, 'perDay'>): string {
  const rows = perDay.map((day) => {
    const { average, canceledShare } = figureTotals([day]);
    const share = (100 * canceledShare).toFixed(1);
    return [day.day, day.orders, day.canceled, day.revenue.toFixed(2), average.toFixed(2), share];
  });
  return [['day', 'orders', 'canceled', 'revenue_tk', 'average_tk', 'canceled_percent'], ...rows]
    .map((row) => csvRecord(row))
    .join('');
}
