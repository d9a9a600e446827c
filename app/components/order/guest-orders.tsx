import * as messages from '#messages';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '../../../domain/orders/order.ts';
import { formatMessage } from '../../../messages/format.ts';
import { QuietLink } from '../link.tsx';
import { ANSWER_TIMEOUT_MS } from '../../state/forms/form-errors.ts';
import { NO_BANNER } from '../../../domain/accounts/account.ts';
import { banner, checkoutDraft, placedOrder, shippingInfo } from '../../state/order/checkout.ts';
import { guestOrders } from '../../state/order/guest-orders.ts';
import { toastError, toastSuccess } from '../../state/toasts.ts';
import { OrderRow } from './order-row.tsx';

interface GuestOrdersProps {
  links: readonly string[];
  isGuest: boolean;
  today: string;
}

async function ask(links: readonly string[], add: boolean): Promise<readonly Order[]> {
  const response = await fetch('/api/orders/links', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ links, add }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(response.statusText);
  const answer: { orders: Order[] } = await response.json();
  return answer.orders;
}

/** On a computer that others use: the visitor's orders, and what was typed. */
function forget(): void {
  guestOrders.set([]);
  for (const stored of [shippingInfo, checkoutDraft, placedOrder]) stored.set(null);
  if (banner.get().type === 'order') banner.set(NO_BANNER);
}

const failed = (): void => toastError(messages.AN_ERROR_OCCURED);

/** The orders that this browser has the links of: a visitor's list, and what a customer can add to theirs. */
export default function GuestOrders({ links, isGuest, today }: GuestOrdersProps) {
  const [orders, setOrders] = useState<readonly Order[]>([]);
  const { revalidate } = useRevalidator();
  useEffect(() => void ask(links, false).then(setOrders, failed), [links]);
  const add = (): Promise<void> =>
    ask(links, true).then(() => {
      guestOrders.set([]);
      toastSuccess(messages.ORDERS_ADDED);
      return revalidate();
    }, failed);
  if (orders.length === 0) return null;
  if (!isGuest) {
    return (
      <div className="panel mb-4 flex flex-wrap items-center justify-between gap-3 p-4">
        <p>{formatMessage(messages.ORDERS_WITHOUT_ACCOUNT, { n: orders.length })}</p>
        <button type="button" className="btn btn-primary" onClick={() => void add()}>
          {messages.ADD_TO_MY_ACCOUNT}
        </button>
      </div>
    );
  }
  return (
    <>
      <ul className="panel rows">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} today={today} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{messages.ONLY_THIS_BROWSER}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <QuietLink to="/user/login?next=%2Fuser%2Forders">{messages.LOGIN}</QuietLink>
        <button type="button" className="btn btn-danger" onClick={forget}>
          {messages.FORGET_ORDERS}
        </button>
      </div>
    </>
  );
}
