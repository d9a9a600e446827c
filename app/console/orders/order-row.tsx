import { PIECE_COUNT } from '#messages';
import { Link } from 'react-router';
import { addressLines } from '../../../domain/accounts/address.ts';
import { isOpen, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { pieces } from '../../../domain/orders/quantity.ts';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { formatMessage, formatPrice } from '../../../messages/format.ts';
import type { ComponentProps } from 'react';
import { Age } from '../components/age.tsx';
import { Phone } from '../components/phone.tsx';
import { OrderButtons } from './order-buttons.tsx';

export const ORDER_COLUMNS =
  'md:grid md:grid-cols-[5.5rem_10.5rem_minmax(0,1fr)_6.5rem_12rem] md:items-center md:gap-x-4 md:px-4';

interface OrderRowProps extends ComponentProps<typeof OrderButtons> {
  placedAt: Date;
  isNew: boolean;
}

export function OrderRow({ placedAt, isNew, ...buttons }: OrderRowProps) {
  const { order } = buttons;
  const { id, status, shippingInfo, orderItems, totalCost } = order;
  return (
    <article
      aria-label={shortOrderId(id)}
      className={`flex flex-col gap-y-1 px-4 py-3 md:py-2 ${ORDER_COLUMNS} ${isNew ? 'animate-[arrival_6s_ease-out]' : ''}`}
    >
      <div className="flex items-center justify-between md:block">
        <Link to={`/orders/${id}`} className="tap -my-2 font-bold figures hover:underline">
          {shortOrderId(id)}
        </Link>
        <p className="text-sm text-muted">
          <Age at={placedAt} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-3 md:block">
        <p className="min-w-0 break-words">{shippingInfo.name}</p>
        {shippingInfo.phone ? <Phone number={shippingInfo.phone} className="-my-2" /> : null}
      </div>
      <p className="text-sm break-words text-muted">{addressLines(shippingInfo).join(', ')}</p>
      <div className="flex flex-row-reverse items-baseline justify-between whitespace-nowrap md:block md:text-right">
        <p className="font-bold figures">{formatPrice(formatAmount(totalCost))}</p>
        <p className="text-sm text-muted figures">{formatMessage(PIECE_COUNT, { n: pieces(orderItems) })}</p>
      </div>
      <div className="mt-1 flex justify-end gap-2 md:mt-0">
        {isOpen(status) ? null : <OrderStatusBadge status={status} />}
        <OrderButtons {...buttons} />
      </div>
    </article>
  );
}
