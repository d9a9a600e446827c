import { ORDER_ITEMS } from '#messages';
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { UNDO_MS } from '../../../domain/orders/change-order.ts';
import type { CartItem } from '../../../domain/orders/cart.ts';
import { isOpen, type OperatorOrder } from '../../../domain/orders/order.ts';
import { displayedPrice } from '../../../domain/orders/pricing.ts';
import type { CancelReason } from '../../../domain/orders/reasons.ts';
import { formatMeasure, formatPrice } from '../../../messages/format.ts';
import { moveFocusNearby } from '../../components/move-focus-nearby.ts';
import { Picture } from '../../components/picture.tsx';
import { type Answer, useAnswerToast } from '../state/answer.ts';

const REASON: CancelReason = 'out-of-stock';

/** What was ordered. A line that is short stays in its place while it can be put back. */
export function OrderLines({ order }: { order: OperatorOrder }) {
  const { orderItems, status, revision } = order;
  const [before, setBefore] = useState<readonly CartItem[] | null>(null);
  useEffect(() => {
    if (!before) return;
    const timer = setTimeout(() => setBefore(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [before, revision]);
  const now = new Map(orderItems.map((item) => [item.id, item]));
  const added = before ? orderItems.filter(({ id }) => before.every((item) => item.id !== id)) : orderItems;
  const kept = (before ?? []).map((item) => now.get(item.id) ?? Object.assign({}, item, { quantity: 0 }));
  return (
    <ul className="panel rows" aria-label={ORDER_ITEMS}>
      {[...kept, ...added].map((item) => (
        <OrderLine
          key={item.id}
          order={order}
          item={item}
          was={before?.find(({ id }) => id === item.id)?.quantity ?? item.quantity}
          canChange={isOpen(status)}
          onShort={() => setBefore(before ?? orderItems)}
        />
      ))}
    </ul>
  );
}

interface OrderLineProps {
  order: OperatorOrder;
  item: CartItem;
  was: number;
  canChange: boolean;
  onShort: () => void;
}

function OrderLine({ order, item, was, canChange, onShort }: OrderLineProps) {
  const fetcher = useFetcher<Answer>();
  const isSending = fetcher.state !== 'idle';
  useAnswerToast({ state: fetcher.state, data: fetcher.data?.error ? fetcher.data : undefined });
  const { id: product, name, quantity } = item;
  const isLast = order.orderItems.length === 1 && quantity === 1;
  const set = (to: number, reason: string): void => {
    const action = `/orders/${order.id}/edit`;
    if (fetcher.state !== 'submitting')
      void fetcher.submit({ product, quantity: to, reason }, { method: 'post', action });
  };
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
      <span className="size-12 shrink-0 overflow-hidden rounded-xl bg-tint">
        <Picture imgUrl={item.imgUrl} alt="" thumbnail sizes="48px" className="size-full object-cover" />
      </span>
      <div className={`min-w-0 flex-1 ${quantity === 0 ? 'text-muted line-through' : ''}`}>
        <p className="leading-5 font-semibold break-words">{name}</p>
        {item.name_bn ? (
          <p lang="bn" className="text-sm text-muted">
            {item.name_bn}
          </p>
        ) : null}
        <p className="text-sm text-muted">{formatMeasure(item)}</p>
      </div>
      <p className="text-right whitespace-nowrap figures">
        <span className="font-bold">× {quantity}</span>
        <span className="block text-sm text-muted">{formatPrice(displayedPrice(item))}</span>
      </p>
      {canChange && quantity > 0 ? (
        <button
          type="button"
          aria-label={`${name} is short`}
          aria-disabled={isSending || isLast}
          title={isLast ? 'It is the last one: cancel the order instead.' : undefined}
          className="btn btn-quiet px-3 text-sm aria-disabled:text-muted"
          onClick={({ currentTarget }) => {
            if (isLast || isSending) return;
            moveFocusNearby(currentTarget);
            onShort();
            set(quantity - 1, REASON);
          }}
        >
          Short
        </button>
      ) : null}
      <p
        role="status"
        className="flex w-full items-center justify-end gap-2 text-sm font-medium text-clay empty:hidden"
      >
        {quantity === was || !canChange ? null : (
          <>
            {quantity} instead of {was}
            <button
              type="button"
              aria-label={`Undo ${name}`}
              className="tap justify-center px-2 font-semibold text-leaf underline underline-offset-4"
              onClick={({ currentTarget }) => {
                moveFocusNearby(currentTarget);
                set(was, '');
              }}
            >
              Undo
            </button>
          </>
        )}
      </p>
    </li>
  );
}
