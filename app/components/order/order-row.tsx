import * as messages from '#messages';
import { Link } from '../link.tsx';
import { dayInDhaka } from '../../../base/dates.ts';
import { type Order, padCount, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { formatDay, formatTime } from '../../../messages/dates.ts';
import { formatMessage, formatNumber, formatPrice, productName } from '../../../messages/format.ts';
import { Thumbnail } from '../picture.tsx';
import { OrderAgain } from './order-again.tsx';
import { OrderTrack } from './order-track.tsx';

/** An order in a list of its customer's, as a link to its page. */
export function OrderRow({ order, today }: { order: Order; today: string }) {
  const { id, time, totalCost, orderItems, deliveryDay, link = `/user/orders/${id}` } = order;
  const placedAt = new Date(time);
  return (
    <li className="px-4 pt-3">
      <Link to={link} className="-mx-4 block px-4 hover:bg-sunken">
        <span className="flex flex-wrap justify-between gap-x-3 text-xs text-muted figures">
          <span>
            {`${shortOrderId(id)} · `}
            <time dateTime={placedAt.toISOString()}>
              {messages.LANGUAGE === 'en' ? <span className="sr-only">{`${time}, `}</span> : null}
              <span>{formatMessage(messages.IN_DHAKA, { time: formatTime(placedAt) })}</span>
            </time>
          </span>
          <span>{formatMessage(messages.KIND_COUNT, { n: formatNumber(padCount(orderItems.length)) })}</span>
        </span>
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-semibold">{formatDay(deliveryDay ?? dayInDhaka(placedAt), today)}</span>
          <span translate="no" className="font-extrabold whitespace-nowrap figures">
            {formatPrice(formatAmount(totalCost))}
          </span>
        </span>
        <OrderTrack order={order} />
      </Link>
      <div className="flex flex-wrap items-center gap-2">
        <span translate="no" className="sr-only">
          {orderItems.map((item) => `${productName(item)} ×${formatNumber(item.quantity)}`).join(', ')}
        </span>
        {orderItems.slice(0, 3).map((item) => (
          <Thumbnail key={item.id} {...item} sizes="32px" className="size-8 rounded-xl" />
        ))}
        <OrderAgain ordered={orderItems} className="-mx-4 ml-auto text-sm text-leaf" />
      </div>
    </li>
  );
}
