import { grouped } from '../components/grouped.ts';
import { ticksUpTo } from './axis.ts';

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
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
export function BarChart({ name, bars, parts, line, anchor }: BarChartProps) {
  const totals = bars.map(({ values }) => sum(values));
  const ticks = ticksUpTo(Math.max(...totals, ...(line?.values ?? [])));
  const y = (value: number): number => HEIGHT * (1 - value / (ticks.at(-1) ?? 1));
  const width = WIDTH * bars.length;
  const points = line?.values.map((value, at) => `${WIDTH * (at + 0.5)},${y(value)}`).join(' ');
  const step = Math.ceil(bars.length / LABELS);
  return (
    <figure role="img" aria-label={`${name}, as in the table below`} className="@container text-xs text-muted figures">
      {line ? (
        <p className="flex flex-wrap gap-x-4 pb-4">
          {[...parts, line.name].map((entry, at) => (
            <span key={entry} className="flex items-center gap-1.5">
              <span
                className={`w-3 bg-current ${COLOURS.slice(0, parts.length)[at] ?? 'text-ink'} ${at < parts.length ? 'h-2.5 rounded-xs' : 'h-0.5'}`}
              />
              {entry}
            </span>
          ))}
        </p>
      ) : null}
      <div className="flex gap-2 pt-1.5">
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
          {sum(totals) === 0 ? <p className="absolute inset-x-0 top-1/3 text-center">No orders in these days</p> : null}
        </div>
      </div>
    </figure>
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
