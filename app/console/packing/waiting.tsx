import { useEffect } from 'react';
import { Link } from 'react-router';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { Button } from '../kit/form.tsx';
import { beginSending, forget, presses } from '../kit/presses.ts';
import { useRight, useRootData } from '../kit/screen.tsx';
import { t } from '../../../messages/console/t.ts';

/** Above every screen: what was packed and is not stored yet, or was refused. */
export function PackedWaits() {
  const by = useRootData()?.operator?.email ?? '';
  const packs = useRight('orders');
  const own = presses.use().filter(({ rider }) => rider === by);
  useEffect(() => {
    if (packs) beginSending(by);
  }, [by, packs]);
  return own.map(({ key, order, refused, isUnstored }) => (
    <p key={key} role="alert" className="panel mb-4 flex flex-wrap items-center gap-x-3 px-4 py-2 print:hidden">
      <Link to={`/orders/${order}/pack`} className="tap font-semibold text-leaf underline figures">
        {shortOrderId(order)}
      </Link>
      <span className="min-w-0 flex-1">
        {refused === undefined ? t('Packed. Waiting for a connection') : t('It was not packed. {refused}', { refused })}
        {isUnstored ? `. ${t('This phone has no room to keep it: leave this page open until it is sent.')}` : ''}
      </span>
      {refused === undefined ? null : <Button look="quiet" label={t('I have read it')} onClick={() => forget(key)} />}
    </p>
  ));
}
