import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { shortDay } from '../../../base/dates.ts';
import { type DayFigures, FIGURE_DAYS, figureDaysOf, figureTotals } from '../../../domain/orders/figures.ts';
import { servicesFor } from '../context.ts';
import { capitalized } from '../../../base/text.ts';
import { grouped } from '../components/grouped.ts';
import { Panel } from '../components/panel.tsx';
import { Screen } from '../components/screen.tsx';
import { movingMean } from '../figures/axis.ts';
import { BarChart } from '../figures/bar-chart.tsx';
import { FigureTable } from '../figures/figure-table.tsx';
import { FigureTiles } from '../figures/figure-tiles.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const days = figureDaysOf(args.url.searchParams.get('days'));
  const { figures, shop } = await servicesFor(args, 'figures');
  const areaNames = Object.fromEntries(shop.areas.get().map(({ id, name }) => [id, name]));
  return { ...(await figures.overview(days)), areaNames };
}

export default function Figures() {
  const figures = useLoaderData<typeof loader>();
  const { days, perDay, beforePerDay, topProducts, divisions, areas, areaNames, hours } = figures;
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
        <div className="lg:col-span-2">
          <Panel heading="Orders by day">
            <BarChart
              name="Orders by day"
              bars={perDay.map(({ day, orders, canceled }) => ({
                label: shortDay(day),
                values: [orders - canceled, canceled],
              }))}
              parts={['Kept', 'Canceled']}
              line={lineOf(({ orders }) => orders)}
              anchor={days - 1}
            />
            <FigureTable
              columns={['Day', 'Orders', 'Canceled', 'Tk', 'Average Tk']}
              rows={perDay.map((day) => {
                const { orders, revenue, average, canceledShare } = figureTotals([day]);
                const canceled = `${Math.round(100 * canceledShare)} %`;
                return {
                  id: day.day,
                  cells: [shortDay(day.day), orders, canceled, grouped(revenue), grouped(average)],
                };
              })}
            >
              <a href={`/operator/figures/csv?days=${days}`} download className="btn btn-quiet mt-3 text-sm">
                CSV
              </a>
            </FigureTable>
          </Panel>
        </div>
        <Panel heading="Taka by day">
          <BarChart
            name="Taka by day"
            bars={perDay.map(({ day, revenue }) => ({ label: shortDay(day), values: [revenue] }))}
            parts={['Tk']}
            line={lineOf(({ revenue }) => revenue)}
            anchor={days - 1}
          />
          <FigureTable
            columns={['Day', 'Tk', 'The period before']}
            rows={perDay.map(({ day, revenue }, at) => ({
              id: day,
              cells: [shortDay(day), grouped(revenue), grouped(beforePerDay[at]?.revenue ?? 0)],
            }))}
          />
        </Panel>
        <Panel heading="Hours of the day">
          <BarChart
            name="Hours of the day"
            bars={hours.map(({ hour, orders }) => ({ label: hourName(hour), values: [orders] }))}
            parts={['Orders']}
            anchor={0}
          />
          <FigureTable
            columns={['Hour', 'Orders']}
            rows={hours
              .filter(({ orders }) => orders > 0)
              .map(({ hour, orders }) => ({ id: hour, cells: [hourName(hour), orders] }))}
          />
        </Panel>
        <Panel heading="Top products">
          <BarList
            name="Top products"
            bars={topProducts.map(({ id, name, revenue }) => ({ id, label: name, value: revenue }))}
          />
          <FigureTable
            columns={['Product', 'Pieces', 'Tk']}
            rows={topProducts.map(({ id, name, quantity, revenue }) => ({
              id,
              cells: [
                <Link key={id} to={`/products/${id}`} className="text-leaf hover:underline">
                  {name}
                </Link>,
                quantity,
                grouped(revenue),
              ],
            }))}
          />
        </Panel>
        <Places
          heading="Divisions"
          column="Division"
          places={divisions.map(({ division, orders, revenue }) => ({
            id: division,
            name: divisionName(division),
            orders,
            revenue,
          }))}
        />
        {areas.length > 0 ? (
          <Places
            heading="Areas"
            column="Area"
            places={areas.map(({ area, orders, revenue }) => ({
              id: area,
              name: areaNames[area] ?? area,
              orders,
              revenue,
            }))}
          />
        ) : null}
      </div>
    </Screen>
  );
}

interface PlacesProps {
  heading: string;
  column: string;
  places: readonly { id: string; name: string; orders: number; revenue: number }[];
}

function Places({ heading, column, places }: PlacesProps) {
  return (
    <Panel heading={heading}>
      <BarList name={heading} bars={places.map(({ id, name, orders }) => ({ id, label: name, value: orders }))} />
      <FigureTable
        columns={[column, 'Orders', 'Tk']}
        rows={places.map(({ id, name, orders, revenue }) => ({ id, cells: [name, orders, grouped(revenue)] }))}
      />
    </Panel>
  );
}

function hourName(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

function divisionName(division: string): string {
  return capitalized(division) || 'Not known';
}

type Bars = readonly { id: string; label: string; value: number }[];

function BarList({ name, bars }: { name: string; bars: Bars }) {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  return bars.length === 0 ? (
    <p className="text-sm text-muted">No orders in these days</p>
  ) : (
    <figure role="img" aria-label={`${name}, as in the table below`} className="flex flex-col gap-3 text-sm">
      {bars.map(({ id, label, value }) => (
        <div key={id}>
          <p className="flex justify-between gap-3">
            <span className="truncate">{label}</span>
            <span className="text-muted figures">{grouped(value)}</span>
          </p>
          <svg aria-hidden className="mt-1 h-2.5 w-full rounded-xs bg-sunken">
            <rect width={`${(100 * value) / most}%`} height="100%" className="fill-leaf" />
          </svg>
        </div>
      ))}
    </figure>
  );
}
