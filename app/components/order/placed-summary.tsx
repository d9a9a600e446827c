import { HAVE_READY, ORDER_NAME } from '#messages';
import { useState } from 'react';
import { dayInDhaka } from '../../../base/dates.ts';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { formatExpectedDelivery } from '../../../messages/dates.ts';
import { formatMessage, formatPrice } from '../../../messages/format.ts';
import { placedOrder } from '../../state/order/checkout.ts';

/** Number, day and amount of the order that was just placed. */
export function PlacedSummary({ className = '' }: { className?: string }) {
  const placed = placedOrder.use();
  const [today] = useState(() => dayInDhaka(new Date()));
  if (!placed) return null;
  const { id, day, totalCost } = placed;
  const texts = [
    formatMessage(ORDER_NAME, { id: shortOrderId(id) }),
    day === '' ? '' : formatExpectedDelivery(day, today),
    formatMessage(HAVE_READY, { price: formatPrice(formatAmount(totalCost)) }),
  ];
  return <p className={`figures ${className}`}>{texts.filter(Boolean).join(' · ')}</p>;
}
