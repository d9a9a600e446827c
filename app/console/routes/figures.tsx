import type { ReactNode } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { DIVISION_NAMES } from '#messages';
import ChevronDown from 'virtual:icons/chevron-down';
import { divisionOf } from '../../../domain/address.ts';
import { shortDay } from '../../../domain/dates.ts';
import { type ChartKind, chartSize, type ChartWidth } from '../../../domain/figure-charts.ts';
import { FIGURE_DAYS, figureDaysOf, type FiguresOverview } from '../../../domain/figures.ts';
import { servicesOf } from '../../context.ts';
import { FigureTiles } from '../components/figure-tiles.tsx';
import { FigureTable } from '../components/figure-table.tsx';
import { Screen } from '../components/screen.tsx';
import { grouped } from '../components/grouped.ts';

export async function loader(args: LoaderFunctionArgs) {
  const days = figureDaysOf(new URL(args.request.url).searchParams.get('days'));
  return servicesOf(args).figures.overview(days);
}

export default function Figures() {
  const figures = useLoaderData<typeof loader>();
  const { days, perDay, topProducts, divisions, hours } = figures;
  const sold = hours.filter(({ orders }) => orders > 0);
  return (
    <Screen
      title="Figures"
      actions={
        <nav aria-label="Period" className="flex rounded-xl bg-sunken p-1">
          {FIGURE_DAYS.map((length) => (
            <Link
              key={length}
              to={`?days=${length}`}
              preventScrollReset
              aria-current={length === days ? 'page' : undefined}
              className="tap justify-center rounded-lg px-3 text-sm font-medium text-muted aria-[current]:bg-surface aria-[current]:text-ink"
            >
              {length} days
            </Link>
          ))}
        </nav>
      }
    >
      <p className="-mt-2 text-sm text-muted">
        {shortDay(figures.from)} to {shortDay(figures.to)}, against {shortDay(figures.before.from)} to{' '}
        {shortDay(figures.before.to)}. Days are Dhaka's, by the time of the order.
      </p>
      <FigureTiles totals={figures.totals} before={figures.beforeTotals} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Picture chart="orders" figures={figures} title="Orders by day" full>
          <FigureTable
            columns={['Day', 'Orders', 'Canceled', 'Tk']}
            rows={perDay.map(({ day, orders, canceled, revenue }) => ({
              id: day,
              cells: [shortDay(day), orders, canceled, grouped(revenue)],
            }))}
          />
          <a href={`/operator/figures/csv?days=${days}`} download className="btn btn-quiet mt-3 text-sm">
            CSV
          </a>
        </Picture>
        <Picture chart="revenue" figures={figures} title="Taka by day">
          <FigureTable
            columns={['Day', 'Tk', 'The period before']}
            rows={perDay.map(({ day, revenue }, at) => ({
              id: day,
              cells: [shortDay(day), grouped(revenue), grouped(figures.beforePerDay[at]?.revenue ?? 0)],
            }))}
          />
        </Picture>
        <Picture chart="products" figures={figures} title="Top products">
          <FigureTable
            columns={['Product', 'Pieces', 'Tk']}
            rows={topProducts.map(({ id, name, quantity, revenue }) => ({
              id,
              cells: [<ProductLink key={id} id={id} name={name} />, quantity, grouped(revenue)],
            }))}
          />
        </Picture>
        <Picture chart="divisions" figures={figures} title="Divisions">
          <FigureTable
            columns={['Division', 'Orders', 'Tk']}
            rows={divisions.map(({ division, orders, revenue }) => ({
              id: division,
              cells: [divisionName(division), orders, grouped(revenue)],
            }))}
          />
        </Picture>
        <Picture chart="hours" figures={figures} title="Hours of the day">
          <FigureTable
            columns={['Hour', 'Orders']}
            rows={sold.map(({ hour, orders }) => ({
              id: hour,
              cells: [`${String(hour).padStart(2, '0')}:00`, orders],
            }))}
          />
        </Picture>
      </div>
    </Screen>
  );
}

function ProductLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to={`/products/${id}`} className="text-leaf hover:underline">
      {name}
    </Link>
  );
}

function divisionName(division: string): string {
  const known = divisionOf(division);
  return known ? DIVISION_NAMES[known] : division || 'Not known';
}

interface PictureProps {
  chart: ChartKind;
  figures: FiguresOverview;
  title: string;
  full?: boolean;
  children: ReactNode;
}

function Picture({ chart, figures, title, full = false, children }: PictureProps) {
  const { days, to, totals } = figures;
  // Another picture has another address.
  const query = new URLSearchParams({ days: String(days), of: [to, ...Object.values(totals)].join('-') });
  const source = (width: ChartWidth) => ({
    address: `/operator/figures/charts/${chart}?${query}&width=${width}`,
    ...chartSize(chart, figures, width),
  });
  const wide = source('wide');
  const narrow = source('narrow');
  return (
    <section aria-label={title} className={`panel p-4 ${full ? 'lg:col-span-2' : ''}`}>
      <h2 className="mb-2 font-bold">{title}</h2>
      <picture>
        <source
          media={full ? '(min-width: 40rem)' : '(min-width: 40rem) and (max-width: 63.9rem)'}
          srcSet={wide.address}
          width={wide.width}
          height={wide.height}
        />
        <img
          src={narrow.address}
          alt={`${title}, as in the table below`}
          width={narrow.width}
          height={narrow.height}
          className="h-auto w-full"
        />
      </picture>
      <details className="mt-2">
        <summary className="tap gap-1 text-sm font-medium text-leaf">
          <ChevronDown className="size-4" />
          Table
        </summary>
        {children}
      </details>
    </section>
  );
}
