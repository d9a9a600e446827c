import * as messages from '#messages';
import { useEffect, useRef, useState } from 'react';
import Check from 'virtual:icons/check';
import { QuietLink } from '../link.tsx';
import { dayInDhaka } from '../../../base/dates.ts';
import { ORDER_REDIRECT_MS } from '../../../domain/orders/checkout.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { formatExpectedDelivery } from '../../../messages/dates.ts';
import { formatMessage, formatPrice } from '../../../messages/format.ts';
import { placedOrder } from '../../state/order/checkout.ts';

/** Number, day and amount of the order that was just placed. */
function usePlaced(): string[] {
  const placed = placedOrder.use();
  const [today] = useState(() => dayInDhaka(new Date()));
  if (!placed) return [];
  const { id, day, totalCost } = placed;
  return [
    formatMessage(messages.ORDER_NAME, { id: shortOrderId(id) }),
    day === '' ? '' : formatExpectedDelivery(day, today),
    formatMessage(messages.HAVE_READY, { price: formatPrice(formatAmount(totalCost)) }),
  ].filter(Boolean);
}

export function PlacedSummary() {
  return <p className="w-full figures">{usePlaced().join(' · ')}</p>;
}

/** What the payment screen shows until home opens. */
export function PlacedScreen() {
  const ref = useRef<HTMLElement>(null);
  const [seconds, setSeconds] = useState(ORDER_REDIRECT_MS / 1000);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    const timer = setInterval(() => setSeconds((before) => Math.max(before - 1, 0)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="placed"
      className="panel flex flex-col items-center gap-4 px-4 py-10 text-center col-span-full"
    >
      <Check className="size-14 rounded-full bg-leaf-soft p-3 text-leaf-strong" />
      <h2 id="placed" className="text-lg">
        {messages.ORDER_CONFIRMED}
      </h2>
      <ul className="figures">
        {usePlaced().map((text, nth) => (
          <li key={text} className={nth === 0 ? 'font-semibold' : undefined}>
            {text}
          </li>
        ))}
      </ul>
      <QuietLink to="/user/orders">{messages.VIEW_ORDERS}</QuietLink>
      {/* Nothing announces it: it changes each second. */}
      <p className="text-sm text-muted figures">{formatMessage(messages.BACK_TO_SHOP_IN, { seconds })}</p>
    </section>
  );
}
