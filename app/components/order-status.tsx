import { STATUS_NAMES } from '#messages';
import type { OrderStatus } from '../../domain/order.ts';

const CLASS_NAMES: Readonly<Record<OrderStatus, string>> = {
  pending: 'bg-clay-soft text-clay',
  canceled: 'bg-sunken text-muted',
  delivered: 'bg-leaf-soft text-leaf-strong',
};

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return (
    <span className={`rounded-full px-2 py-0.5 text-xs font-semibold ${CLASS_NAMES[status]}`}>
      {STATUS_NAMES[status]}
    </span>
  );
}
