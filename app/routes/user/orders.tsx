import * as messages from '#messages';
import { formatMessage, formatNumber, formatPrice, productName } from '../../../messages/format.ts';
import { Link } from 'react-router';
import { dayInDhaka } from '../../../base/dates.ts';
import { formatDay, formatTime } from '../../../messages/dates.ts';
import { isOpen, type Order, orderCount, padCount, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { NextLink, QuietLink } from '../../components/button-link.tsx';
import { OrderAgain } from '../../components/order/order-again.tsx';
import { OrderTrack } from '../../components/order/order-track.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { cursorOf, requireViewer, servicesOf } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import type { Route } from './+types/orders';

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { orders } = servicesOf(args);
  const [page, counts] = await Promise.all([orders.list(viewer, { after: cursorOf(args) }), orders.counts(viewer)]);
  return { orders: page.orders, next: page.next, total: orderCount(counts), today: dayInDhaka(new Date()) };
}

export default function Orders({ loaderData: { orders, next, total, today } }: Route.ComponentProps) {
  // The newest first, but what is on its way before what is not.
  const shown = orders.toSorted((a, b) => Number(isOpen(b.status)) - Number(isOpen(a.status)));
  return (
    <Page title={messages.MY_ORDERS} personal>
      <div className="mb-4 flex items-baseline gap-3">
        <h1>{messages.MY_ORDERS}</h1>
        <p className="text-muted figures">{formatNumber(padCount(total))}</p>
      </div>
      {orders.length === 0 ? (
        <div className="panel flex flex-col items-start gap-4 p-6">
          <p className="text-muted">{messages.NOTHING_ORDERED}</p>
          <NextLink to="/groceries">{messages.BROWSE_GROCERIES}</NextLink>
        </div>
      ) : (
        <ul className="panel rows">
          {shown.map((order) => (
            <Row key={order.id} order={order} today={today} />
          ))}
        </ul>
      )}
      {next === null ? null : (
        <div className="mt-4 flex justify-center">
          <QuietLink to={`/user/orders?after=${encodeURIComponent(next)}`}>{messages.OLDER_ORDERS}</QuietLink>
        </div>
      )}
    </Page>
  );
}

function Row({ order, today }: { order: Order; today: string }) {
  const { id, time, totalCost, orderItems, deliveryDay } = order;
  const placedAt = new Date(time);
  return (
    <li className="px-4 pt-3">
      <Link to={`/user/orders/${id}`} className="-mx-4 block px-4 hover:bg-sunken">
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
