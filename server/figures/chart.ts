/** Import it only when a picture is asked for: it takes memory. Each picture is an image, so it brings the colours of app/theme.css. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { shortDay } from '../../domain/dates.ts';
import { type ChartKind, type ChartWidth, chartSize } from '../../domain/figure-charts.ts';
import type { DayFigures, FiguresOverview } from '../../domain/figures.ts';
import { capitalized } from '../../domain/text.ts';
import { ordersText, shortText } from './chart-texts.ts';

const STYLE = `
svg { --surface: #fff; --ink: #1d231f; --muted: #586159; --line: #e4e1d7; --leaf: #1a7440; --clay: #a8400c; color: var(--muted); }
@media (prefers-color-scheme: dark) {
  svg { --surface: #1b1f1b; --ink: #eceee8; --muted: #a7afa6; --line: #31372f; --leaf: #5fc585; --clay: #ffa366; }
}`;
const SURFACE = 'var(--surface)';
const INK = 'var(--ink)';
const MUTED = 'var(--muted)';
const LINE = 'var(--line)';
const LEAF = 'var(--leaf)';
const CLAY = 'var(--clay)';

const SVG = 'http://www.w3.org/2000/svg';
const EMPTY = 'No orders in these days';
const FONT_SIZE = 12;
const TICKS = 4;
const LINE_WIDTH = 1.25;
const DAY_LABELS = { narrow: 4, wide: 7 };
/** Where the texts of a value axis end, and the bars begin. */
const AXIS_WIDTH = 40;
const VALUE_WIDTH = 60;

interface Drawing {
  overview: FiguresOverview;
  width: ChartWidth;
  frame: { document: Document; width: number; height: number; ariaLabel: string };
}

interface Chart {
  name: string;
  draw: (drawing: Drawing) => Picture;
}

type Picture = ReturnType<typeof Plot.plot>;

const CHARTS: Readonly<Record<ChartKind, Chart>> = {
  orders: {
    name: 'Orders by day',
    draw: (drawing) =>
      drawDays(drawing, {
        parts: [
          { name: 'Kept', colour: LEAF, of: ({ orders, canceled }) => orders - canceled },
          { name: 'Canceled', colour: CLAY, of: ({ canceled }) => canceled },
        ],
        text: shortText,
      }),
  },
  revenue: {
    name: 'Revenue by day in Tk',
    draw: (drawing) =>
      drawDays(drawing, { parts: [{ name: 'Tk', colour: LEAF, of: ({ revenue }) => revenue }], text: shortText }),
  },
  hours: { name: 'Orders by hour of the day', draw: drawHours },
  divisions: {
    name: 'Orders by division',
    draw: (drawing) => {
      const bars = drawing.overview.divisions.map(({ division, orders }) => ({
        label: division === '' ? 'Not known' : capitalized(division),
        value: orders,
      }));
      return drawBars(drawing, { bars, text: ordersText, labelWidth: 110 });
    },
  },
  products: {
    name: 'Top products by revenue in Tk',
    draw: (drawing) => {
      const bars = drawing.overview.topProducts.map(({ name, revenue }) => ({ label: name, value: revenue }));
      return drawBars(drawing, { bars, text: shortText, labelWidth: 230 });
    },
  },
};

export function drawChart(kind: ChartKind, overview: FiguresOverview, width: ChartWidth): string {
  const { name, draw } = CHARTS[kind];
  const { document } = parseHTML('<html></html>');
  const ariaLabel = `${name}, ${shortDay(overview.from)} to ${shortDay(overview.to)}`;
  const svg = draw({ overview, width, frame: { document, ariaLabel, ...chartSize(kind, overview, width) } });
  svg.setAttribute('xmlns', SVG);
  svg.setAttribute('role', 'img');
  svg.setAttribute('font-size', String(FONT_SIZE));
  for (const style of svg.querySelectorAll('style')) style.textContent = STYLE;
  return svg.outerHTML;
}

interface DayChart {
  /** What a bar consists of, from below. */
  parts: { name: string; colour: string; of: (day: DayFigures) => number }[];
  text: (value: number) => string;
}

/** The line is the period before, each day over the one in its place. In long periods weekdays differ, so it is the mean of 7 days. */
function drawDays({ overview, width, frame }: Drawing, { parts, text }: DayChart): Picture {
  const { perDay, beforePerDay, days } = overview;
  const total = (day: DayFigures): number => parts.reduce((sum, { of }) => sum + of(day), 0);
  const line = beforePerDay.map((before, at) => ({ day: perDay[at]?.day, value: total(before) }));
  const most = highest([...perDay, ...beforePerDay].map(total));
  const window = days > 7 ? 7 : 1;
  const step = Math.ceil(days / DAY_LABELS[width]);
  const svg = Plot.plot({
    ...frame,
    ...UPRIGHT,
    marginTop: 40,
    x: { type: 'band', domain: perDay.map(({ day }) => day), padding: 0.2 },
    y: { domain: [0, most], nice: TICKS },
    marks: [
      ...valueAxis(most, text),
      Plot.axisX({
        // Today is always named.
        ticks: perDay.filter((_, at) => (days - 1 - at) % step === 0).map(({ day }) => day),
        tickFormat: shortDay,
        ...AXIS,
      }),
      Plot.barY(
        parts
          .flatMap(({ colour, of }) => perDay.map((day) => ({ day: day.day, value: of(day), colour })))
          .filter(({ value }) => value > 0),
        { x: 'day', y: 'value', fill: 'colour' },
      ),
      // With an edge, so that it is seen on bars.
      Plot.lineY(line, Plot.windowY(window, { x: 'day', y: 'value', stroke: SURFACE, strokeWidth: 4 })),
      Plot.lineY(line, Plot.windowY(window, { x: 'day', y: 'value', stroke: INK, strokeWidth: LINE_WIDTH })),
      ...ground(perDay.some(({ orders }) => orders > 0)),
    ],
  });
  const entries = parts.map(({ name, colour }) => ({ name, colour, thickness: 10 }));
  addLegend(svg, [
    ...entries,
    { name: `${days} days before${window > 1 ? ', averaged' : ''}`, colour: INK, thickness: LINE_WIDTH },
  ]);
  return svg;
}

