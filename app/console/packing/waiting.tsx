import { useEffect } from 'react';
import { Link } from 'react-router';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { Button } from '../kit/form.tsx';
import { useRootData } from '../kit/screen.tsx';
import { packed } from './presses.ts';

/** Above every screen: what was packed and is not stored yet, or was refused. */
export function PackedWaits() {
  const by = useRootData()?.operator?.email;
  const own = packed.presses.use().filter((press) => press.by === by);
  useEffect(() => {
    if (by !== undefined) packed.begin(by);
  }, [by]);
  if (own.length === 0) return null;
  return (
    <ul aria-label="Packed" className="panel rows mb-4 print:hidden">
      {own.map(({ key, order, refused, isUnstored }) => (
        <li key={key} role={refused ? 'alert' : 'status'} className="flex flex-wrap items-center gap-x-3 px-4 py-2">
          <p className="min-w-0 flex-1">
            <Link to={`/orders/${order}/pack`} className="tap font-semibold text-leaf underline figures">
              {shortOrderId(order)}
            </Link>{' '}
            {refused === undefined ? 'is packed. Waiting for a connection' : `was not packed. ${refused}`}
            {isUnstored ? '. This phone has no room to keep it: leave this page open until it is sent.' : ''}
          </p>
          {refused === undefined ? null : (
            <Button look="quiet" label="I have read it" onClick={() => packed.forget(key)} />
          )}
        </li>
      ))}
    </ul>
  );
}
