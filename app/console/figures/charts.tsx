/** Figures as a picture, and the same as a table below it. */
import type { ReactNode } from 'react';
import ChevronDown from 'virtual:icons/chevron-down';
import { LinkFor, Panel } from '../kit/screen.tsx';
import { grouped, LOCALE } from '../kit/values.tsx';
import { t } from '../../../messages/console/t.ts';

interface TableProps {
  /** The first one has the labels. */
  columns: readonly string[];
  rows: readonly {
    id?: string;
    label: string;
    /** Where it leads. */ to?: string;
    cells: readonly (string | number)[];
  }[];
  /** What follows it. */
  children?: ReactNode;
}

interface ChartPanelProps extends Omit<BarChartProps, 'name' | 'bars'>, Omit<TableProps, 'rows'> {
  heading: string;
  /** What has no cells is not in the table. */
  figures: readonly (BarChartProps['bars'][number] & TableProps['rows'][number])[];
}

export function ChartPanel({ heading, columns, figures, children, ...chart }: ChartPanelProps) {
  return (
    <Panel heading={heading}>
      <BarChart name={heading} bars={figures} {...chart} />
      <FigureTable columns={columns} rows={figures.filter(({ cells }) => cells.length > 0)}>
        {children}
      </FigureTable>
    </Panel>
  );
}

interface RankingPanelProps extends Pick<TableProps, 'columns'> {
  heading: string;
  figures: readonly (TableProps['rows'][number] & { bar: number })[];
}

/** Lying bars. */
export function RankingPanel({ heading, columns, figures }: RankingPanelProps) {
  const most = Math.max(...figures.map(({ bar }) => bar), 1);
  return (
    <Panel heading={heading}>
      {figures.length === 0 ? (
        <p className="text-sm text-muted">{t('No orders in these days')}</p>
      ) : (
        <figure
          role="img"
          aria-label={t('{heading}, as in the table below', { heading })}
          className="flex flex-col gap-3 text-sm"
        >
          {figures.map(({ id, label, bar }) => (
            <div key={id}>
              <p className="flex justify-between gap-3">
                <span className="truncate">{label}</span>
                <span className="text-muted figures">{grouped(bar)}</span>
              </p>
              <svg aria-hidden className="mt-1 h-2.5 w-full rounded-full bg-sunken">
                <rect width={`${(100 * Math.max(bar, 0)) / most}%`} height="100%" className="fill-leaf" />
              </svg>
            </div>
          ))}
        </figure>
      )}
      <FigureTable columns={columns} rows={figures} />
    </Panel>
  );
}

