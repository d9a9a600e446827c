import { DOMParser } from 'linkedom';
import { expect, test } from 'vitest';
import { CHARTS, CHART_WIDTHS, type ChartWidth, chartSize, isChartWidth } from '../../domain/figure-charts.ts';
import {
  FIGURE_DAYS,
  type FigureDays,
  type FiguresOverview,
  daysOf,
  figurePeriods,
  figureTotals,
} from '../../domain/figures.ts';
import { shortDay } from '../../domain/dates.ts';
import { drawChart } from './chart.ts';
import { ordersText, shortText } from './chart-texts.ts';

const WIDTHS = Object.keys(CHART_WIDTHS).filter(isChartWidth);
const CASES = CHARTS.flatMap((kind) => WIDTHS.map((width) => [kind, width] as const));
const NAME = 'Onion & "Garlic" <script>alert(1)</script> \u{9b0}\u{9c1}\u{987}';

/** An overview with `orders` each day, or of a shop without any. */
function overviewOf(days: FigureDays, orders: number): FiguresOverview {
  const { before, ...period } = figurePeriods(days, '2026-11-21');
  const day = (name: string) => ({ day: name, orders, canceled: Math.floor(orders / 4), revenue: orders * 1_250.5 });
  const perDay = daysOf(period).map(day);
  const beforePerDay = daysOf(before).map(day);
  return {
    days,
    ...period,
    before,
    perDay,
    beforePerDay,
    totals: figureTotals(perDay),
    beforeTotals: figureTotals(beforePerDay),
    topProducts: orders > 0 ? [{ id: 'mix', name: NAME, quantity: 3, revenue: 12_345.5 }] : [],
    divisions:
      orders > 0
        ? [
            { division: 'dhaka', orders: 1_240, revenue: 1 },
            { division: '', orders: 2, revenue: 1 },
          ]
        : [],
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, orders: hour * orders })),
  };
}

/** The texts that are seen in a picture. @throws when it is no XML. */
function textsOf(svg: string): string[] {
  return [...new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('text')].map(
    (text) => text.textContent,
  );
}

test.each(CASES)('the picture %s, %s, is a file of its own', (kind, width) => {
  for (const days of FIGURE_DAYS) {
    const overview = overviewOf(days, 12);
    const svg = drawChart(kind, overview, width);
    const size = chartSize(kind, overview, width);
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain(`width="${size.width}"`);
    expect(svg).toContain(`height="${size.height}"`);
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg).not.toMatch(/<script|href|url\(|@import|<foreignObject|\bon\w+=|NaN|undefined/i);
    // One element around all, every tag closed.
    expect(svg.match(/<[a-z]/g)?.length).toBe((svg.match(/<\/[a-z]/g)?.length ?? 0) + (svg.match(/\/>/g)?.length ?? 0));
  }
});

test('the days are named, today among them, and so are colours and values', () => {
  const texts = textsOf(drawChart('orders', overviewOf(30, 2_000), 'narrow'));
  expect(texts).toEqual(expect.arrayContaining(['21 Nov', '2k', 'Kept', 'Canceled', '30 days before, averaged']));
  expect(texts.filter((text) => /^\d+ [A-Z][a-z]{2}$/.test(text)).length).toBeLessThanOrEqual(4);
  expect(textsOf(drawChart('hours', overviewOf(7, 1), 'narrow'))).toContain('18:00');
  expect(textsOf(drawChart('divisions', overviewOf(7, 1), 'wide'))).toEqual(['Dhaka', 'Not known', '1,240', '2']);
});

test('a name is a text, whatever it has in it, and is cut where the place ends', () => {
  const svg = drawChart('products', overviewOf(7, 1), 'wide');
  expect(svg).toContain('Onion &amp; ');
  expect(svg).toContain('…');
  expect(svg).toContain('12.3k');
});

test('without orders there is a sentence', () => {
  const widths: ChartWidth[] = ['narrow', 'wide'];
  for (const kind of CHARTS) {
    for (const width of widths)
      expect(textsOf(drawChart(kind, overviewOf(7, 0), width))).toContain('No orders in these days');
  }
});

test('texts are short', () => {
  expect([0, 950.5, 12_000, 1_234_567].map(shortText)).toEqual(['0', '950.5', '12k', '1.2M']);
  expect([0, 1_240].map(ordersText)).toEqual(['0', '1,240']);
  expect(shortDay('2026-01-05')).toBe('5 Jan');
});
