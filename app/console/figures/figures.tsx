import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router';
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
import { formatTk, grouped, LOCALE, shortDay } from '../kit/values.tsx';
import { Screen } from '../kit/screen.tsx';
import { ChartPanel, movingMean, RankingPanel } from './charts.tsx';
import { areaName, formatNumber, productName } from '../../../messages/format.ts';
import { t, told } from '../../../messages/console/t.ts';

export async function loader(args: LoaderFunctionArgs) {
  const days = figureDaysOf(args.url.searchParams.get('days'));
  const { figures, shop } = await servicesFor(args, 'figures');
  const areaNames = Object.fromEntries(shop.areas.get().map((area) => [area.id, areaName(area)]));
  return { ...(await figures.overview(days)), areaNames };
}

export default function Figures() {
  const figures = useLoaderData<typeof loader>();
  const { days, perDay, beforePerDay, topProducts, divisions, areas, areaNames, hours, margins } = figures;
  // In long periods the weekdays differ from those before, so the line is the mean of 7 days.
  const window = days > 7 ? 7 : 1;
  const lineOf = (value: (day: DayFigures) => number) => ({
    name: window > 1 ? t('{days} days before, averaged', { days }) : t('{days} days before', { days }),
    values: movingMean(beforePerDay.map(value), window),
  });
  return (
    <Screen
      title={t('Figures')}
      actions={
        <nav aria-label={t('Period')} className="flex flex-wrap rounded-xl bg-sunken p-1">
          {FIGURE_DAYS.map((length) => (
            <Link
              key={length}
              to={`?days=${length}`}
              preventScrollReset
              aria-current={length === days ? 'page' : undefined}
              className="tap justify-center rounded-xl px-3 text-sm font-semibold text-muted aria-[current]:bg-surface aria-[current]:text-ink"
            >
              {t('{length} days', { length })}
            </Link>
          ))}
        </nav>
      }
    >
      <p className="-mt-2 text-sm text-muted">
        {t("{from} to {to}, against {before} to {until}. Days are Dhaka's, by the time of the order.", {
          from: shortDay(figures.from),
          to: shortDay(figures.to),
          before: shortDay(figures.before.from),
          until: shortDay(figures.before.to),
        })}
      </p>
      <FigureTiles totals={figures.totals} before={figures.beforeTotals} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <div className="lg:col-span-2">
          <ChartPanel
            heading={t('Orders by day')}
            columns={[t('Day'), t('Orders'), t('Canceled'), t('Tk'), t('Average Tk')]}
            parts={[t('Kept'), t('Canceled')]}
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
            <ButtonLink to={`/figures/csv?days=${days}`} download label={t('CSV')} className="mt-3 text-sm" />
          </ChartPanel>
        </div>
        <ChartPanel
          heading={t('Taka by day')}
          columns={[t('Day'), t('Tk'), t('The period before')]}
          parts={[t('Tk')]}
          figures={perDay.map(({ day, revenue }, at) => ({
            label: shortDay(day),
            values: [revenue],
            cells: [grouped(revenue), grouped(beforePerDay[at]?.revenue ?? 0)],
          }))}
          line={lineOf(({ revenue }) => revenue)}
          anchor={days - 1}
        />
        <ChartPanel
          heading={t('Hours of the day')}
          columns={[t('Hour'), t('Orders')]}
          parts={[t('Orders')]}
          figures={hours.map(({ hour, orders }) => ({
            label: formatNumber(`${String(hour).padStart(2, '0')}:00`),
            values: [orders],
            cells: orders > 0 ? [orders] : [],
          }))}
          anchor={0}
        />
        <RankingPanel
          heading={t('Top products')}
          columns={[t('Product'), t('Pieces'), t('Tk')]}
          figures={topProducts.map(({ id, quantity, revenue, ...product }) => ({
            id,
            label: productName(product),
            to: `/products/${id}`,
            bar: revenue,
            cells: [quantity, grouped(revenue)],
          }))}
        />
        <RankingPanel
          heading={t('Divisions')}
          columns={[t('Division'), t('Orders'), t('Tk')]}
          figures={divisions.map((of) => placeOf(of.division, told(capitalized(of.division)) || t('Not known'), of))}
        />
        {margins ? (
          <>
            <RankingPanel
              heading={t('Margin by day of delivery')}
              columns={[t('Day'), t('Sold Tk'), t('Bought Tk'), t('Margin Tk')]}
              figures={margins.days.map((of) => marginOf({ id: of.day, label: shortDay(of.day) }, of))}
            />
            <RankingPanel
              heading={t('Margin by product')}
              columns={[t('Product'), t('Pieces'), t('Sold Tk'), t('Bought Tk'), t('Margin Tk')]}
              figures={margins.products.map((of) =>
                marginOf({ id: of.id, label: productName(of), to: `/products/${of.id}` }, of, [of.pieces]),
              )}
            />
          </>
        ) : null}
        {areas.length > 0 ? (
          <RankingPanel
            heading={t('Areas')}
            columns={[t('Area'), t('Orders'), t('Tk')]}
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

const PERCENT = new Intl.NumberFormat(LOCALE, { style: 'percent' });
const SHARE = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });

function FigureTiles({ totals, before }: { totals: FigureTotals; before: FigureTotals }) {
  const change = (figure: 'orders' | 'revenue' | 'average') => changeOf(totals[figure], before[figure]);
  const tiles = [
    [t('Orders'), grouped(totals.orders), change('orders')],
    [t('Sold'), formatTk(Math.round(totals.revenue)), change('revenue')],
    [t('Average order'), formatTk(Math.round(totals.average)), change('average')],
    [
      t('Canceled'),
      SHARE.format(totals.canceledShare),
      t('{share} before', { share: SHARE.format(before.canceledShare) }),
    ],
    ...(totals.givenBack > 0
      ? [[t('Given back'), formatTk(Math.round(totals.givenBack)), t('in these days')] as const]
      : []),
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
  if (before === 0) return now === 0 ? t('as before') : t('none before');
  const change = now / before - 1;
  return t('{change} on before', { change: `${change >= 0 ? '+' : '−'}${PERCENT.format(Math.abs(change))}` });
}
