import * as messages from '#messages';
import { formatNumber } from '../../../messages/format.ts';
import { dayInDhaka } from '../../../base/dates.ts';
import { isOpen, orderCount, padCount } from '../../../domain/orders/order.ts';
import { NextLink, QuietLink } from '../../components/link.tsx';
import { Late } from '../../components/late.tsx';
import { OrderRow } from '../../components/order/order-row.tsx';
import { cursorOf, requireShopper, servicesOf } from '../../context.ts';
import { Page } from '../../shell/page.tsx';
import { guestOrders } from '../../state/order/guest-orders.ts';
import type { Route } from './+types/orders';

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireShopper(args);
  const { orders } = servicesOf(args);
  const today = dayInDhaka(new Date());
  if (!viewer) return { isGuest: true, orders: [], next: null, total: 0, today };
  const [page, counts] = await Promise.all([orders.list(viewer, { after: cursorOf(args) }), orders.counts(viewer)]);
  return { isGuest: false, orders: page.orders, next: page.next, total: orderCount(counts), today };
}

export default function Orders({ loaderData: { isGuest, orders, next, total, today } }: Route.ComponentProps) {
  // The newest first, but what is on its way before what is not.
  const shown = orders.toSorted((a, b) => Number(isOpen(b.status)) - Number(isOpen(a.status)));
  const links = guestOrders.use();
  return (
    <Page title={messages.MY_ORDERS} personal>
      <div className="mb-4 flex items-baseline gap-3">
        <h1>{messages.MY_ORDERS}</h1>
        <p className="text-muted figures">{formatNumber(padCount(isGuest ? links.length : total))}</p>
      </div>
      <Late
        load={() => import('../../components/order/guest-orders.tsx')}
        wanted={links.length > 0}
        props={{ links, isGuest, today }}
      />
      {orders.length > 0 ? (
        <ul className="panel rows">
          {shown.map((order) => (
            <OrderRow key={order.id} order={order} today={today} />
          ))}
        </ul>
      ) : isGuest && links.length > 0 ? null : (
        <div className="panel flex flex-col items-start gap-4 p-6">
          <p className="text-muted">{messages.NOTHING_ORDERED}</p>
          <NextLink to="/groceries">{messages.BROWSE_GROCERIES}</NextLink>
          {isGuest ? <QuietLink to="/user/login?next=%2Fuser%2Forders">{messages.LOGIN}</QuietLink> : null}
        </div>
      )}
      {next === null ? null : (
        <div className="mt-4 flex justify-center">
          <QuietLink to={`/user/orders?after=${encodeURIComponent(next)}`}>{messages.OLDER_ORDERS}</QuietLink>
        </div>
      )}
    </Page>
  );
}
