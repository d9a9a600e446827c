import * as messages from '#messages';
import { data } from 'react-router';
import { shortOrderId } from '../../../domain/orders/order.ts';
import { formatMessage } from '../../../messages/format.ts';
import { NextLink } from '../../components/link.tsx';
import { OrderDetails } from '../../components/order/order-details.tsx';
import { requireViewer, servicesOf } from '../../context.ts';
import { orderPage } from '../../order-page.ts';
import { Page } from '../../shell/page.tsx';
import type { Route } from './+types/order';

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { orders } = servicesOf(args);
  const { id } = args.params;
  const [found, happened] = await Promise.all([orders.find(viewer, id), orders.history(viewer, id)]);
  if (!found.ok || !happened.ok) return data(null, { status: 404 });
  return data(orderPage(args, found.value, happened.value), { status: 200 });
}

export default function OrderScreen({ loaderData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <Page title={messages.INVALID_ORDER_ID} personal>
        <div className="panel flex flex-col items-start gap-4 p-6">
          <p role="alert" className="text-lg font-semibold">
            {messages.INVALID_ORDER_ID}
          </p>
          <NextLink to="/user/orders">{messages.MY_ORDERS}</NextLink>
        </div>
      </Page>
    );
  }
  return (
    <Page title={formatMessage(messages.ORDER_NAME, { id: shortOrderId(loaderData.order.id) })} personal>
      <OrderDetails page={loaderData} />
    </Page>
  );
}