function FigureTable({ columns, rows, children }: TableProps) {
  return (
    <details>
      <summary className="tap gap-1 text-sm font-semibold text-leaf">
        <ChevronDown className="size-4" />
        {t('Table')}
      </summary>
      {rows.length === 0 ? (
        <p className="py-3 text-muted">{t('Nothing was sold in these days.')}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full max-sm:[&_:is(td,th)]:pl-1 border-collapse text-sm figures [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-2">
            <thead>
              <tr>
                {columns.map((column, at) => (
                  <th
                    key={column}
                    scope="col"
                    className={`font-semibold text-muted ${at === 0 ? 'text-left' : 'pl-3 text-right'}`}
                  >
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, label, to, cells }) => (
                <tr key={id ?? label}>
                  <th scope="row" className="text-left font-normal break-words">
                    {to ? (
                      <LinkFor right="products" to={to} className="text-leaf hover:underline">
                        {label}
                      </LinkFor>
                    ) : (
                      label
                    )}
                  </th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]} className="pl-3 text-right whitespace-nowrap">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {children}
    </details>
  );
}

const COMPACT = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
/** In the units of the drawing, which is stretched to its place: a bar has 10, and leaves 1 free on each side. */
const HEIGHT = 100;
const WIDTH = 10;
const GAP = 1;
/** At most so many bars are labelled, and half as many where the chart is narrow. */
const LABELS = 8;
const COLOURS = ['text-leaf', 'text-clay'] as const;

interface BarChartProps {
  name: string;
  bars: readonly { label: string; values: readonly number[] }[];
  /** What a bar consists of, from below: the names of its values. */
  parts: readonly string[];
  line?: { name: string; values: readonly number[] };
  /** The bar that is always labelled; the other labels have even distances. */
  anchor: number;
}

/** Upright bars. Sizes are attributes of SVG: the page's policy forbids inline styles. */
function BarChart({ name, bars, parts, line, anchor }: BarChartProps) {
  const totals = bars.map(({ values }) => sum(values));
  const ticks = ticksUpTo(Math.max(...totals, ...(line?.values ?? [])));
  const y = (value: number): number => HEIGHT * (1 - value / (ticks.at(-1) ?? 1));
  const width = WIDTH * bars.length;
  const points = line?.values.map((value, at) => `${WIDTH * (at + 0.5)},${y(value)}`).join(' ');
  const step = Math.ceil(bars.length / LABELS);
  return (
    <figure
      role="img"
      aria-label={t('{name}, as in the table below', { name })}
      className="@container text-xs text-muted figures"
    >
      {line ? (
        <p className="flex flex-wrap gap-x-4 pb-4">
          {[...parts, line.name].map((entry, at) => (
            <span key={entry} className="flex items-center gap-1">
              <span
                className={`w-3 bg-current ${COLOURS.slice(0, parts.length)[at] ?? 'text-ink'} ${at < parts.length ? 'h-2.5 rounded-full' : 'h-0.5'}`}
              />
              {entry}
            </span>
          ))}
        </p>
      ) : null}
      <div className="flex gap-2 pt-1">
        <div className="flex h-48 flex-col-reverse justify-between">
          {ticks.map((tick) => (
            <span key={tick} className="flex h-0 items-center justify-end">
              {COMPACT.format(tick)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1">
          <svg
            aria-hidden
            viewBox={`0 0 ${width} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-48 w-full overflow-visible"
          >
            {ticks.map((tick) => (
              <path
                key={tick}
                d={`M0 ${y(tick)}H${width}`}
                vectorEffect="non-scaling-stroke"
                className={tick === 0 ? 'stroke-muted' : 'stroke-line'}
              />
            ))}
            {bars.map(({ label, values }, at) => (
              <g key={label}>
                <title>{[label, ...parts.map((part, of) => `${part}: ${grouped(values[of] ?? 0)}`)].join('\n')}</title>
                <rect x={WIDTH * at} width={WIDTH} height={HEIGHT} className="fill-transparent" />
                {values.map((value, part) => (
                  <rect
                    key={parts[part]}
                    x={WIDTH * at + GAP}
                    y={y(sum(values.slice(0, part + 1)))}
                    width={WIDTH - 2 * GAP}
                    height={HEIGHT - y(value)}
                    className={`fill-current ${COLOURS[part]}`}
                  />
                ))}
              </g>
            ))}
            {['stroke-surface stroke-4', 'stroke-ink stroke-[1.5]'].map((look) => (
              <polyline
                key={look}
                points={points}
                vectorEffect="non-scaling-stroke"
                className={`pointer-events-none fill-none ${look}`}
              />
            ))}
          </svg>
          <svg aria-hidden className="mt-1 h-4 w-full overflow-visible fill-current">
            {bars.map(({ label }, at) => {
              const distance = (at - anchor) / step;
              return Number.isInteger(distance) ? (
                <text
                  key={label}
                  x={`${(100 * (at + 0.5)) / bars.length}%`}
                  y="1em"
                  textAnchor="middle"
                  className={distance % 2 === 0 ? '' : '@max-[30rem]:hidden'}
                >
                  {label}
                </text>
              ) : null;
            })}
          </svg>
          {sum(totals) === 0 ? (
            <p className="absolute inset-x-0 top-1/3 text-center">{t('No orders in these days')}</p>
          ) : null}
        </div>
      </div>
    </figure>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What an axis from 0 to at least `most` names: about four steps of 1, 2 or 5, and none of a half. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10) * power);
  return Array.from({ length: Math.ceil(Math.max(most, 1) / step) + 1 }, (_, at) => at * step);
}

/** The mean of each value and its neighbours, `window` (odd) together; at the ends of those that there are. */
export function movingMean(values: readonly number[], window: number): number[] {
  const reach = (window - 1) / 2;
  return values.map((_, at) => {
    const near = values.slice(Math.max(0, at - reach), at + reach + 1);
    return sum(near) / near.length;
  });
}
