import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { shortDay } from '../../../base/dates.ts';
import {
  type DayFigures,
  FIGURE_DAYS,
  figureDaysOf,
  type FigureTotals,
  figureTotals,
} from '../../../domain/orders/figures.ts';
import { servicesFor } from '../context.ts';
import { capitalized } from '../../../base/text.ts';
import { ButtonLink } from '../kit/form.tsx';
import { formatTk, grouped } from '../kit/values.tsx';
import { Screen } from '../kit/screen.tsx';
import { ChartPanel, movingMean, RankingPanel } from './charts.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const days = figureDaysOf(args.url.searchParams.get('days'));
  const { figures, shop } = await servicesFor(args, 'figures');
  const areaNames = Object.fromEntries(shop.areas.get().map(({ id, name }) => [id, name]));
  return { ...(await figures.overview(days)), areaNames };
}

export default function Figures() {
  const figures = useLoaderData<typeof loader>();
  const { days, perDay, beforePerDay, topProducts, divisions, areas, areaNames, hours, margins } = figures;
  // In long periods the weekdays differ from those before, so the line is the mean of 7 days.
  const window = days > 7 ? 7 : 1;
  const lineOf = (value: (day: DayFigures) => number) => ({
    name: `${days} days before${window > 1 ? ', averaged' : ''}`,
    values: movingMean(beforePerDay.map(value), window),
  });
  return (
    <Screen
      title="Figures"
      actions={
        <nav aria-label="Period" className="flex flex-wrap rounded-xl bg-sunken p-1">
          {FIGURE_DAYS.map((length) => (
            <Link
              key={length}
              to={`?days=${length}`}
              preventScrollReset
              aria-current={length === days ? 'page' : undefined}
              className="tap justify-center rounded-xl px-3 text-sm font-semibold text-muted aria-[current]:bg-surface aria-[current]:text-ink"
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
        <div className="lg:col-span-2">
          <ChartPanel
            heading="Orders by day"
            columns={['Day', 'Orders', 'Canceled', 'Tk', 'Average Tk']}
            parts={['Kept', 'Canceled']}
            figures={perDay.map((day) => {
              const { orders, revenue, average, canceledShare } = figureTotals([day]);
              const canceled = `${Math.round(100 * canceledShare)} %`;
              return {
                label: shortDay(day.day),
                values: [orders - day.canceled, day.canceled],
                cells: [orders, canceled, grouped(revenue), grouped(average)],
              };
            })}
            line={lineOf(({ orders }) => orders)}
            anchor={days - 1}
          >
            <ButtonLink to={`/figures/csv?days=${days}`} download label="CSV" className="mt-3 text-sm" />
          </ChartPanel>
        </div>
        <ChartPanel
          heading="Taka by day"
          columns={['Day', 'Tk', 'The period before']}
          parts={['Tk']}
          figures={perDay.map(({ day, revenue }, at) => ({
            label: shortDay(day),
            values: [revenue],
            cells: [grouped(revenue), grouped(beforePerDay[at]?.revenue ?? 0)],
          }))}
          line={lineOf(({ revenue }) => revenue)}
          anchor={days - 1}
        />
        <ChartPanel
          heading="Hours of the day"
          columns={['Hour', 'Orders']}
          parts={['Orders']}
          figures={hours.map(({ hour, orders }) => ({
            label: `${String(hour).padStart(2, '0')}:00`,
            values: [orders],
            cells: orders > 0 ? [orders] : [],
          }))}
          anchor={0}
        />
        <RankingPanel
          heading="Top products"
          columns={['Product', 'Pieces', 'Tk']}
          figures={topProducts.map(({ id, name, quantity, revenue }) => ({
            id,
            label: name,
            to: `/products/${id}`,
            bar: revenue,
            cells: [quantity, grouped(revenue)],
          }))}
        />
        <RankingPanel
          heading="Divisions"
          columns={['Division', 'Orders', 'Tk']}
          figures={divisions.map((of) => placeOf(of.division, capitalized(of.division) || 'Not known', of))}
        />
        {margins ? (
          <>
            <RankingPanel
              heading="Margin by day of delivery"
              columns={['Day', 'Sold Tk', 'Bought Tk', 'Margin Tk']}
              figures={margins.days.map((of) => marginOf({ id: of.day, label: shortDay(of.day) }, of))}
            />
            <RankingPanel
              heading="Margin by product"
              columns={['Product', 'Pieces', 'Sold Tk', 'Bought Tk', 'Margin Tk']}
              figures={margins.products.map((of) =>
                marginOf({ id: of.id, label: of.name, to: `/products/${of.id}` }, of, [of.pieces]),
              )}
            />
          </>
        ) : null}
        {areas.length > 0 ? (
          <RankingPanel
            heading="Areas"
            columns={['Area', 'Orders', 'Tk']}
            figures={areas.map((of) => placeOf(of.area, areaNames[of.area] ?? of.area, of))}
          />
        ) : null}
      </div>
    </Screen>
  );
}

function placeOf(id: string, label: string, { orders, revenue }: Pick<FigureTotals, 'orders' | 'revenue'>) {
  return { id, label, bar: orders, cells: [orders, grouped(revenue)] };
}

function marginOf<Row>(row: Row, { revenue, cost }: { revenue: number; cost: number }, first: number[] = []) {
  const margin = revenue - cost;
  return { ...row, bar: margin, cells: [...first, grouped(revenue), grouped(cost), grouped(margin)] };
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent' });
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function FigureTiles({ totals, before }: { totals: FigureTotals; before: FigureTotals }) {
  const change = (figure: 'orders' | 'revenue' | 'average') => changeOf(totals[figure], before[figure]);
  const tiles = [
    ['Orders', grouped(totals.orders), change('orders')],
    ['Sold', formatTk(Math.round(totals.revenue)), change('revenue')],
    ['Average order', formatTk(Math.round(totals.average)), change('average')],
    ['Canceled', SHARE.format(totals.canceledShare), `${SHARE.format(before.canceledShare)} before`],
    ...(totals.givenBack > 0 ? [['Given back', formatTk(Math.round(totals.givenBack)), 'in these days'] as const] : []),
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 lg:grid-cols-4">
      {tiles.map(([name, value, compared]) => (
        <div key={name} className="panel p-4">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="mt-1 text-lg sm:text-xl font-extrabold break-words figures">{value}</dd>
          <dd className="text-sm text-muted figures">{compared}</dd>
        </div>
      ))}
    </dl>
  );
}

function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'as before' : 'none before';
  const change = now / before - 1;
  return `${change >= 0 ? '+' : '−'}${PERCENT.format(Math.abs(change))} on before`;
}
