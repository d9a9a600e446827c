import * as messages from '#messages';
import { Link } from '../link.tsx';
import { telephone } from '../../../base/telephone.ts';
import { useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import Phone from 'virtual:icons/phone';
import { PAGE_LANGUAGE } from '../../../base/language.ts';
import { pieces } from '../../../domain/orders/cart.ts';
import { canTransition, isOpen, type Order, shortOrderId } from '../../../domain/orders/order.ts';
import { displayedPrice, shownLinePrice } from '../../../domain/orders/pricing.ts';
import { formatTime } from '../../../messages/dates.ts';
import {
  areaName,
  formatMeasure,
  formatMessage,
  formatNumber,
  formatPrice,
  productName,
  secondName,
} from '../../../messages/format.ts';
import type { OrderPage } from '../../order-page.ts';
import { Breadcrumb } from '../breadcrumb.tsx';
import { Thumbnail } from '../picture.tsx';
import { TotalsTerms } from '../totals-list.tsx';
import { ANSWER_TIMEOUT_MS } from '../../state/forms/form-errors.ts';
import { useRootData } from '../../state/root-data.ts';
import { toastError, toastSuccess } from '../../state/toasts.ts';
import { NotifyMe } from './notify-me.tsx';
import { OrderAgain } from './order-again.tsx';
import { OrderTrack } from './order-track.tsx';
import { Envelope } from './ships-to.tsx';

/** An order as its customer sees it: at its page among theirs, or by its link. */
export function OrderDetails({ page }: { page: OrderPage }) {
  const { order, history, packed, delivery, late, wallets } = page;
  const phone = useRootData()?.shop.phone ?? '';
  const placedAt = new Date(order.time);
  const { id, status, time, orderItems, shippingInfo, paymentMethod, paymentStatus } = order;
  const { areaName: name = '', areaNameBn: nameBn = '' } = shippingInfo;
  const area = areaName({ name, nameBn });
  return (
    <>
      <Breadcrumb trail={[{ text: messages.MY_ORDERS, to: '/user/orders' }, { text: shortOrderId(id) }]} />
      <h1 className="figures">{formatMessage(messages.ORDER_NAME, { id: shortOrderId(id) })}</h1>
      <p className="mb-4 text-sm text-muted">
        <time dateTime={placedAt.toISOString()}>
          {messages.LANGUAGE === 'en' ? <span className="sr-only">{`${time}, `}</span> : null}
          <span>{formatMessage(messages.IN_DHAKA, { time: formatTime(placedAt) })}</span>
        </time>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[1fr_20rem]">
        <section aria-label={messages.ORDER_STATE} className="panel flex flex-col gap-2 p-4 col-span-full">
          <OrderTrack order={order} />
          {delivery ? <p className="font-semibold">{delivery}</p> : null}
          {late ? (
            <p className="text-sm text-muted">
              {formatMessage(messages.DELIVERY_IS_LATE, { phone: formatNumber(phone) })}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            {isOpen(status) ? (
              <a href={telephone(phone)} className="btn btn-quiet figures">
                <Phone className="size-5" />
                {formatMessage(messages.CALL_LINK, { phone: formatNumber(phone) })}
              </a>
            ) : null}
            <OrderAgain ordered={orderItems} className={isOpen(status) ? 'btn-quiet' : 'btn-primary'} />
            {status === 'canceled' || canTransition(status, 'canceled', 'owner') ? <CancelOrder order={order} /> : null}
          </div>
          {isOpen(status) ? <NotifyMe order={id} link={order.link} /> : null}
        </section>
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-sm text-muted figures">
            {formatMessage(messages.KIND_COUNT, { n: orderItems.length })},{' '}
            {formatMessage(messages.PIECE_COUNT, { n: pieces(orderItems) })}
          </p>
          <ul className="panel rows" aria-label={messages.ORDER_ITEMS}>
            {orderItems.map((item, at) => (
              <li key={item.id} aria-label={productName(item)} className="flex items-center gap-3 p-3">
                <Thumbnail {...item} sizes="56px" className="size-14 rounded-xl" />
                <div className="min-w-0 flex-1">
                  <p translate="no" className="font-semibold break-words">
                    <Link to={`/product/${item.id}`} className="-my-3 block py-3 hover:underline">
                      {productName(item)}
                    </Link>
                  </p>
                  <p lang="bn" translate="no" className="text-sm text-muted empty:hidden">
                    {secondName(item)}
                  </p>
                  <p className="text-sm text-muted">{formatMeasure(item)}</p>
                  <p className="text-sm whitespace-pre-line">{packed[at]}</p>
                  <p translate="no" className="flex flex-wrap items-baseline justify-between gap-x-3 figures">
                    <span className="text-sm text-muted">
                      {`${formatNumber(item.quantity)} × ${formatPrice(displayedPrice(item))}`}
                    </span>
                    <b className="ml-auto font-extrabold whitespace-nowrap">{formatPrice(shownLinePrice(item))}</b>
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <section aria-label={messages.TOTALS} className="panel p-4">
            <TotalsTerms totals={order} />
            <p className="mt-3 text-sm text-muted">
              {messages.PAYMENT_METHOD_NAMES[paymentMethod]}, {messages.PAYMENT_STATUS_NAMES[paymentStatus]}
            </p>
            {wallets.map((wallet) => (
              <p key={wallet} className="text-sm figures">
                {formatNumber(wallet)}
              </p>
            ))}
          </section>
          <section aria-label={messages.SHIPPING} className="panel p-4">
            <h2 className="mb-2">{messages.SHIPS_TO}</h2>
            <Envelope to={shippingInfo} area={area} />
          </section>
          <section aria-labelledby="history" className="panel p-4">
            <h2 id="history">{messages.ORDER_HISTORY}</h2>
            <ol className="mt-3 flex flex-col gap-1 text-sm">
              {history.map(({ text, details, at, number }) => (
                <li key={number} className="flex flex-wrap justify-between gap-x-4">
                  <span className="font-semibold">{text}</span>
                  <time dateTime={at} className="text-muted figures">
                    {formatTime(new Date(at))}
                  </time>
                  <span className="w-full pl-4 whitespace-pre-line text-muted break-words empty:hidden">
                    {details.join('\n')}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </div>
      </div>
    </>
  );
}

function CancelOrder({ order }: { order: Order }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { revalidate } = useRevalidator();
  const asked = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone.
    if (asked.current && order.status === 'canceled') document.querySelector('main')?.focus({ preventScroll: true });
  }, [order.status]);
  const cancel = async (): Promise<void> => {
    asked.current = true;
    dialog.current?.close();
    try {
      const response = await fetch(`/api/orders/${order.id}/cancel`, {
        method: 'POST',
        headers: { [PAGE_LANGUAGE]: messages.LANGUAGE, 'Content-Type': 'application/json' },
        body: JSON.stringify({ link: order.link }),
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(response.statusText);
      toastSuccess(messages.ORDER_CANCELED);
    } catch {
      toastError(messages.AN_ERROR_OCCURED);
    }
    await revalidate();
  };
  if (order.status === 'canceled') {
    return (
      <button type="button" className="btn btn-danger" disabled>
        {messages.CANCELED}
      </button>
    );
  }
  return (
    <>
      <button type="button" className="btn btn-danger" onClick={() => dialog.current?.showModal()}>
        {messages.CANCEL_ORDER}
      </button>
      <dialog
        ref={dialog}
        aria-label={messages.CONFIRM_CANCELLATION}
        className="panel p-6 text-ink backdrop:bg-black/30"
      >
        <h2 className="text-lg">{messages.CONFIRM_CANCELLATION}</h2>
        <p className="mt-1 max-w-sm text-muted">
          {formatMessage(messages.CANCELLATION_HINT, { id: shortOrderId(order.id) })}
        </p>
        <div className="mt-4 flex justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
            {messages.CANCEL}
          </button>
          <button type="button" className="btn btn-danger" onClick={() => void cancel()}>
            {messages.CONFIRM}
          </button>
        </div>
      </dialog>
    </>
  );
}
