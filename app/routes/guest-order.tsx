import { linkWith } from '../../base/order-link.ts';
import * as messages from '#messages';
import { shortOrderId } from '../../domain/orders/order.ts';
import { formatMessage } from '../../messages/format.ts';
import { OrderDetails } from '../components/order/order-details.tsx';
import { notFound, servicesOf } from '../context.ts';
import { orderPage } from '../order-page.ts';
import { Page } from '../shell/page.tsx';
import type { Route } from './+types/guest-order';

/** The address is a key: no request takes it along, and nobody indexes it. Nothing keeps what it shows (server/pages.ts). */
export function headers() {
  return { 'Referrer-Policy': 'strict-origin', 'X-Robots-Tag': 'noindex' };
}

export async function loader(args: Route.LoaderArgs) {
  const { orders } = servicesOf(args);
  const { token } = args.params;
  const [order] = await orders.guests.list([linkWith(token)]);
  const happened = order ? await orders.history({ token }, order.id) : null;
  if (!order || !happened?.ok) throw notFound(messages.INVALID_ORDER_ID);
  return orderPage(args, order, happened.value);
}

export default function GuestOrder({ loaderData }: Route.ComponentProps) {
  return (
    <Page title={formatMessage(messages.ORDER_NAME, { id: shortOrderId(loaderData.order.id) })} personal>
      <OrderDetails page={loaderData} />
    </Page>
  );
}
