import { useState } from 'react';
import { useFetchers } from 'react-router';
import type { AdminOrder } from '../../../server/orders/admin.ts';
import { doneOrders } from '../state/done-orders.ts';

/**
 * The rows of a list that changes by itself. While something is being done or can be undone, or a question `isAsked`, no row leaves or
 * moves: new ones come at the end, and what was done stays as it was. `isGone`: it has left the list meanwhile.
 */
export function useSteadyRows<Row extends AdminOrder>(rows: readonly Row[], isAsked: boolean) {
  const done = doneOrders.use();
  const isHeld = useFetchers().length > 0 || done.size > 0 || isAsked;
  const [shown, setShown] = useState(rows);
  const now = new Map(rows.map((row) => [row.order.id, row]));
  const known = new Set(shown.map(({ order }) => order.id));
  const next = isHeld
    ? [
        ...shown.map((row) => (done.has(row.order.id) ? row : (now.get(row.order.id) ?? row))),
        ...rows.filter(({ order }) => !known.has(order.id)),
      ]
    : rows;
  if (next.length !== shown.length || next.some((row, at) => row !== shown[at])) setShown(next);
  return next.map((row) => ({ row, isGone: !now.has(row.order.id) && !done.has(row.order.id) }));
}
