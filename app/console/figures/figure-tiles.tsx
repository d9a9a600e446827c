import type { FigureTotals } from '../../../domain/orders/figures.ts';
import { grouped } from '../components/grouped.ts';

const PERCENT = new Intl.NumberFormat('en', { style: 'percent' });
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

export function FigureTiles({ totals, before }: { totals: FigureTotals; before: FigureTotals }) {
  const change = (figure: 'orders' | 'revenue' | 'average') => changeOf(totals[figure], before[figure]);
  const shareBefore = `${SHARE.format(before.canceledShare)} before`;
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile name="Orders" value={grouped(totals.orders)} change={change('orders')} />
      <Tile name="Tk" value={grouped(totals.revenue)} change={change('revenue')} />
      <Tile name="Average order" value={`Tk ${grouped(totals.average)}`} change={change('average')} />
      <Tile name="Canceled" value={SHARE.format(totals.canceledShare)} change={shareBefore} />
    </dl>
  );
}

function changeOf(now: number, before: number): string {
  if (before === 0) return now === 0 ? 'as before' : 'none before';
  const change = now / before - 1;
  return `${change >= 0 ? '+' : '−'}${PERCENT.format(Math.abs(change))} on before`;
}

function Tile({ name, value, change }: { name: string; value: string; change: string }) {
  return (
    <div className="panel p-4">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 text-2xl font-bold tracking-tight break-words figures">{value}</dd>
      <dd className="text-sm text-muted figures">{change}</dd>
    </div>
  );
}
