import { STATUS_NAMES } from '#messages';
import { lookOf, type OrderStatus, type StatusLook } from '../../domain/orders/order.ts';

const CLASS_NAMES: Readonly<Record<StatusLook, string>> = {
  open: 'bg-clay-soft text-clay',
  done: 'bg-leaf-soft text-leaf-strong',
  stopped: 'bg-sunken text-muted',
};

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className={`rounded-full px-2 py-1 text-xs font-semibold ${CLASS_NAMES[lookOf(status)]}`}>
      {STATUS_NAMES[status]}
    </span>
  );
}
