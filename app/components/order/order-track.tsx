import { ORDER_STAGE_EVENTS, STATUS_NAMES } from '#messages';
import { isOpen, type Order } from '../../../domain/orders/order.ts';
import { isTold, stepsReached, TRACK_LENGTH } from '../../../domain/orders/stages.ts';

type Position = Pick<Order, 'status' | 'stage'>;

/** Where an order is, for its customer. */
export function positionText({ status, stage }: Position): string {
  return isOpen(status) && isTold(stage) ? ORDER_STAGE_EVENTS[stage] : STATUS_NAMES[status];
}

/** How far an order has come: a dot for each step, filled up to the current one, whose word stands beside them. */
export function OrderTrack({ order }: { order: Position }) {
  const reached = stepsReached(order);
  return (
    <span
      className={`flex flex-wrap items-center gap-x-3 text-sm font-semibold ${reached === null ? 'text-muted' : 'text-leaf-strong'}`}
    >
      {reached === null ? null : (
        <svg aria-hidden viewBox="0 0 84 12" className="h-3 shrink-0" stroke="currentColor" strokeWidth="2">
          <path d="M6 6h72" />
          {Array.from({ length: TRACK_LENGTH }, (_, at) => (
            <circle
              key={at}
              cx={6 + (72 / (TRACK_LENGTH - 1)) * at}
              cy="6"
              r="4"
              fill={at < reached ? 'currentColor' : 'var(--surface)'}
            />
          ))}
        </svg>
      )}
      <span className="inline-block first-letter:uppercase">{positionText(order)}</span>
    </span>
  );
}
