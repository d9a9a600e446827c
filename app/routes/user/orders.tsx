import * as messages from '#messages';
import { formatMessage, formatNumber, formatPrice, productName } from '../../../messages/format.ts';
import { Link } from 'react-router';
import ChevronRight from 'virtual:icons/chevron-right';
import { formatTime } from '../../../messages/dates.ts';
import { pieces } from '../../../domain/orders/cart.ts';
import { orderCount, padCount, shortOrderId } from '../../../domain/orders/order.ts';
import { formatAmount } from '../../../domain/orders/pricing.ts';
import { OrderAgain } from '../../components/order/order-again.tsx';
import { OrderStatusBadge } from '../../components/order-status.tsx';
import { Thumbnail } from '../../components/picture.tsx';
import { cursorOf, requireViewer, servicesOf } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import type { Route } from './+types/orders';

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { orders } = servicesOf(args);
  const [page, counts] = await Promise.all([orders.list(viewer, { after: cursorOf(args) }), orders.counts(viewer)]);
  return { orders: page.orders, next: page.next, total: orderCount(counts) };
}

export default function Orders({ loaderData: { orders, next, total } }: Route.ComponentProps) {
  return (
    <Page title={messages.MY_ORDERS} personal>
      <div className="mb-4 flex items-baseline gap-3">
        <h1>{messages.MY_ORDERS}</h1>
        <p className="text-muted figures">{formatNumber(padCount(total))}</p>
      </div>
      {orders.length === 0 ? (
        <div className="panel flex flex-col items-start gap-4 p-6">
          <p className="text-muted">{messages.NOTHING_ORDERED}</p>
          <Link to="/groceries" className="btn btn-primary">
            {messages.BROWSE_GROCERIES}
          </Link>
        </div>
      ) : (
        <ul className="panel rows">
          {orders.map(({ id, time, status, totalCost, orderItems }) => (
            <li key={id} className="pb-2">
              <Link to={`/user/orders/${id}`} className="flex min-h-16 items-center gap-4 px-4 py-3 hover:bg-sunken">
                <span className="min-w-0 flex-1">
                  <span className="font-semibold figures">{shortOrderId(id)}</span> <OrderStatusBadge status={status} />
                  {messages.LANGUAGE === 'en' ? <span className="block text-sm text-muted">{time}</span> : null}
                  <span className="block text-sm text-muted">
                    {formatMessage(messages.IN_DHAKA, { time: formatTime(new Date(time)) })}
                  </span>
                </span>
                <span className="text-right figures">
                  <span className="block font-extrabold whitespace-nowrap">{formatPrice(formatAmount(totalCost))}</span>
                  <span className="text-sm text-muted">
                    {formatMessage(messages.KIND_COUNT, { n: formatNumber(padCount(orderItems.length)) })}
                  </span>
                  <span className="block text-sm text-muted">
                    {formatMessage(messages.PIECE_COUNT, { n: pieces(orderItems) })}
                  </span>
                </span>
                <ChevronRight className="size-5 shrink-0 text-muted" />
              </Link>
              <div className="flex flex-wrap items-center gap-2 px-4">
                <p translate="no" className="w-full truncate text-sm text-muted">
                  {orderItems.map((item) => `${productName(item)} ×${formatNumber(item.quantity)}`).join(', ')}
                </p>
                {orderItems.slice(0, 3).map((item) => (
                  <Thumbnail key={item.id} imgUrl={item.imgUrl} sizes="32px" className="size-8 rounded-xl" />
                ))}
                <OrderAgain ordered={orderItems} className="-mr-2 ml-auto px-2! text-sm text-leaf" />
              </div>
            </li>
          ))}
        </ul>
      )}
      {next === null ? null : (
        <div className="mt-4 flex justify-center">
          <Link to={`/user/orders?after=${encodeURIComponent(next)}`} className="btn btn-quiet">
            {messages.OLDER_ORDERS}
          </Link>
        </div>
      )}
    </Page>
  );
}
