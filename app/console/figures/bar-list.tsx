import { grouped } from '../components/grouped.ts';

type Bars = readonly { id: string; label: string; value: number }[];

export function BarList({ name, bars }: { name: string; bars: Bars }) {
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