function drawHours({ overview: { hours }, width, frame }: Drawing): Picture {
  const most = highest(hours.map(({ orders }) => orders));
  return Plot.plot({
    ...frame,
    ...UPRIGHT,
    marginTop: 12,
    x: { type: 'band', domain: hours.map(({ hour }) => hour), padding: 0.2 },
    y: { domain: [0, most], nice: TICKS },
    marks: [
      ...valueAxis(most, shortText),
      Plot.axisX({
        ticks: hours.map(({ hour }) => hour).filter((hour) => hour % (width === 'narrow' ? 6 : 3) === 0),
        tickFormat: (hour: number) => `${hour}:00`,
        ...AXIS,
      }),
      Plot.barY(hours, { x: 'hour', y: 'orders', fill: LEAF }),
      ...ground(hours.some(({ orders }) => orders > 0)),
    ],
  });
}

interface Bar {
  label: string;
  value: number;
}

interface BarChart {
  bars: Bar[];
  text: (value: number) => string;
  /** The place of the labels before the bars. On a phone they stand above them. */
  labelWidth: number;
}

function drawBars({ width, frame }: Drawing, { bars, text, labelWidth }: BarChart): Picture {
  const isNarrow = width === 'narrow';
  const marginLeft = isNarrow ? 0 : labelWidth;
  const y = (_: Bar, at: number): number => at;
  const texts = { y, textAnchor: 'start', frameAnchor: 'left' } as const;
  return Plot.plot({
    ...frame,
    margin: 0,
    marginLeft,
    marginRight: VALUE_WIDTH,
    x: { domain: [0, highest(bars.map(({ value }) => value))], axis: null },
    y: { type: 'band', domain: bars.keys(), axis: null, padding: 0 },
    marks: [
      Plot.barX(bars, { y, x: 'value', fill: LEAF, insetTop: isNarrow ? 22 : 7, insetBottom: isNarrow ? 8 : 7 }),
      Plot.text(bars, {
        ...texts,
        text: 'label',
        fill: INK,
        dx: -marginLeft,
        dy: isNarrow ? -10 : 0,
        // In em. Texts are narrower than this allows for.
        lineWidth: (isNarrow ? frame.width : labelWidth) / FONT_SIZE - 2,
        textOverflow: 'ellipsis',
      }),
      Plot.text(bars, { ...texts, x: 'value', text: ({ value }: Bar) => text(value), dx: 6, dy: isNarrow ? 7 : 0 }),
      Plot.text(bars.length > 0 ? [] : [EMPTY], { frameAnchor: 'left', dx: -marginLeft }),
    ],
  });
}

const UPRIGHT = { marginLeft: AXIS_WIDTH, marginRight: 20, marginBottom: 28 };
const AXIS = { tickSize: 0, label: null } as const;

function highest(values: readonly number[]): number {
  return Math.max(...values, 1);
}

function valueAxis(most: number, text: (value: number) => string) {
  const ticks = Math.min(TICKS, most);
  return [Plot.gridY({ ticks, stroke: LINE, strokeOpacity: 1 }), Plot.axisY({ ticks, tickFormat: text, ...AXIS })];
}

/** The line that upright bars stand on; without bars a sentence. */
function ground(hasBars: boolean) {
  return [Plot.ruleY([0], { stroke: MUTED }), Plot.text(hasBars ? [] : [EMPTY], { frameAnchor: 'middle' })];
}

interface LegendEntry {
  name: string;
  colour: string;
  /** Of the sample, in pixels: a line is thin. */
  thickness: number;
}

function addLegend(svg: Picture, entries: readonly LegendEntry[]): void {
  let left = 0;
  const add = (parent: Element, name: string, attributes: Record<string, string | number>): Element => {
    const element = svg.ownerDocument.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    parent.append(element);
    return element;
  };
  const legend = add(svg, 'g', { 'text-anchor': 'start', fill: 'currentColor' });
  for (const { name, colour, thickness } of entries) {
    add(legend, 'rect', { x: left, y: 12 - thickness / 2, width: 12, height: thickness, fill: colour });
    add(legend, 'text', { x: left + 18, y: 16 }).textContent = name;
    // The width of a text is not known here: 7 pixels a character are more than it needs.
    left += 18 + name.length * 7 + 14;
  }
}
