import { STATUS_NAMES, TRACK_STEPS } from '#messages';
import type { Order } from '../../../domain/orders/order.ts';
import { TRACK, trackStep } from '../../../domain/orders/stages.ts';

/** How far an order has come: a dot for each step, filled up to the current one, whose word stands beside them. */
export function OrderTrack({ order }: { order: Pick<Order, 'status' | 'stage'> }) {
  const step = trackStep(order);
  if (step === null) return <span className="text-sm font-semibold text-muted">{STATUS_NAMES[order.status]}</span>;
  const reached = TRACK.indexOf(step);
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm font-semibold text-leaf-strong">
      <svg aria-hidden viewBox="0 0 84 12" className="h-3 w-21 shrink-0 fill-surface stroke-current" strokeWidth="2">
        <path d="M6 6h72" />
        {TRACK.map((one, at) => (
          <circle key={one} cx={6 + 24 * at} cy="6" r="4" className={at <= reached ? 'fill-current' : undefined} />
        ))}
      </svg>
      {TRACK_STEPS[step]}
    </span>
  );
}
