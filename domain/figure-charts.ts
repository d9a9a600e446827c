/** The pictures of the figures: which there are, and how large they are. */
import type { FiguresOverview } from './figures.ts';

/** Orders and revenue by day, orders by hour, divisions, top products. */
export const CHARTS = ['orders', 'revenue', 'hours', 'divisions', 'products'] as const;
export type ChartKind = (typeof CHARTS)[number];

/** The widths of a picture in CSS pixels: for a phone, and for a desk. */
export const CHART_WIDTHS = { narrow: 328, wide: 720 } as const;
export type ChartWidth = keyof typeof CHART_WIDTHS;

/** In CSS pixels. */
export interface ChartSize {
  width: number;
  height: number;
}

export function isChartKind(text: unknown): text is ChartKind {
  return CHARTS.some((kind) => kind === text);
}

export function isChartWidth(text: unknown): text is ChartWidth {
  return typeof text === 'string' && Object.hasOwn(CHART_WIDTHS, text);
}

const UPRIGHT = { narrow: 220, wide: 260 };
/** The height of a horizontal bar: on a phone its name stands above it. */
const ROW = { narrow: 44, wide: 32 };
/** The height of the sentence that there is nothing to show. */
const EMPTY = 80;

export function chartSize(
  kind: ChartKind,
  { divisions, topProducts }: Pick<FiguresOverview, 'divisions' | 'topProducts'>,
  width: ChartWidth,
): ChartSize {
  const rows = { divisions, products: topProducts };
  const height = kind in rows ? ROW[width] * rows[kind as keyof typeof rows].length || EMPTY : UPRIGHT[width];
  return { width: CHART_WIDTHS[width], height };
}
