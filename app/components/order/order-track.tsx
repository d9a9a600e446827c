import { STAGE_NAMES, STATUS_NAMES } from '#messages';
import { isOpen, type Order } from '../../../domain/orders/order.ts';
import { isTold } from '../../../domain/orders/stages.ts';

const NAMES = { ...STATUS_NAMES, ...STAGE_NAMES };
/** The way of an order to its customer, as the customer sees it. */
const TRACK: readonly (keyof typeof NAMES)[] = ['pending', 'packed', 'with rider', 'delivered'];

/** How far an order has come: a dot for each step, filled up to the current one, whose word stands beside them. */
export function OrderTrack({ order: { status, stage } }: { order: Pick<Order, 'status' | 'stage'> }) {
  const step = isOpen(status) && isTold(stage) ? stage : status;
  const reached = TRACK.indexOf(step);
  if (reached < 0) return <span className="text-sm font-semibold text-muted">{NAMES[step]}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm font-semibold text-leaf-strong">
      <svg aria-hidden viewBox="0 0 84 12" className="h-3 w-21 shrink-0 fill-surface stroke-current" strokeWidth="2">
        <path d="M6 6h72" />
        {TRACK.map((one, at) => (
          <circle key={one} cx={6 + 24 * at} cy="6" r="4" className={at <= reached ? 'fill-current' : undefined} />
        ))}
      </svg>
      {NAMES[step]}
    </span>
  );
}
