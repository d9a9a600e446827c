import * as messages from '#messages';
import { type ReactNode, useEffect, useState } from 'react';
import ChevronRight from 'virtual:icons/chevron-right';
import { Link } from '../link.tsx';
import { dayParts } from '../../../base/dates.ts';
import { pieces } from '../../../domain/orders/cart.ts';
import { isOpen, type Order, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { formatMessage, formatPrice } from '../../../messages/format.ts';
import type { LatestOrders as Latest } from '../../../server/orders/orders.ts';
import { useLiveEvent } from '../../state/live/live.ts';
import { Thumbnail } from '../picture.tsx';
import { ProductCard } from '../products/product-card.tsx';
import { OrderAgain } from './order-again.tsx';
import { positionText } from './order-track.tsx';
import { OwnSection } from './own-orders.tsx';

/** `hasNext`: whether there is a place for the order that comes next. */
export default function LatestOrders({ hasNext, skeleton }: { hasNext: boolean; skeleton: ReactNode }) {
  const [latest, setLatest] = useState<Latest | null>();
  // Without an answer what was loaded before stays.
  const load = (): void => void fetchLatest().then((found) => setLatest((known) => found ?? known ?? null));
  useEffect(load, []);
  useLiveEvent('profile', load);
  useLiveEvent('products', load);
  if (latest === null) return null;
  if (latest === undefined) return skeleton;
  const { next, orders, products } = latest;
  if (!next) return null;
  return (
    <>
      {hasNext ? <NextOrder order={next} /> : null}
      <OwnSection heading={messages.ORDER_AGAIN}>
        <ul className="no-scrollbar -mx-4 flex gap-3 overflow-x-auto px-4">
          {orders.map(({ id, totalCost, orderItems }) => (
            <li key={id} className="panel flex min-h-33 min-w-[min(82%,18rem)] max-w-sm flex-1 flex-col gap-2 p-3">
              <div className="flex flex-1 flex-wrap items-center gap-1">
                {orderItems.slice(0, 3).map((item) => (
                  <Thumbnail key={item.id} {...item} sizes="48px" className="size-12 rounded-xl" />
                ))}
                <p className="ml-auto text-right text-sm text-muted figures">
                  <b className="block text-base font-extrabold text-ink">{formatPrice(formatAmount(totalCost))}</b>
                  {formatMessage(messages.PIECE_COUNT, { n: pieces(orderItems) })}
                </p>
              </div>
              <OrderAgain ordered={orderItems} className="btn-soft" />
            </li>
          ))}
        </ul>
      </OwnSection>
      <OwnSection heading={messages.YOUR_USUAL}>
        {products.length === 0 ? <p className="own-row text-muted">{messages.NOTHING_TODAY}</p> : null}
        <div className="card-row own-row">
          {products.map((product) => (
            <ProductCard key={product.id} product={product} />
          ))}
        </div>
      </OwnSection>
    </>
  );
}

async function fetchLatest(): Promise<Latest | null> {
  try {
    const response = await fetch('/api/orders/latest');
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function NextOrder({ order }: { order: Order }) {
  const { id, status, deliveryDay, totalCost } = order;
  const open = isOpen(status);
  const price = formatPrice(formatAmount(totalCost));
  const rest = [
    open && deliveryDay ? dayParts(messages.LANGUAGE, deliveryDay).weekday : '',
    open ? formatMessage(messages.HAVE_AMOUNT, { price }) : price,
  ];
  return (
    <Link
      to={`/user/orders/${id}`}
      className="panel flex min-h-16 items-center gap-2 px-3 py-2 text-sm hover:bg-sunken"
    >
      <span className="min-w-0 flex-1 figures">
        <b className="block font-semibold">{`${shortOrderId(id)} · ${positionText(order)}`}</b>
        <span className="text-muted">{rest.filter(Boolean).join(' · ')}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-muted" />
    </Link>
  );
}
